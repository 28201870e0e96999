import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// A row for choosing one of several values.
final class ChoiceRow<Value: Equatable> {
  private let widget: Widget
  var onChoose: (Value) -> Void = { _ in }
  private let choices: [Choice]

  /// A value, its name, and a short explanation.
  struct Choice {
    let value: Value
    let name: String
    var meaning: String?
  }

  init(_ widget: Widget, _ choices: [Choice], chosen: Value) {
    self.widget = widget
    self.choices = choices
    let names = gtk_string_list_new(nil)!
    for choice in choices { gtk_string_list_append(names, choice.name) }
    showNameInFull()
    adw_combo_row_set_model(widget.cast(), names)
    g_object_unref(names.raw)
    let index = choices.firstIndex { $0.value == chosen } ?? 0
    adw_combo_row_set_selected(widget.cast(), guint(index))
    showMeaning()
    widget.on("notify::selected") { [weak self] in
      guard let self else { return }
      showMeaning()
      onChoose(self.chosen)
    }
  }

  var chosen: Value { selected.value }

  private var selected: Choice {
    choices[min(Int(adw_combo_row_get_selected(widget.cast())), choices.count - 1)]
  }

  /// Makes a narrow row wrap its title before it shortens the chosen name.
  private func showNameInFull() {
    let row: UnsafeMutablePointer<AdwComboRow> = widget.cast()
    adw_combo_row_set_list_factory(row, adw_combo_row_get_factory(row))
    let factory = gtk_signal_list_item_factory_new()!
    factory.on("setup") { (item: OpaquePointer) in
      gtk_list_item_set_child(item, gtk_label_new(nil))
    }
    factory.on("bind") { (item: OpaquePointer) in
      guard let label = gtk_list_item_get_child(item), let name = gtk_list_item_get_item(item)
      else { return }
      gtk_label_set_label(label.cast(), gtk_string_object_get_string(OpaquePointer(name)))
    }
    adw_combo_row_set_factory(row, factory)
    g_object_unref(factory.raw)
  }

  private func showMeaning() {
    if let meaning = selected.meaning { adw_action_row_set_subtitle(widget.cast(), meaning) }
    // Screen readers would otherwise read the title without the value.
    widget.setAccessibleDescription(
      [selected.name, selected.meaning].compactMap(\.self).joined(separator: ": "))
  }
}
