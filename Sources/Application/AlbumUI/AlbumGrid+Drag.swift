import CAdwaita
import CGLib
import ExportUI
import GLibBridge
import TouristSession
import TravelModel
import Widgets

extension AlbumGrid {
  /// A drag takes a photo along, or all selected ones if it is one of them.
  func addDrag(to cell: PhotoCell) {
    PhotoDrag.add(to: cell.widget) { [weak self, weak cell] in
      guard let self, let photo = cell?.photo else { return [] }
      let selected = selectedPhotos
      return lent(selected.contains { $0.id == photo.id } ? selected : [photo])
    } icon: { [weak cell] in
      cell?.texture
    } isHeld: { [weak self] isHeld in
      // Otherwise a selection that begins at once with the drag of a photo stays on the screen.
      guard let self else { return }
      gtk_grid_view_set_enable_rubberband(grid.cast(), (!isHeld).gboolean)
    }
  }

  /// Those of some photos that have a file, for other programs.
  func lent(_ photos: [Photo]) -> [LentPhoto] {
    photos.compactMap { photo in
      photo.state == .stored
        ? albums.file(of: photo).map {
          LentPhoto(photo, titled: Words.title(of: photo, at: placeName), path: $0)
        } : nil
    }
  }
}
