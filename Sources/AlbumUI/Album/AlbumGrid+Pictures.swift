import CAdwaita
import CGLib
import GLibBridge
import Tourist
import Travels
import Widgets

/// How the photos that can be seen get their pictures.
extension AlbumGrid {
  /// How often placeholders are drawn anew, in milliseconds: often enough for a light that comes
  /// and goes slowly.
  private static let shimmerInterval: UInt32 = 80

  /// Looks which cells can be seen, once they have their places for the next frame.
  func planLooking() {
    isLookingPlanned = true
    if let clock = gtk_widget_get_frame_clock(grid) {
      gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT)
    }
  }

  /// Follows what is laid out, between that and the drawing of it.
  func watchLayouts() {
    grid.on("realize") { [weak self] in
      guard let self, let clock = gtk_widget_get_frame_clock(grid) else { return }
      // The window lays out at the same signal, and has connected before.
      let handler = clock.on("layout") { [weak self] in self?.goOnAfterLayout() }
      layouts = (Ref(retaining: clock), handler)
      if isLookingPlanned { planLooking() }
    }
    grid.on("unrealize") { [weak self] in
      guard let self, let (clock, handler) = layouts else { return }
      clock.pointer.disconnect(handler)
      layouts = nil
    }
  }

  private func goOnAfterLayout() {
    flow?.begin(Array(cells.values))
    planFocus()
    guard isLookingPlanned else { return }
    isLookingPlanned = false
    look()
  }

  /// Brings pictures to the cells that can be seen, and takes them from the others.
  private func look() {
    guard let seen = seenPlaces else { return }
    // A row beyond each end is made ready, so that it does not flash when it is scrolled in.
    let wanted = seen.places.lowerBound - seen.columns...seen.places.upperBound + seen.columns
    for (item, cell) in cells {
      if let photo = cell.photo, let path = photo.path, wanted.contains(place(of: item)) {
        wantPicture(of: photo, at: path, pixels: seen.pixels, in: cell)
      } else {
        giveUp(cell)
      }
    }
  }

  /// What can be seen: from where to where, in how many columns, and how large, in device pixels.
  ///
  /// The list has many more cells than can be seen. It maps those that can, and leaves to the others
  /// the bounds that they had when they last were.
  private var seenPlaces: (places: ClosedRange<Int>, columns: Int, pixels: Int)? {
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

  /// Takes a cell's picture from it, and stops loading one.
  func giveUp(_ cell: PhotoCell) {
    cell.loading?.cancel()
    cell.loading = nil
    cell.forgetPicture()
  }

  private func wantPicture(
    of photo: Photo, at path: String, pixels: Int, in cell: PhotoCell
  ) {
    let side = Thumbnails.side(pixels)
    guard cell.pictureSide < side, cell.loading == nil, let file = file(photo) else { return }
    if let texture = thumbnails.texture(of: path, pixels: pixels) {
      return cell.show(texture, side: side)
    }
    cell.loading = Task { [weak self, weak cell, thumbnails] in
      let texture = await thumbnails.load(file, of: path, pixels: pixels)
      guard !Task.isCancelled, let cell, cell.photo?.id == photo.id, cell.photo?.path == path else {
        return
      }
      cell.loading = nil
      if let texture { cell.show(texture, side: side) } else { self?.onUnreadable(photo) }
      // It may have grown meanwhile.
      if side < Thumbnails.side(cell.pixels) { self?.planLooking() }
    }
  }

  /// Draws placeholders anew for as long as there are any.
  func planShimmer() {
    guard shimmer == nil, let album, album.tally.awaited > 0 else { return }
    shimmer = MainLoop.after(milliseconds: AlbumGrid.shimmerInterval) { [weak self] in
      guard let self else { return }
      shimmer = nil
      for cell in cells.values where cell.photo?.state == .awaited { cell.redraw() }
      if gtk_widget_get_mapped(grid) != 0, adw_get_enable_animations(grid) != 0 {
        planShimmer()
      }
    }
  }
}
