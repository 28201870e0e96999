import AlbumExport
import CAdwaita
import CCairo  // For the compiler, `GValue` may be in it.
import CGLib
import Files
package import GLibBridge
import Imaging
import TravelModel
package import Widgets

/// The content provider for photos that are copied or dragged: on request it makes files with their
/// credits, the picture of a single photo, and the credits as text.
private final class PhotoContent {
  private let photos: [LentPhoto]
  private var copying: Task<[String]?, Never>?

  static func make(_ photos: [LentPhoto]) -> Ref<UnsafeMutablePointer<GdkContentProvider>> {
    let provider = Ref<UnsafeMutablePointer<GdkContentProvider>>(
      adopting: makeObject(contentType, [:]).cast())
    attach(PhotoContent(photos), to: provider.pointer)
    return provider
  }

  private init(_ photos: [LentPhoto]) { self.photos = photos }

  /// The copies, made only once; nil if one cannot be made.
  func copies() async -> [String]? {
    let task =
      copying
      ?? Task { [photos] in
        var copies: [String] = []
        for photo in photos {
          guard let copy = await photo.copy() else { return nil }
          copies.append(copy.path)
        }
        return copies
      }
    copying = task
    return await task.value
  }

  private static let texts = ["text/plain;charset=utf-8", "text/plain"]
  private static let html = "text/html"

  /// The formats that are offered, the best first.
  var formats: OpaquePointer {
    let builder = gdk_content_formats_builder_new()!
    // The types that GTK derives from files and pictures, without those that would be requested at
    // once.
    let types = [gdk_file_list_get_type()] + (photos.count == 1 ? [gdk_texture_get_type()] : [])
    for name in types.flatMap(mimeTypes(of:)) + [PhotoContent.html] + PhotoContent.texts {
      gdk_content_formats_builder_add_mime_type(builder, name)
    }
    return gdk_content_formats_builder_free_to_formats(builder)
  }

  private func mimeTypes(of type: GType) -> [String] {
    let formats = gdk_content_formats_union_serialize_mime_types(
      gdk_content_formats_new_for_gtype(type))!
    defer { gdk_content_formats_unref(formats) }
    var count: gsize = 0
    let names = gdk_content_formats_get_mime_types(formats, &count)
    return (0..<Int(count)).compactMap { names?[$0].map { String(cString: $0) } }
  }

  func write(_ type: String, to stream: UnsafeMutablePointer<GOutputStream>) async throws {
    if PhotoContent.texts.contains(type) {
      return try await write(text: credit, to: stream)
    }
    guard let copies = await copies() else { throw Failure() }
    if type == PhotoContent.html { return try await write(text: html(copies), to: stream) }
    if mimeTypes(of: gdk_file_list_get_type()).contains(type) {
      return try await write(files: copies, as: type, to: stream)
    }
    guard let texture = await PhotoContent.texture(of: copies[0]) else { throw Failure() }
    try await serialize(gdk_texture_get_type(), as: type, to: stream) {
      g_value_set_object($0, texture.pointer.raw)
    }
  }

  private struct Failure: Error {}

  private var credit: String {
    photos.map { Credits.text(of: $0.photo) }.joined(separator: "\n")
  }

  private func html(_ copies: [String]) -> String {
    Credits.html(
      of: zip(photos, copies).map { photo, copy in
        let address = g_filename_to_uri(copy, nil, nil).map { String(adopting: $0) }
        return (photo.photo, address ?? "")
      })
  }

  private func write(
    files: [String], as type: String, to stream: UnsafeMutablePointer<GOutputStream>
  ) async throws {
    var list: UnsafeMutablePointer<GSList>?
    for path in files.reversed() {
      list = g_slist_prepend(list, g_file_new_for_path(path)!.raw)
    }
    defer { g_slist_free_full(list) { g_object_unref($0) } }
    let boxed = UnsafeMutableRawPointer(gdk_file_list_new_from_list(list)!)
    try await serialize(gdk_file_list_get_type(), as: type, to: stream) {
      g_value_take_boxed($0, boxed)
    }
  }

  private func serialize(
    _ kind: GType, as type: String, to stream: UnsafeMutablePointer<GOutputStream>,
    fill: (UnsafeMutablePointer<GValue>) -> Void
  ) async throws {
    var value = GValue()
    g_value_init(&value, kind)
    defer { g_value_unset(&value) }
    fill(&value)
    // GDK keeps the pointer to the type, and reads it on another thread.
    let lasting = g_intern_string(type)
    _ = try await awaitingGIO { cancellable, ready, data in
      gdk_content_serialize_async(
        stream, lasting, &value, G_PRIORITY_DEFAULT, cancellable, ready, data)
    } finish: { result, error in
      gdk_content_serialize_finish(result, error)
    }
  }

  private func write(text: String, to stream: UnsafeMutablePointer<GOutputStream>) async throws {
    let kept = Bytes(copying: text.utf8)
    _ = try await awaitingGIO { cancellable, ready, data in
      g_output_stream_write_bytes_async(
        stream, kept.pointer, G_PRIORITY_DEFAULT, cancellable, ready, data)
    } finish: { result, error in
      g_output_stream_write_bytes_finish(stream, result, error)
    }
  }

  /// The picture in a file, no larger than other programs can be expected to handle; nil if it
  /// cannot be read.
  private static func texture(of path: String) async -> Ref<OpaquePointer>? {
    let decoded = await WorkQueue.shared.run { () -> DecodedPicture? in
      guard let file = try? PictureFile(sniffing: path), !file.header.isTooLarge else { return nil }
      let most = PixelSize(width: 8192, height: 8192)
      return try? DecodedPicture(
        of: path,
        covering: PixelSize(
          width: min(most.width, file.size.width), height: min(most.height, file.size.height)))
    }
    return decoded?.texture
  }
}

/// The content provider for photos on the clipboard or in a drag.
private let contentType = registerSubclass(
  of: gdk_content_provider_get_type(), named: "VirtualTouristPhotos"
) { content, _ in
  let content = content!.assumingMemoryBound(to: GdkContentProviderClass.self)
  content.pointee.ref_formats = { provider in
    nonisolated(unsafe) let provider = provider!
    nonisolated(unsafe) var formats: OpaquePointer!
    MainActor.assumeIsolated {
      formats = companion(of: provider.raw, as: PhotoContent.self)?.formats
    }
    return formats
  }
  content.pointee.write_mime_type_async = { provider, type, stream, _, cancellable, ready, data in
    nonisolated(unsafe) let (provider, stream) = (provider!, stream!)
    nonisolated(unsafe) let task = g_task_new(provider, cancellable, ready, data)!
    let type = String(cString: type!)
    MainActor.assumeIsolated {
      let (provider, stream) = (Ref(retaining: provider), Ref(retaining: stream))
      Task {
        defer { g_object_unref(task.raw) }
        do {
          try await companion(of: provider.pointer.raw, as: PhotoContent.self)?
            .write(type, to: stream.pointer)
          g_task_return_boolean(task, 1)
        } catch {
          g_task_return_error(
            task,
            g_error_new_literal(
              g_io_error_quark(), Int32(bitPattern: G_IO_ERROR_FAILED.rawValue),
              "the photo cannot be copied"))
        }
      }
    }
  }
  content.pointee.write_mime_type_finish = { _, result, error in
    g_task_propagate_boolean(result, error)
  }
}

package enum PhotoClipboard {
  /// Copies photos to the clipboard, and says so.
  ///
  /// Their files are made at once, because the photos may be removed before somebody pastes.
  package static func copy(_ photos: [LentPhoto], from widget: Widget) async {
    let kept = Ref(retaining: widget)
    let provider = PhotoContent.make(photos)
    let copies = await companion(of: provider.pointer.raw, as: PhotoContent.self)?.copies()
    guard copies != nil else {
      let sentence =
        photos.count == 1
        ? tr("The photo could not be copied.") : tr("The photos could not be copied.")
      return kept.pointer.ask(.showMessage(sentence))
    }
    gdk_clipboard_set_content(gtk_widget_get_clipboard(kept.pointer), provider.pointer)
    let sentence =
      photos.count == 1
      ? tr("Photo copied")
      : tr("{count} photo copied", plural: "{count} photos copied", count: photos.count)
    kept.pointer.ask(.showMessage(sentence))
  }
}

package enum PhotoDrag {
  /// Makes photos draggable by a widget.
  ///
  /// `photos` returns those to drag, and `icon` what is shown at the pointer; `isHeld` is called
  /// when the widget is pressed and released.
  package static func add(
    to widget: Widget, photos: @escaping () -> [LentPhoto],
    icon: @escaping () -> Ref<OpaquePointer>?, isHeld: @escaping (Bool) -> Void
  ) {
    let source = widget.addController(gtk_drag_source_new())
    gtk_drag_source_set_actions(source, GDK_ACTION_COPY)
    source.on("prepare") { () -> OpaquePointer? in
      // A moving finger scrolls instead.
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
  }
}
