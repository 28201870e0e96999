import CAdwaita
import CGLib
import GLibBridge

/// Where things are on the viewer's page.
extension PhotoViewer {
  /// The least that is left of the picture beside the pane, in points; below, the pane lies over it.
  private static let leastStage: Int32 = 300

  func layOutHeader(_ header: Widget, _ fullScreenButton: Widget) {
    gtk_button_set_icon_name(infoButton.cast(), "sidebar-show-right-symbolic")
    gtk_widget_set_tooltip_text(infoButton, tr("Properties"))
    infoButton.setAccessibleName(tr("Properties"))
    adw_header_bar_set_title_widget(header.cast(), title)
    adw_header_bar_pack_start(header.cast(), back)
    for button in [menu.button, infoButton, fullScreenButton] {
      adw_header_bar_pack_end(header.cast(), button)
    }
  }

  func layOutStage(_ overlay: Widget) {
    gtk_widget_add_css_class(retryButton, "pill")
    gtk_widget_set_halign(retryButton, GTK_ALIGN_CENTER)
    adw_status_page_set_child(missing.cast(), retryButton)
    gtk_stack_add_child(stage.cast(), canvas.widget)
    gtk_stack_add_child(stage.cast(), missing)
    gtk_overlay_set_child(overlay.cast(), stage)
    gtk_widget_set_size_request(overlay, PhotoViewer.leastStage, -1)
  }

  func layOut(_ column: Widget, _ header: Widget, _ overlay: Widget) {
    adw_flap_set_content(pane.cast(), overlay)
    adw_flap_set_flap(pane.cast(), info.widget)
    adw_flap_set_separator(pane.cast(), gtk_separator_new(GTK_ORIENTATION_VERTICAL))
    adw_flap_set_flap_position(pane.cast(), GTK_PACK_END)
    adw_flap_set_reveal_flap(pane.cast(), 0)
    info.widget.setAccessibleHidden(true)

    gtk_orientable_set_orientation(column.cast(), GTK_ORIENTATION_VERTICAL)
    adw_flap_set_content(column.cast(), pane)
    adw_flap_set_flap(column.cast(), header)
    adw_flap_set_fold_policy(column.cast(), ADW_FLAP_FOLD_POLICY_NEVER)
    gtk_widget_set_vexpand(column, 1)
    for flap in [pane, column] {
      // A swipe is for the photos, and a click beside the pane for what is there.
      adw_flap_set_swipe_to_open(flap.cast(), 0)
      adw_flap_set_swipe_to_close(flap.cast(), 0)
      adw_flap_set_modal(flap.cast(), 0)
      adw_flap_set_locked(flap.cast(), 1)
      flap.addClass("viewer-pane")
    }
    widget.addClass("background")
  }
}
