import CAdwaita
import CGLib

/// The program's own style, on top of libadwaita's.
enum Style {
  private static let sheet = """
    .map-canvas:focus-visible { outline: 2px solid @accent_color; outline-offset: -2px; }

    button.marker {
      padding: 0; margin: 0; border: none; min-width: 0; min-height: 0; border-radius: 20px;
      background: none; box-shadow: none;
    }
    button.marker:hover { filter: brightness(1.15); }
    button.marker:active { filter: brightness(0.85); }
    button.marker:focus-visible {
      outline: 3px solid @accent_color; outline-offset: 1px;
    }

    /* Without a compositor libadwaita draws its border as a shadow over the whole window, which
       is most of what a frame costs where there is no graphics card. */
    window.solid-csd { box-shadow: none; padding: 4px; border: 1px solid alpha(currentColor, 0.15); }
    window.solid-csd.fullscreen, window.solid-csd.maximized { padding: 0; border: none; }

    .album-title .subtitle { font-size: smaller; font-weight: normal; opacity: 0.7; }
    button.place-strip { border-radius: 0; background: none; }
    button.place-strip:hover { background-color: alpha(currentColor, 0.06); }
    button.place-strip:focus-visible { outline: 2px solid @accent_color; outline-offset: -3px; }

    .album-grid { padding: 6px; background: none; }
    .album-grid > child { padding: 3px; border-radius: 6px; }
    .album-grid > child:selected { background-color: @accent_bg_color; }
    button.photo-badge {
      min-width: 28px; min-height: 28px; padding: 0; margin: 6px; color: white;
      background-color: @destructive_bg_color;
    }
    button.photo-view { margin: 6px; }
    .album-bar { border-top: 1px solid alpha(currentColor, 0.15); }
    .album-bar > progressbar > trough, .album-bar > progressbar > trough > progress {
      min-height: 3px;
    }

    .viewer-canvas:focus-visible { outline: none; }
    window.fullscreen .viewer-canvas { background-color: black; }
    /* What a pane leaves uncovered is what it tells about. */
    flap.viewer-pane > dimming { background: none; }
    .viewer-control { margin: 12px; }
    button.viewer-zoom { padding: 0 6px; border-radius: 9999px; }
    .viewer-note { padding: 6px 12px; border-radius: 9px; }
    .viewer-info { padding: 18px 12px; }
    .viewer-property { padding: 9px 12px; }

    /* libadwaita takes the padding of these numbers away and leaves a margin that makes up for it:
       a narrow one would be less than nothing wide. */
    shortcuts-section stackswitcher > button > label { margin: 0; }

    .map-attribution {
      padding: 1px 6px; font-size: small; background-color: alpha(@window_bg_color, 0.8);
      color: @window_fg_color;
    }
    .search-results { margin: 12px; background-color: @popover_bg_color; }
    .map-hint { margin: 18px; padding: 9px 15px; border-radius: 9px; }
    .notice-bar {
      padding: 6px 12px; background-color: mix(@window_bg_color, @warning_bg_color, 0.25);
    }
    """

  /// Loads the style for a display.
  static func install(on display: OpaquePointer) {
    let provider = gtk_css_provider_new()!
    gtk_css_provider_load_from_data(provider, sheet, -1)
    gtk_style_context_add_provider_for_display(
      display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(UnsafeMutableRawPointer(provider))
  }
}
