import CAdwaita
import CGLib
import GLibBridge
package import TravelModel
package import Widgets

/// A button that opens a calendar, to choose a day or none.
package final class DayChoice {
  private(set) var day: CalendarDay?
  /// Called with the day that is chosen; returns the one that this means.
  package var onChoice: (CalendarDay?) -> CalendarDay? = { $0 }

  private let name: String
  private let button: Widget

  /// Turns a menu button into a choice of a day, and of none if it is optional; `name` says which.
  package init(_ button: Widget, name: String, chosen: CalendarDay?, isOptional: Bool = true) {
    (self.button, self.name, day) = (button, name, chosen)
    let layout = Layout("day-choice")
    let (popover, calendar) = (layout["popover"], layout["calendar"])
    gtk_menu_button_set_popover(button.cast(), popover)
    gtk_widget_set_visible(layout["clear"], isOptional.gboolean)
    if let chosen,
      let date = g_date_time_new_local(
        gint(chosen.year), gint(chosen.month), gint(chosen.day), 12, 0, 0)
    {
      gtk_calendar_select_day(calendar.cast(), date)
      g_date_time_unref(date)
    }
    show()
    calendar.on("day-selected") { [weak self, calendar] in
      self?.choose(DayChoice.day(of: calendar))
    }
    layout["choose"].on("clicked") { [weak self, calendar, popover] in
      self?.choose(DayChoice.day(of: calendar))
      gtk_popover_popdown(popover.cast())
    }
    layout["clear"].on("clicked") { [weak self, popover] in
      self?.choose(nil)
      gtk_popover_popdown(popover.cast())
    }
  }

  private static func day(of calendar: Widget) -> CalendarDay? {
    guard let date = gtk_calendar_get_date(calendar.cast()) else { return nil }
    defer { g_date_time_unref(date) }
    return CalendarDay(
      year: Int(g_date_time_get_year(date)), month: Int(g_date_time_get_month(date)),
      day: Int(g_date_time_get_day_of_month(date)))
  }

  private func choose(_ day: CalendarDay?) {
    self.day = onChoice(day)
    show()
  }

  private func show() {
    let text = day.map { Words.day($0) }
    gtk_menu_button_set_label(button.cast(), text ?? trc("day", "None"))
    button.setAccessibleName(
      text.map { tr("{name}: {day}", ["name": name, "day": $0]) } ?? name)
  }
}
