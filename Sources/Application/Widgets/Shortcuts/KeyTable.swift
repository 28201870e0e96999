import GLibBridge

/// All keys of the program, for the shortcut controllers and the shortcuts window alike.
package enum KeyTable {
  static let groups: KeyValuePairs<KeyGroup, [KeyLine]> = [
    .map: [
      KeyLine(tr("Search"), ("<Control>f", NamedAction("win.search"))),
      KeyLine(tr("Select a search result"), ("Down", SearchKey.next), ("Up", SearchKey.previous)),
      KeyLine(
        tr("Drop a pin at a search result"),
        ("<Shift>Return <Shift>KP_Enter", SearchKey.dropPin)),
      KeyLine(
        tr("Go to a place worth seeing"),
        ("<Control>r", NamedAction("win.take-me-somewhere"))),
      KeyLine(tr("Drop a pin in the centre"), ("<Control><Shift>n", NamedAction("win.drop-pin"))),
      KeyLine(
        tr("Move the map"),
        ("Left KP_Left", MapKey.west), ("Right KP_Right", MapKey.east), ("Up KP_Up", MapKey.north),
        ("Down KP_Down", MapKey.south)),
      KeyLine(
        tr("Zoom in and out"),
        ("plus equal KP_Add", MapKey.zoomIn), ("minus KP_Subtract", MapKey.zoomOut)),
      KeyLine(tr("Go to the pins"), ("Tab", nil)),
      KeyLine(tr("Go from pin to pin"), ("Left", nil), ("Right", nil), ("Up", nil), ("Down", nil)),
      KeyLine(tr("Open the album of a pin"), ("Return", nil)),
      KeyLine(tr("Start a slideshow of all places"), ("F5", TourKey.start)),
      KeyLine(
        tr("Open the menu of a place"),
        ("Menu", PlaceKey.menu), ("<Shift>F10", PlaceKey.menu)),
      KeyLine(tr("Move the pin to the centre"), ("Return KP_Enter", MoveKey.place)),
      KeyLine(tr("Cancel moving"), ("Escape", MoveKey.cancel)),
      KeyLine(tr("Close the bubble"), ("Escape", BubbleKey.close)),
    ],
    .places: [
      KeyLine(tr("Show or hide the list of places"), ("F9", PlacesKey.toggle)),
      KeyLine(tr("Go from place to place"), ("Up", nil), ("Down", PlaceSearchKey.next)),
      KeyLine(tr("Open the album of a place"), ("Return", nil)),
      KeyLine(tr("Show a place on the map"), ("<Control>m", PlaceRowKey.showOnMap)),
      KeyLine(tr("Add to the selection"), ("<Control>space", nil), ("space", PlaceRowKey.select)),
      KeyLine(tr("Select all places"), ("<Control>a", nil)),
      KeyLine(tr("Remove the selected places"), ("Delete KP_Delete", PlaceRowKey.remove)),
      KeyLine(
        tr("Open the menu of a place in the list"),
        ("Menu", PlaceRowKey.menu), ("<Shift>F10", PlaceRowKey.menu)),
      KeyLine(tr("Leave the list of places"), ("Escape", PlacesKey.leave)),
      KeyLine(
        tr("Go back from a trip"),
        ("Escape", TripsKey.back), ("<Alt>Left Back", TripsKey.back)),
      KeyLine(
        tr("Move a stop of a trip up and down"),
        ("<Alt>Up <Alt>KP_Up", StopKey.moveUp), ("<Alt>Down <Alt>KP_Down", StopKey.moveDown)),
      KeyLine(
        tr("Show a stop or a trip on the map"),
        ("<Control>m", StopKey.showOnMap), ("<Control>m", TripRowKey.showOnMap)),
      KeyLine(
        tr("Remove a stop from its trip, or a trip"),
        ("Delete KP_Delete", StopKey.remove), ("Delete KP_Delete", TripRowKey.remove)),
      KeyLine(
        tr("Open the menu of a stop or a trip"),
        ("Menu", StopKey.menu), ("<Shift>F10", StopKey.menu), ("Menu", TripRowKey.menu),
        ("<Shift>F10", TripRowKey.menu)),
    ],
    .album: [
      KeyLine(
        tr("Go back to the map"),
        ("Escape", AlbumKey.leave), ("<Alt>Left Back", AlbumKey.goBack)),
      KeyLine(tr("View a photo"), ("Return", nil), ("space", PhotoKey.view)),
      KeyLine(tr("Remove the selected photos"), ("Delete KP_Delete", PhotoKey.remove)),
      KeyLine(tr("Keep the selected photos as favourites"), ("<Control>d", PhotoKey.favorite)),
      KeyLine(tr("Copy the selected photos"), ("<Control>c", PhotoKey.copy)),
      KeyLine(
        tr("Open the menu of a photo"),
        ("Menu", PhotoKey.menu), ("<Shift>F10 F10", PhotoKey.menu)),
      KeyLine(
        tr("Make the photos larger and smaller"),
        ("<Control>plus <Control>equal <Control>KP_Add", AlbumKey.larger),
        ("<Control>minus <Control>KP_Subtract", AlbumKey.smaller)),
      KeyLine(
        tr("Show the photos in their usual size"),
        ("<Control>0 <Control>KP_0", AlbumKey.usualSize)),
      KeyLine(tr("Rename the place"), ("F2", NamedAction("album.rename"))),
      KeyLine(tr("Start a slideshow"), ("F5", NamedAction("album.slideshow"))),
      KeyLine(tr("Show or hide the panel about the place"), ("F9", AlbumKey.aboutPlace)),
      KeyLine(tr("Print the album"), ("<Control>p", NamedAction("album.print"))),
    ],
    .photo: [
      KeyLine(
        tr("Go to the previous and the next photo"),
        ("Left KP_Left", ViewerKey.left), ("Right KP_Right", ViewerKey.right)),
      KeyLine(
        tr("Go one photo back and forward"),
        ("Page_Up", ViewerKey.previous), ("Page_Down", ViewerKey.next)),
      KeyLine(
        tr("Go to the first and the last photo"),
        ("Home KP_Home", ViewerKey.first), ("End KP_End", ViewerKey.last)),
      KeyLine(
        tr("Zoom in and out"),
        ("plus equal KP_Add <Control>plus <Control>equal <Control>KP_Add", ViewerKey.zoomIn),
        ("minus KP_Subtract <Control>minus <Control>KP_Subtract", ViewerKey.zoomOut)),
      KeyLine(
        tr("Fit the window, or zoom to 100 %"),
        ("0 KP_0 <Control>0 <Control>KP_0", ViewerKey.fit),
        ("1 KP_1 <Control>1 <Control>KP_1", ViewerKey.showPixels)),
      KeyLine(tr("Zoom to 200 %"), ("<Control>2", ViewerKey.doublePixels)),
      KeyLine(
        tr("Move the picture to the side"),
        ("<Control>Left", ViewerKey.panLeft), ("<Control>Right", ViewerKey.panRight)),
      KeyLine(
        tr("Move the picture up and down"),
        ("<Control>Up", ViewerKey.panUp), ("<Control>Down", ViewerKey.panDown)),
      KeyLine(
        tr("Look around in a panorama"), ("Left", nil), ("Right", nil),
        ("Up KP_Up", ViewerKey.lookUp), ("Down KP_Down", ViewerKey.lookDown)),
      KeyLine(tr("Show or hide the filmstrip"), ("F7", NamedAction("viewer.filmstrip"))),
      KeyLine(tr("Toggle full screen"), ("F11", ViewerKey.fullScreen)),
      KeyLine(tr("Start and end a slideshow"), ("F5", NamedAction("viewer.slideshow"))),
      KeyLine(tr("Pause a slideshow"), ("space", ViewerKey.pause)),
      KeyLine(
        tr("Show the properties of the photo"),
        ("F9", ViewerKey.info), ("<Alt>Return", ViewerKey.info)),
      KeyLine(tr("Go back"), ("Escape", ViewerKey.leave), ("<Alt>Left Back", ViewerKey.goBack)),
    ],
    .photoActions: [
      KeyLine(tr("Save a copy"), ("<Control>s", NamedAction("viewer.save-as"))),
      KeyLine(tr("Copy the picture"), ("<Control>c", NamedAction("viewer.copy"))),
      KeyLine(tr("Open in another app"), ("<Control>o", NamedAction("viewer.open-with"))),
      KeyLine(tr("Set as background"), ("<Control>F8", NamedAction("viewer.set-background"))),
      KeyLine(tr("Show on the map"), ("<Control>m", NamedAction("viewer.show-on-map"))),
      KeyLine(tr("Keep the photo as a favourite"), ("<Control>d", NamedAction("viewer.favorite"))),
      KeyLine(tr("Remove the photo from its album"), ("Delete", NamedAction("viewer.remove"))),
      KeyLine(
        tr("Open the menu of the photo"),
        ("Menu", ViewerKey.menu), ("<Shift>F10", ViewerKey.menu)),
    ],
    .general: [
      KeyLine(tr("Undo"), ("<Control>z", UndoKey.undo)),
      KeyLine(tr("Redo"), ("<Control><Shift>z", UndoKey.redo)),
      KeyLine(tr("Open the help"), ("F1", NamedAction("app.help"))),
      KeyLine(tr("Open the preferences"), ("<Control>comma", NamedAction("win.preferences"))),
      KeyLine(
        tr("Show the keyboard shortcuts"),
        ("<Control>question", NamedAction("win.show-shortcuts"))),
      KeyLine(tr("Close the window"), ("<Control>w", NamedAction("window.close"))),
      KeyLine(tr("Quit"), ("<Control>q", NamedAction("app.quit"))),
    ],
  ]
}

/// The lines of a page, or of what all pages share.
package enum KeyGroup {
  case map, places, album, photo, photoActions, general

  package var title: String {
    switch self {
    case .map: tr("Map")
    case .places: tr("Places")
    case .album: tr("Album")
    case .photo: tr("Photo")
    case .photoActions: tr("Photo Actions")
    case .general: tr("General")
    }
  }
}

package enum MapKey: KeyCommand { case west, east, north, south, zoomIn, zoomOut }
package enum TourKey: KeyCommand { case start }
package enum PlaceKey: KeyCommand { case menu }

/// Keys while a pin is being moved.
package enum MoveKey: KeyCommand { case place, cancel }

/// Keys while a bubble is on the map.
package enum BubbleKey: KeyCommand { case close }
package enum SearchKey: KeyCommand { case next, previous, dropPin }

/// Keys on every page, wherever the focus is.
package enum UndoKey: KeyCommand { case undo, redo }
package enum PlacesKey: KeyCommand { case toggle, leave }
package enum PlaceSearchKey: KeyCommand { case next }
package enum PlaceRowKey: KeyCommand { case showOnMap, select, remove, menu }
package enum TripsKey: KeyCommand { case back }
package enum TripRowKey: KeyCommand { case showOnMap, remove, menu }
package enum StopKey: KeyCommand { case moveUp, moveDown, showOnMap, remove, menu }

package enum AlbumKey: KeyCommand {
  case leave, goBack, larger, smaller, usualSize, aboutPlace
}

package enum PhotoKey: KeyCommand { case view, remove, favorite, copy, menu }

package enum ViewerKey: KeyCommand {
  case left, right, previous, next, first, last
  case zoomIn, zoomOut, fit, showPixels, doublePixels
  case panLeft, panRight, panUp, panDown, lookUp, lookDown
  case fullScreen, pause, info, menu, leave, goBack
}
