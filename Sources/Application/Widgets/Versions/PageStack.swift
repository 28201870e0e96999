import CAdwaita
import CGLib
import GLibBridge

/// A stack of pages: a navigation view since libadwaita 1.4, before that a leaflet.
package final class PageStack {
  package let widget: Widget
  /// Called when another page is shown.
  package var onChange: () -> Void = {}
  /// Called when the page that it has replaced has slid out.
  package var onSettle: () -> Void = {}

  private let newer = hasNewerSymbol("adw_navigation_view_new") ? NavigationView() : nil
  /// The content of each page, and the navigation page around it, if any.
  private var pages: [(content: Widget, page: Widget, isLeftBySwipe: Bool)] = []

  package init(root: Widget, title: String) {
    if let newer {
      widget = newer.make()
      // The pages handle their own keys.
      widget.set("pop-on-escape", to: false)
    } else {
      widget = adw_leaflet_new()!
      adw_leaflet_set_can_unfold(widget.cast(), 0)
      adw_leaflet_set_can_navigate_back(widget.cast(), 1)
    }
    if newer != nil { letPressesThrough() }
    add(root, title: title)
    widget.on("notify::visible-\(newer == nil ? "child" : "page")") { [weak self] in
      self?.follow()
      self?.onChange()
      self?.settleIfStill()
    }
    if newer == nil {
      widget.on("notify::child-transition-running") { [weak self] in self?.settleIfStill() }
    }
  }

  /// Of a navigation view, each page says when it has slid out, but before another one is shown where
  /// nothing slides.
  private func settleIfStill() {
    let isSliding =
      newer == nil
      ? adw_leaflet_get_child_transition_running(widget.cast()) != 0
      : adw_get_enable_animations(widget) != 0 && gtk_widget_get_mapped(widget) != 0
    if !isSliding { onSettle() }
  }

  /// Adds a page above the others; `show` makes it visible.
  package func add(_ content: Widget, title: String, isLeftBySwipe: Bool = true) {
    guard let newer else {
      pages.append((content, content, isLeftBySwipe))
      return _ = adw_leaflet_append(widget.cast(), content)
    }
    let page = newer.makePage(content, title)
    pages.append((content, page, isLeftBySwipe))
    page.set("can-pop", to: isLeftBySwipe)
    page.on("hidden") { [weak self] in self?.onSettle() }
    newer.add(widget, page)
  }

  package var shown: Widget {
    let visible =
      newer.map { $0.visiblePage(widget) } ?? adw_leaflet_get_visible_child(widget.cast())
    return pages.first { $0.page == visible }?.content ?? pages[0].content
  }

  /// Shows a page, and removes the pages above it.
  package func show(_ content: Widget) {
    guard let (_, page, isLeftBySwipe) = pages.first(where: { $0.content == content }) else {
      preconditionFailure("the page was not added")
    }
    guard let newer else {
      adw_leaflet_set_can_navigate_back(widget.cast(), isLeftBySwipe.gboolean)
      return adw_leaflet_set_visible_child(widget.cast(), page)
    }
    var beneath = newer.visiblePage(widget)
    guard beneath != page else { return }
    while let current = beneath, current != page { beneath = newer.previousPage(widget, current) }
    if beneath == nil {
      newer.push(widget, page)
    } else {
      _ = newer.popToPage(widget, page)
    }
  }

  package func goBack() {
    if let newer {
      _ = newer.pop(widget)
    } else if let index = pages.firstIndex(where: { $0.content == shown }), index > 0 {
      show(pages[index - 1].content)
    }
  }

  /// Makes only the shown page react to presses and visible to assistive tools.
  ///
  /// An outgoing page would take along popovers that a press opens; GTK 4.8 does not hide it by
  /// itself.
  private func follow() {
    for (content, page, _) in pages {
      gtk_widget_set_can_target(page, (content == shown).gboolean)
      content.setAccessibleHidden(content != shown)
    }
  }

  /// Lets presses reach a page that slides in or is uncovered: a widget over all pages of a navigation
  /// view takes them meanwhile.
  private func letPressesThrough() {
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      if String(cString: gtk_widget_get_css_name(child)) == "widget" {
        gtk_widget_set_can_target(child, 0)
      }
      next = gtk_widget_get_next_sibling(child)
    }
  }

  /// Removes the back button that a navigation view adds to a header; the pages have their own.
  package static func hideExtraBackButton(in header: Widget) {
    if header.has("show-back-button") { header.set("show-back-button", to: false) }
  }
}

/// The functions of `AdwNavigationView`.
private struct NavigationView {
  let make: @convention(c) () -> Widget = newerSymbol("adw_navigation_view_new")!
  let makePage: @convention(c) (Widget, UnsafePointer<CChar>) -> Widget = newerSymbol(
    "adw_navigation_page_new")!
  let add: @convention(c) (Widget, Widget) -> Void = newerSymbol("adw_navigation_view_add")!
  let push: @convention(c) (Widget, Widget) -> Void = newerSymbol("adw_navigation_view_push")!
  let pop: @convention(c) (Widget) -> gboolean = newerSymbol("adw_navigation_view_pop")!
  let popToPage: @convention(c) (Widget, Widget) -> gboolean = newerSymbol(
    "adw_navigation_view_pop_to_page")!
  let visiblePage: @convention(c) (Widget) -> Widget? = newerSymbol(
    "adw_navigation_view_get_visible_page")!
  let previousPage: @convention(c) (Widget, Widget) -> Widget? = newerSymbol(
    "adw_navigation_view_get_previous_page")!
}
