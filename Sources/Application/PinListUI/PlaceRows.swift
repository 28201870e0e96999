import CAdwaita
import CGLib
import GLibBridge
import Places
import TouristSession
import TravelModel
import Widgets

/// The rows of a list of pins as a GTK list model, with the selection.
///
/// GTK's own models make an object for each of a hundred thousand rows; this one makes those that
/// are requested. The selection consists of pins, not positions, and so survives sorting.
final class PlaceRows {
  /// The model, which retains these rows, because GTK uses them until it is freed.
  let model: OpaquePointer
  weak var view: PlaceListView?

  private let list: PinList
  private var selected: Set<Pin.ID> = []
  /// Whether presses and keys add to the selection; GTK otherwise selects the focused row alone.
  var isSelecting = false

  /// From this many replaced rows on, the existing ones are reused: GTK would make some two
  /// hundred, which takes a tenth of a second.
  private static let manyRows = 50

  /// The rows added in each frame to a list being filled, and the most that GTK makes: two hundred
  /// at once would delay the list while it slides in.
  private static let (step, mostMade) = (8, 200)
  /// How many rows of a list being filled are there so far.
  private var come: Int?

  /// Makes the rows and their model, whose reference the caller owns.
  init(of list: PinList) {
    self.list = list
    model = makeObject(placeRowsType)
    attach(self, to: model)
    list.onSplice = { [weak self] in self?.apply($0) }
  }

  /// The selected pins in the list, in its order.
  var chosen: [Pin.ID] {
    selected.isEmpty ? [] : list.rows.filter { selected.contains($0) }
  }

  /// Adds a row to the selection, or removes it.
  func toggle(_ position: Int) {
    if isSelected(at: position) {
      gtk_selection_model_unselect_item(model, guint(position))
    } else {
      gtk_selection_model_select_item(model, guint(position), 0)
    }
  }

  private func apply(_ splice: ListSplice) {
    var (position, removed, added) = (splice.position, splice.removed, splice.inserted.count)
    let isFilled =
      position + removed < PlaceRows.step && position + added > PlaceRows.step
      && position + added == list.rows.count
    if isFilled || come != nil {
      let first = come == nil ? position : 0
      return fill(from: first, instead: (come ?? position + removed) - first)
    }
    let kept = min(removed, added)
    if kept >= PlaceRows.manyRows {
      view?.showOthers(at: position..<(position + kept))
      gtk_selection_model_selection_changed(model, guint(position), guint(kept))
      (position, removed, added) = (position + kept, removed - kept, added - kept)
    }
    if removed + added > 0 {
      g_list_model_items_changed(model, guint(position), guint(removed), guint(added))
    }
    view?.pane?.rowsChanged()
  }

  /// Replaces a few rows by many, which are added frame by frame.
  private func fill(from first: Int, instead removed: Int) {
    let isUnderWay = come != nil
    let count = min(PlaceRows.step, list.rows.count)
    come = count < list.rows.count ? count : nil
    g_list_model_items_changed(model, guint(first), guint(removed), guint(max(0, count - first)))
    if come != nil, !isUnderWay { addRowsAtNextFrame() }
    view?.pane?.rowsChanged()
  }

  /// Adds the next rows to a list being filled.
  private func addRows() {
    guard let come else { return }
    guard come + PlaceRows.step < min(PlaceRows.mostMade, list.rows.count) else { return haveAll() }
    self.come = come + PlaceRows.step
    g_list_model_items_changed(model, guint(come), 0, guint(PlaceRows.step))
    addRowsAtNextFrame()
  }

  private func addRowsAtNextFrame() {
    if let view { atNextFrame(of: view.widget) { [weak self] in self?.addRows() } }
  }

  /// Adds all remaining rows, because one of them is to be focused.
  func haveAll() {
    guard let come else { return }
    self.come = nil
    g_list_model_items_changed(model, guint(come), 0, guint(list.rows.count - come))
  }

  fileprivate var count: Int { come ?? list.rows.count }

  fileprivate func name(at position: Int) -> String? {
    position < count ? String(list.rows[position].number) : nil
  }

  fileprivate func isSelected(at position: Int) -> Bool {
    position < count && selected.contains(list.rows[position])
  }

  /// Selects the rows of `mask` that are in `wanted`, and deselects the others of `mask`.
  fileprivate func select(_ wanted: OpaquePointer, in mask: OpaquePointer) {
    let rows = list.rows
    func pins(_ bits: OpaquePointer) -> [Pin.ID] {
      (0..<gtk_bitset_get_size(bits)).compactMap {
        let position = Int(gtk_bitset_get_nth(bits, guint($0)))
        return position < rows.count ? rows[position] : nil
      }
    }
    let isAll = Int(gtk_bitset_get_size(mask)) >= rows.count
    if isSelecting, isAll, rows.count > 1, gtk_bitset_get_size(wanted) == 1 { return }
    if isAll {
      selected = Set(pins(wanted))
    } else {
      selected.subtract(pins(mask))
      selected.formUnion(pins(wanted))
    }
    guard gtk_bitset_is_empty(mask) == 0 else { return }
    let (first, last) = (gtk_bitset_get_minimum(mask), gtk_bitset_get_maximum(mask))
    gtk_selection_model_selection_changed(model, first, last - first + 1)
    view?.pane?.rowsChanged()
  }
}

/// Asks the rows of a model; GTK calls on its only thread.
private nonisolated func rows<Answer: Sendable>(
  of model: UnsafeMutableRawPointer, _ ask: @MainActor (PlaceRows) -> Answer
) -> Answer? {
  nonisolated(unsafe) let model = model
  return MainActor.assumeIsolated {
    companion(of: model, as: PlaceRows.self).map { ask($0) }
  }
}

private let placeRowsType: GType = {
  let type = registerSubclass(of: GType(20 << 2), named: "VirtualTouristPlaceRows") { _, _ in }
  addInterface(g_list_model_get_type(), to: type) { interface, _ in
    let interface = interface!.assumingMemoryBound(to: GListModelInterface.self)
    interface.pointee.get_item_type = { _ in gtk_string_object_get_type() }
    interface.pointee.get_n_items = { model in
      rows(of: model!.raw) { guint($0.count) } ?? 0
    }
    interface.pointee.get_item = { model, position in
      guard let name = rows(of: model!.raw, { $0.name(at: Int(position)) }) ?? nil else {
        return nil
      }
      return gtk_string_object_new(name).raw
    }
  }
  addInterface(gtk_selection_model_get_type(), to: type) { interface, _ in
    let interface = interface!.assumingMemoryBound(to: GtkSelectionModelInterface.self)
    interface.pointee.is_selected = { model, position in
      (rows(of: model!.raw) { $0.isSelected(at: Int(position)) } ?? false).gboolean
    }
    interface.pointee.set_selection = { model, wanted, mask in
      nonisolated(unsafe) let (wanted, mask) = (wanted!, mask!)
      _ = rows(of: model!.raw) { $0.select(wanted, in: mask) }
      return 1
    }
  }
  return type
}()
