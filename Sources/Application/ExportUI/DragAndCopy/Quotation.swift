import AlbumExport
import CAdwaita
import CGLib
import GLibBridge
package import TravelModel
package import Widgets

/// Text about a place for other programs, which always contains its credit.
package enum Quotation {
  /// Adds the credit to a label's selected text when it is copied or dragged.
  package static func lend(_ label: Widget, from text: PlaceText) {
    label.on("copy-clipboard") {
      // Otherwise the label would copy the text without its credit.
      g_signal_stop_emission_by_name(label.raw, "copy-clipboard")
      guard let words = selection(of: label) else { return }
      let content = content(words, from: text)
      gdk_clipboard_set_content(gtk_widget_get_clipboard(label), content.pointer)
    }
    addDrag(to: label, from: text)
  }

  /// The content for the clipboard or a drag: the text as HTML with links, and as plain text.
  private static func content(
    _ words: String, from text: PlaceText
  ) -> Ref<UnsafeMutablePointer<GdkContentProvider>> {
    let html = Credits.html(ofText: words, credit: Words.credit(of: text) { HTML.link($0, to: $1) })
    let bytes = Bytes(copying: html.utf8)
    let plain = withGValue("\(words)\n\n\(Words.plainCredit(of: text))\n") {
      gdk_content_provider_new_for_value($0)
    }
    var kinds = [gdk_content_provider_new_for_bytes("text/html", bytes.pointer), plain]
    return Ref(adopting: gdk_content_provider_new_union(&kinds, gsize(kinds.count))!)
  }

  private static func selection(of label: Widget) -> String? {
    var (start, end): (Int32, Int32) = (0, 0)
    guard gtk_label_get_selection_bounds(label.cast(), &start, &end) != 0, start < end else {
      return nil
    }
    return g_utf8_substring(gtk_label_get_text(label.cast()), glong(start), glong(end))
      .map { String(adopting: $0) }
  }

  /// Starts a drag of the selected text before the label's own would.
  private static func addDrag(to label: Widget, from text: PlaceText) {
    let source = label.addController(gtk_drag_source_new(), capturing: true)
    gtk_drag_source_set_actions(source, GDK_ACTION_COPY)
    // Claimed presses do not reach the label, so a click without a drag clears the selection here.
    var isHeld = false
    source.on("begin") {
      let sequence = gtk_gesture_single_get_current_sequence(source.cast())
      var (x, y) = (0.0, 0.0)
      gtk_gesture_get_point(source.cast(), sequence, &x, &y)
      isHeld = isSelected(inLabel: label, x: x, y: y)
      gtk_gesture_set_state(
        source.cast(), isHeld ? GTK_EVENT_SEQUENCE_CLAIMED : GTK_EVENT_SEQUENCE_DENIED)
    }
    source.on("prepare") { () -> OpaquePointer? in
      guard let words = selection(of: label) else { return nil }
      isHeld = false
      let content = content(words, from: text)
      g_object_ref(content.pointer.raw)
      return OpaquePointer(content.pointer)
    }
    source.on("end") {
      if isHeld { gtk_label_select_region(label.cast(), 0, 0) }
      isHeld = false
    }
  }

  private static func isSelected(inLabel label: Widget, x: Double, y: Double) -> Bool {
    var (start, end): (Int32, Int32) = (0, 0)
    guard gtk_label_get_selection_bounds(label.cast(), &start, &end) != 0, start < end else {
      return false
    }
    var (left, top): (Int32, Int32) = (0, 0)
    gtk_label_get_layout_offsets(label.cast(), &left, &top)
    var (index, trailing): (Int32, Int32) = (0, 0)
    let isInside = pango_layout_xy_to_index(
      gtk_label_get_layout(label.cast()), Int32((x - Double(left)) * Double(PANGO_SCALE)),
      Int32((y - Double(top)) * Double(PANGO_SCALE)), &index, &trailing)
    let words = gtk_label_get_text(label.cast())!
    let place = g_utf8_pointer_to_offset(words, words + Int(index))
    return isInside != 0 && (glong(start)..<glong(end)).contains(place)
  }
}
