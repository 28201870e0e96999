import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import TravelModel
import Widgets

/// Loading the pictures of visible photos.
extension AlbumGrid {
  /// The interval of redrawing placeholders, in milliseconds: enough for their slow pulse.
  private static let shimmerInterval: UInt32 = 80

  /// Checks which cells are visible after the next layout.
  func scheduleVisibilityCheck() {
    isVisibilityCheckDue = true
    if let clock = gtk_widget_get_frame_clock(grid) {
      gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT)
    }
  }

  /// Calls `didLayOut` after each layout, before the frame is drawn.
  func watchLayouts() {
    onLayout(of: grid) { [weak self] in self?.didLayOut() }
    grid.on("realize") { [weak self] in
      if let self, isVisibilityCheckDue { scheduleVisibilityCheck() }
    }
  }

  private func didLayOut() {
    flow?.begin(Array(cells.values))
    continueScrolling()
    scheduleFocus()
    guard isVisibilityCheckDue else { return }
    isVisibilityCheckDue = false
    loadVisiblePictures()
  }

  /// Loads the pictures of visible cells, and drops those of others.
  private func loadVisiblePictures() {
    guard let seen = visibleRange else { return }
    // In the first row some may be hidden in part.
    let middle = min(seen.places.lowerBound + seen.columns, seen.places.upperBound)
    lastSeen = album.flatMap { $0.photos.indices.contains(middle) ? $0.photos[middle] : nil }
    // One more row at each end, so that it does not flash when it is scrolled in.
    let wanted = seen.places.lowerBound - seen.columns...seen.places.upperBound + seen.columns
    for (item, cell) in cells {
      if let photo = cell.photo, let path = photo.path, wanted.contains(place(of: item)) {
        loadPicture(of: photo, at: path, pixels: seen.pixels, in: cell)
      } else {
        dropPicture(of: cell)
      }
    }
  }

  /// The visible positions, the number of columns, and the cells' width in device pixels.
  ///
  /// The list has many more cells than are visible: it maps the visible ones, and leaves outdated
  /// bounds to the others.
  var visibleRange: (places: ClosedRange<Int>, columns: Int, pixels: Int)? {
    let seen = cells.filter {
      $1.photo != nil && $1.pixels > 0 && gtk_widget_get_mapped($1.widget) != 0
    }
    let places = seen.keys.map { place(of: $0) }
    guard let first = places.min(), let last = places.max(), let cell = seen.values.first else {
      return nil
    }
    var bounds = graphene_rect_t()
    let lefts = seen.values.map { cell in
      _ = gtk_widget_compute_bounds(cell.widget, widget, &bounds)
      return bounds.origin.x
    }
    return (first...last, Set(lefts).count, cell.pixels)
  }

  private func place(of item: UnsafeMutableRawPointer) -> Int {
    Int(gtk_list_item_get_position(OpaquePointer(item)))
  }

  /// Drops a cell's picture, and stops loading one.
  func dropPicture(of cell: PhotoCell) {
    cell.loading?.cancel()
    cell.loading = nil
    cell.forgetPicture()
  }

  private func loadPicture(
    of photo: Photo, at path: String, pixels: Int, in cell: PhotoCell
  ) {
    let side = Thumbnails.side(pixels)
    guard cell.pictureSide < side, cell.loading == nil, let file = albums.file(of: photo) else {
      return
    }
    if let texture = thumbnails.texture(of: path, pixels: pixels) {
      return cell.show(texture, side: side)
    }
    cell.loading = Task { [weak self, weak cell, thumbnails] in
      let texture = await thumbnails.load(file, of: path, pixels: pixels)
      guard !Task.isCancelled, let cell else { return }
      cell.loading = nil
      guard cell.photo?.id == photo.id, cell.photo?.path == path else { return }
      if let texture { cell.show(texture, side: side) } else { self?.checkFile(of: photo) }
      // The cell may have grown meanwhile.
      if side < Thumbnails.side(cell.pixels) { self?.scheduleVisibilityCheck() }
    }
  }

  private func checkFile(of photo: Photo) {
    if let album { albums.checkFile(of: photo, in: album) }
  }

  /// Redraws placeholders while there are any.
  func scheduleShimmer() {
    guard shimmer == nil, let album, album.tally.awaited > 0 else { return }
    shimmer = MainLoop.after(milliseconds: AlbumGrid.shimmerInterval) { [weak self] in
      guard let self else { return }
      shimmer = nil
      for cell in cells.values where cell.photo?.state == .awaited { cell.redraw() }
      if gtk_widget_get_mapped(grid) != 0, adw_get_enable_animations(grid) != 0 {
        scheduleShimmer()
      }
    }
  }
}
