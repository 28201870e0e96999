import GLibBridge

/// Says a text, at once or after what is being said; nil before GTK 4.14, where the role of what appears
/// has to do.
private let announceText: (@convention(c) (Widget, UnsafePointer<CChar>, CInt) -> Void)? =
  newerSymbol("gtk_accessible_announce")

/// After what is being said.
private let mediumPriority: CInt = 1

extension ObjectPointer {
  /// Has a screen reader say a text that has appeared.
  package func announce(_ text: String) { announceText?(widget, text, mediumPriority) }
}
