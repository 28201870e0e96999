import Files
import GLibBridge
import TravelModel

/// Exports albums as web pages: a self-contained folder with one page and its pictures.
package enum WebAlbum {
  package static let pageName = "index.html"
  private static let picturesName = "pictures"
  /// The longest side of a picture, in pixels: sharp on a large screen, and quick to load on a
  /// phone.
  private static let longestSide = 2048

  /// Writes the page of an album into a new folder in another one.
  ///
  /// Blocks on the disk, so call it on a `WorkQueue`.
  package static func write(
    _ album: ExportedAlbum, map: ExportMap?, into parent: String, progress: ExportProgress
  ) throws(ExportFailure) -> ExportOutcome {
    try writeFolder(of: album, in: parent) { folder throws(ExportFailure) in
      try onDisk { () throws(DiskFailure) in try folder.makeSubfolder(picturesName) }
      let pictures = try PictureWriter(
        album: album, folder: "\(folder.path)/\(picturesName)", progress: progress,
        longestSide: longestSide
      ).write()
      if let map { try WebMap.write(album, map, into: "\(folder.path)/\(picturesName)") }
      try progress.check()
      let page = page(of: album, pictures, hasMap: map != nil)
      try onDisk { () throws(DiskFailure) in
        try writeFile(Array(page.utf8), to: "\(folder.path)/\(pageName)")
      }
      return pictures.count
    }
  }

  static func page(of album: ExportedAlbum, _ pictures: [WrittenPicture], hasMap: Bool) -> String {
    let title = HTML.text(album.title)
    let facts = [
      "<a href=\"\(HTML.text(album.place.link))\">\(HTML.text(album.place.readable))</a>",
      HTML.text(Credits.count(of: pictures.count)), album.day.map(HTML.text),
    ].compactMap { $0 }
    let map = WebMap.html(folder: picturesName, name: Credits.name(ofMapOf: album))
    let missing = Credits.missing(album.missing(besides: pictures.count))
    let notes = [missing, hasMap ? Credits.map : nil, Credits.program]
    return """
      <!DOCTYPE html>
      <html lang="\(HTML.text(album.language))">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'">
      <title>\(title)</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      <header>
      <h1 dir="auto">\(title)</h1>
      <p>\(facts.joined(separator: " · "))</p>
      </header>
      \(hasMap ? map : "")<main>
      \(pictures.enumerated().map { figure($1, number: $0) }.joined())</main>
      <footer>
      \(PlaceCode(of: album.place)?.html ?? "")<p>\(notes.compactMap { $0 }.map(HTML.text).joined(separator: "<br>\n"))</p>
      </footer>
      </body>
      </html>

      """
  }

  private static func figure(_ picture: WrittenPicture, number: Int) -> String {
    let photo = picture.photo
    let details = photo.details
    let address = "\(picturesName)/\(HTML.address(of: picture.name))"
    let size = picture.size
    // A panorama is not wider than the page, and a tall picture not narrower than its caption.
    let ratio = min(4, max(0.4, Double(size.width) / Double(size.height)))
    let credits = [
      details.author.map(HTML.text),
      details.license.map { HTML.link($0, to: details.licenseAddress, rel: "license") },
    ].compactMap { $0 }
    let credit =
      credits.isEmpty ? "" : "<small dir=\"auto\">\(credits.joined(separator: " · "))</small>"
    // The first pictures are not loaded lazily.
    let lazy = number < 2 ? "" : " loading=\"lazy\""
    return """
      <figure style="--r:\(Double(Int(ratio * 100)) / 100)">
      <a href="\(address)"><img src="\(address)" alt="\(HTML.text(photo.title))" width="\(size.width)" height="\(size.height)"\(lazy)></a>
      <figcaption><b dir="auto">\(HTML.link(photo.title, to: details.pageAddress))</b>\(credit)</figcaption>
      </figure>

      """
  }

  private static let style = """
    :root{color-scheme:light dark;--page:#fafafa;--ink:#2e3436;--faint:#5e5c64;--link:#1c71d8}
    @media(prefers-color-scheme:dark){:root{--page:#1e1e1e;--ink:#f6f5f4;--faint:#b4b2ae;--link:#78aeed}}
    *{box-sizing:border-box}
    body{margin:0 auto;padding:1rem;max-width:90rem;background:var(--page);color:var(--ink);font:1rem/1.45 system-ui,sans-serif;overflow-wrap:anywhere}
    h1{margin:.5rem 0 0;font-size:clamp(1.6rem,5vw,2.6rem);line-height:1.15}
    p{margin:.4rem 0 1rem}
    a{color:var(--link)}
    header p,footer,figcaption small{color:var(--faint)}
    footer{margin-top:2rem;font-size:.85rem}
    main{display:flex;flex-wrap:wrap;gap:1.25rem 1rem;align-items:flex-start;margin-top:1.5rem}
    main::after{content:"";flex:1000 1 12rem}
    figure{margin:0;flex:var(--r) 1 calc(var(--r)*14rem);min-width:min(9rem,100%);max-width:100%}
    img{display:block;width:100%;height:auto;border-radius:8px;background:#8882}
    figcaption{margin-top:.4rem;font-size:.95rem;line-height:1.35}
    figcaption b{display:block}
    .map{border-radius:12px}
    .code{display:block;width:9rem;margin-bottom:1rem}
    @media print{main{display:block}figure{break-inside:avoid;margin-bottom:1rem}}
    """
}
