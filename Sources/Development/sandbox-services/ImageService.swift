import GLibBridge

/// Images of the photos that the services list.
///
/// - `/images/OPTIONS/commons/NUMBER/NAME`: the original;
/// - `/images/OPTIONS/commons/thumb/NUMBER/330px-NAME`: a smaller one, of one of the steps;
/// - `/images/OPTIONS/flickr/SERVER/NUMBER_SECRET_z.jpg`: one of Flickr's sizes;
/// - `/images/OPTIONS/panoramax/NUMBER/sd.jpg`: one of Panoramax's sizes;
/// - `/images/unavailable`: what Flickr shows in the place of a removed photo.
///
/// Any number will do. A page of each photo of Commons is below `/wiki`.
enum ImageService {
  /// The widths of the smaller images that Commons makes.
  static let steps = [20, 40, 60, 120, 250, 330, 500, 960, 1280, 1920, 3840]
  /// The part of their addresses that `/control/move` changes.
  static var thumbnails: String { Control.hasMoved ? "moved" : "thumb" }
  /// Flickr's sizes: the letter in the parameter, the suffix in the address, and the longer side.
  static let flickrSizes = [
    ("q", "_q", 150), ("n", "_n", 320), ("m", "", 500), ("z", "_z", 640), ("l", "_b", 1024),
    ("k", "_k", 2048), ("o", "_o", 6000),
  ]

  private static var tally = Tally()
  /// How many images of each scenario are being sent.
  private static var underWay: [String: Int] = [:]

  static func install(on server: SandboxServer) {
    server.serve("/images") { (exchange: Exchange) in
      Control.images.pass(exchange) { answer(exchange) }
    }
    server.serve("/wiki") { (_: Request) in
      .text("<!DOCTYPE html><h1>A photo of the sandbox</h1>", type: "text/html")
    }
  }

  /// The address of a photo's images without their names; nobody listens there if the photo's fault
  /// is `refused`.
  static func address(of photo: WorldPhoto, on server: String) -> String {
    let isRefused = Fault.fault(of: photo.chance, in: photo.scenario) == .refused
    return "\(isRefused ? ClosedPort.address : server)/images/\(photo.scenario.text)"
      + "/\(photo.service.rawValue)"
  }

  private static func answer(_ exchange: Exchange) {
    let parts = Array(exchange.request.parts.dropFirst())
    if parts == ["unavailable"] {
      return send(
        exchange, ImageMaker.image(Picture(look: 0, width: 75, height: 75), as: .png), as: .png)
    }
    guard parts.count >= 4, let scenario = try? Scenario(parts[0]),
      let service = Service(rawValue: parts[1])
    else { return exchange.send(.text("no such image", status: 404)) }
    guard underWay[scenario.text, default: 0] < scenario.atOnce ?? .max else {
      return exchange.send(.tooManyRequests(retryAfter: nil))
    }
    underWay[scenario.text, default: 0] += 1
    exchange.wait(milliseconds: scenario.delay) {
      underWay[scenario.text]! -= 1
      guard !Control.isOff else { return exchange.drop() }
      switch service {
      case .commons: answerCommons(exchange, Array(parts.dropFirst(2)), scenario)
      case .flickr: answerFlickr(exchange, parts.last!, scenario)
      case .panoramax: answerStreet(exchange, Array(parts.dropFirst(2)), scenario)
      }
    }
  }

  private static func answerCommons(_ exchange: Exchange, _ parts: [String], _ scenario: Scenario) {
    guard exchange.request.isIdentified else { return exchange.send(CommonsService.forbidden) }
    let isSmall = ["thumb", "moved"].contains(parts[0])
    guard let identity = Int(parts[isSmall ? 1 : 0]), identity >= 0 else {
      return exchange.send(.text("no such image", status: 404))
    }
    let photo = WorldPhoto(identity, of: .commons, in: scenario)
    guard isSmall else { return sendOriginal(exchange, photo) }
    guard parts[0] == thumbnails else {
      return exchange.send(.text("Sorry.", status: [400, 404, 410][identity % 3]))
    }
    let width = parts.last!.split(separator: "px-").first.flatMap { Int($0) } ?? 0
    guard steps.contains(width) else {
      return exchange.send(
        .text("Use thumbnail steps listed on https://w.wiki/GHai", status: 400))
    }
    send(exchange, photo, photo.picture.wide(width))
  }

  private static func sendOriginal(_ exchange: Exchange, _ photo: WorldPhoto) {
    let kind = CommonsMedia.media(of: photo)
    let body: [UInt8]
    switch kind.ending {
    case photo.format.ending: return send(exchange, photo, photo.picture)
    case "svg": body = OddImages.drawing
    case "tif": body = OddImages.tiff
    default: body = Array("There are no \(kind.ending) files here.".utf8)
    }
    exchange.send(SandboxServer.Answer(contentType: kind.mime, body: Bytes(copying: body)))
  }

  private static func answerFlickr(_ exchange: Exchange, _ name: String, _ scenario: Scenario) {
    let parts = name.split { "_.".contains($0) }
    guard parts.count >= 3, let identity = Int(parts[0]), identity >= 0 else {
      return exchange.send(.text("no such image", status: 404))
    }
    let photo = WorldPhoto(identity, of: .flickr, in: scenario)
    if scenario.has(.removed), photo.isOne(of: 8, turn: 6) {
      return exchange.send(
        SandboxServer.Answer(status: 302, headers: ["Location": "/images/unavailable"]))
    }
    let letter = parts.count == 3 ? "" : "_\(parts[2])"
    let length = flickrSizes.first { $0.1 == letter }?.2 ?? 500
    var picture = photo.picture.fitting(length)
    if letter == "_q" { picture = Picture(look: picture.look, width: length, height: length) }
    send(exchange, photo, picture)
  }

  private static func answerStreet(
    _ exchange: Exchange, _ parts: [String], _ scenario: Scenario
  ) {
    guard let identity = Int(parts[0]), identity >= 0 else {
      return exchange.send(.text("no such image", status: 404))
    }
    let photo = WorldPhoto(identity, of: .panoramax, in: scenario)
    let whole =
      photo.isSphere
      ? Picture(look: photo.picture.look, width: 4096, height: 2048) : photo.picture
    send(exchange, photo, parts.last == "hd.jpg" ? whole : whole.wide(2048))
  }

  private static func send(_ exchange: Exchange, _ photo: WorldPhoto, _ picture: Picture) {
    let scenario = photo.scenario
    let tag = "\"\(photo.identity)-\(picture.width)\""
    let image: () -> [UInt8] = {
      photo.format == .jpeg
        ? ImageMaker.jpeg(picture, mark: photo.chance, size: scenario.size)
        : ImageMaker.image(picture, as: photo.format)
    }
    if let fault = Fault.fault(of: photo.chance, in: scenario) {
      let isOver =
        fault.passes
        && tally.count(exchange.request.address)
          >= Fault.duration(of: photo.chance, in: scenario)
      if !isOver { return fault.answer(exchange, jpeg: ImageMaker.jpeg(picture)) }
    }
    if exchange.request.header("If-None-Match") == tag {
      return exchange.send(SandboxServer.Answer(status: 304, headers: ["ETag": tag]))
    }
    send(exchange, image(), as: photo.format, headers: ["ETag": tag])
  }

  private static func send(
    _ exchange: Exchange, _ image: [UInt8], as format: ImageFormat, headers: [String: String] = [:]
  ) {
    exchange.send(
      SandboxServer.Answer(
        contentType: format.contentType, body: Bytes(copying: image), headers: headers))
  }
}
