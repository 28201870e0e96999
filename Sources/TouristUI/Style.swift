import CAdwaita
import CGLib

/// The program's own style, on top of libadwaita's.
enum Style {
  private static let sheet = """
    .map-canvas { background-color: @shade_bg; }
    @define-color shade_bg mix(@window_bg_color, @window_fg_color, 0.08);
    map-layer { color: @shade_bg; }
    .map-canvas:focus-visible { outline: 2px solid @accent_color; outline-offset: -2px; }

    button.pin {
      padding: 0; margin: 0; border: none; min-width: 0; min-height: 0; border-radius: 15px;
      background: none; box-shadow: none;
    }
    button.pin:hover { filter: brightness(1.15); }
    button.pin:active { filter: brightness(0.85); }
    button.pin:focus-visible { outline: 3px solid @accent_color; outline-offset: 1px; }

    button.cluster {
      padding: 0 6px; min-width: 28px; min-height: 40px; border-radius: 20px; border: 2px solid white;
      background: #c01c28; color: white; font-weight: bold; box-shadow: 0 1px 4px alpha(black, 0.4);
    }
    button.cluster:hover { background: #e01b24; }
    button.cluster:focus-visible { outline: 3px solid @accent_color; outline-offset: 1px; }

    .map-attribution {
      padding: 1px 6px; font-size: small; background-color: alpha(@window_bg_color, 0.8);
      color: @window_fg_color;
    }
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
