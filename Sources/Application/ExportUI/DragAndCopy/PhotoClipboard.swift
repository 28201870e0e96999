import CAdwaita
import CGLib
package import GLibBridge
package import Widgets

/// Copies photos for other programs.
package enum PhotoClipboard {
  /// Puts photos on the clipboard, and says so.
  ///
  /// Their files are made at once: the photos may be gone when somebody pastes.
  package static func copy(_ photos: [LentPhoto], from widget: Widget) async {
    let kept = Ref(retaining: widget)
    let provider = PhotoContent.make(photos)
    let copies = await companion(of: provider.pointer.raw, as: PhotoContent.self)?.copies()
    guard copies != nil else {
      return kept.pointer.activate(.showMessage, Words.notCopied(photos.count))
    }
    gdk_clipboard_set_content(gtk_widget_get_clipboard(kept.pointer), provider.pointer)
    kept.pointer.activate(.showMessage, Words.copied(photos.count))
  }
}

/// Lets photos be dragged into other programs.
package enum PhotoDrag {
  /// Makes a widget the handle of photos; `photos` tells which ones, none of them where there is
  /// nothing to drag, and `icon` what is seen under the pointer; `isHeld` is called when the widget is
  /// pressed, and when that is over.
  package static func add(
    to widget: Widget, photos: @escaping () -> [LentPhoto],
    icon: @escaping () -> Ref<OpaquePointer>?, isHeld: @escaping (Bool) -> Void
  ) {
    let source = gtk_drag_source_new()!
    gtk_drag_source_set_actions(source, GDK_ACTION_COPY)
    source.on("prepare") { () -> OpaquePointer? in
      // A finger that moves scrolls.
      let device = gtk_gesture_get_device(source)
      let lent = photos()
      guard device.map({ gdk_device_get_source($0) != GDK_SOURCE_TOUCHSCREEN }) ?? true,
        !lent.isEmpty
      else { return nil }
      let provider = PhotoContent.make(lent)
      g_object_ref(provider.pointer.raw)
      return OpaquePointer(provider.pointer)
    }
    source.on("begin") { isHeld(true) }
    source.on("end") { isHeld(false) }
    source.on("drag-begin") {
      if let icon = icon() { gtk_drag_source_set_icon(source, icon.pointer, 0, 0) }
    }
    gtk_widget_add_controller(widget, source)
  }
}
