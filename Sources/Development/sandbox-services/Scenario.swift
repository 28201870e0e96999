/// The behaviour of a service, as a part of its address says: `count=250,delay=50,quirks=all`.
///
/// Because it is in the address, each test has its own, and nothing needs to be reset.
struct Scenario {
  /// The options as they were written.
  let text: String
  /// How many photos are near any place: `count=N`.
  private(set) var count = 60
  /// The distance of the farthest of them, in metres; the others are spread evenly:
  /// `spread=METRES`.
  private(set) var spread = 800.0
  /// Whether the same photos are near every place: `shared`.
  private(set) var isShared = false
  /// Whether all photos are those of one city, drawn from `seed=N`, which has files of known kinds:
  /// `city`.
  private(set) var isCity = false
  /// How many articles there are about places near any place: `articles=N`.
  private(set) var articles = 20
  /// Whether of some files of Commons it is known which way they look: `headings`.
  private(set) var hasHeadings = false
  /// How long an image takes, in milliseconds: `delay=MS`.
  private(set) var delay = 0
  /// How many images are sent at once, before further requests are refused without a `Retry-After`:
  /// `atonce=N`; nil for no limit.
  private(set) var atOnce: Int?
  /// How long an API answer takes, in milliseconds: `apidelay=MS`.
  private(set) var apiDelay = 0
  /// The length of JPEG images, in bytes: `size=BYTES`; nil for their own length.
  private(set) var size: Int?
  /// How many different pictures there are before they repeat: `looks=N`; few are made sooner.
  private(set) var looks = 60
  /// Every how many photos one is nearly a copy of the one before it: `copies=N`; nil for never.
  private(set) var copies: Int?
  /// Whether there are PNG, GIF and WebP images among the JPEG ones: `formats=mixed`.
  private(set) var isMixed = false
  /// Which peculiarities of the real services are shown: `quirks=NAME+NAME` or `quirks=all`.
  private var quirkNames: Set<String> = []
  /// How API answers fail: `fail=NAME`, or `fail=NAME:N` for only the first N answers.
  private(set) var failure: APIFailure?
  private(set) var failureCount = Int.max
  /// How some images fail: `faults=SHARE` or `faults=NAME+NAME:SHARE`.
  private(set) var faults: [Fault] = []
  private(set) var faultShare = 0.0
  /// How some API answers fail for a while: `searchfaults=SHARE` or `searchfaults=NAME+NAME:SHARE`.
  private(set) var searchFaults: [APIFailure] = []
  private(set) var searchFaultShare = 0.0
  /// The seed that chooses which of them fail: `seed=N`.
  private(set) var seed: UInt64 = 0

  /// An option that does not exist, or has an impossible value.
  struct Mistake: Error {
    let option: String
  }

  /// Reads options; `-` stands for none.
  init(_ text: String) throws(Mistake) {
    self.text = text
    guard text != "-" else { return }
    for option in text.split(separator: ",") {
      let sides = option.split(separator: "=", maxSplits: 1).map(String.init)
      guard try read(sides[0], sides.count > 1 ? sides[1] : "") else {
        throw Mistake(option: String(option))
      }
    }
  }

  /// Tells whether the service has a quirk.
  ///
  /// `quirks=all` leaves out one that makes answers empty.
  func has(_ quirk: Quirk) -> Bool {
    quirkNames.contains(quirk.rawValue) || (quirkNames.contains("all") && quirk != .abrupt)
  }

  private mutating func read(_ name: String, _ value: String) throws(Mistake) -> Bool {
    let number = Int(value).flatMap { $0 >= 0 ? $0 : nil }
    switch (name, number) {
    case ("count", let number?): count = min(number, 90_000)
    case ("spread", let number?): spread = Double(number)
    case ("shared", _): isShared = true
    case ("city", _): isCity = true
    case ("headings", _): hasHeadings = true
    case ("articles", let number?): articles = number
    case ("delay", let number?): delay = number
    case ("atonce", let number?): atOnce = number
    case ("apidelay", let number?): apiDelay = number
    case ("size", let number?): size = number
    case ("looks", let number?): looks = max(1, number)
    case ("copies", let number?): copies = max(2, number)
    case ("formats", _): isMixed = value == "mixed"
    case ("seed", let number?): seed = UInt64(number)
    case ("quirks", _):
      quirkNames = Set(value.split(separator: "+").map(String.init))
      return quirkNames.allSatisfy { $0 == "all" || Quirk(rawValue: $0) != nil }
    case ("fail", _):
      let sides = value.split(separator: ":")
      failure = sides.first.flatMap { APIFailure(rawValue: String($0)) }
      if sides.count > 1 { failureCount = Int(sides[1]) ?? 0 }
      return failure != nil
    case ("faults", _):
      let mix = try Scenario.mix(value) { Fault(rawValue: $0) }
      (faults, faultShare) = (mix.kinds ?? Fault.allCases, mix.share)
    case ("searchfaults", _):
      let mix = try Scenario.mix(value) { APIFailure(rawValue: $0) }
      (searchFaults, searchFaultShare) = (mix.kinds ?? APIFailure.passing, mix.share)
    default: return false
    }
    return true
  }

  private static func mix<Kind>(
    _ text: String, kind: (String) -> Kind?
  ) throws(Mistake) -> (kinds: [Kind]?, share: Double) {
    let sides = text.split(separator: ":")
    guard let share = sides.last.flatMap({ Double($0) }), (0...1).contains(share) else {
      throw Mistake(option: text)
    }
    guard sides.count > 1 else { return (nil, share) }
    let names = sides[0].split(separator: "+").map(String.init)
    let kinds = names.compactMap(kind)
    guard !kinds.isEmpty, kinds.count == names.count else { throw Mistake(option: text) }
    return (kinds, share)
  }
}

/// Behaviour of the real services that a careless client does not expect.
enum Quirk: String, CaseIterable {
  // Both services.
  /// Titles that are long, from right to left, of emoji, or nothing but a code.
  case titles
  /// HTML where text is expected, with entities and parts that are not to be shown.
  case html

  // Wikimedia Commons.
  /// A photo of several coordinates is listed once for each.
  case duplicates
  /// Nothing is sorted by distance.
  case order
  /// Some pages have been removed meanwhile.
  case missing
  /// A page without a number is among the others.
  case minusone
  /// Pages are an object with their numbers as names, even in format version 2.
  case object
  /// An answer has image information for 20 of its pages; requests that continue it get the rest.
  case `continue`
  /// A request that continues an answer gets an empty one.
  case abrupt
  /// No metadata, which PHP writes as an empty list.
  case emptymeta
  /// No licence is known.
  case nolicence
  /// Some photos are sounds, films, documents and drawings.
  case media
  /// Addresses of images have a query.
  case utm
  /// Smaller images are called `960px-thumbnail.jpg`, without the name of their file.
  case thumbname
  /// Images come from another host.
  case host
  /// Originals are small, so that there is no smaller image.
  case small
  /// Metadata has numbers where it usually has text.
  case numbers
  /// A good answer contains warnings.
  case warnings
  /// Some image information is hidden or missing.
  case hidden

  // Wikipedia and Wikivoyage.
  /// Articles have no text, are redirects, or are about places on the Moon.
  case hollow

  // Flickr.
  /// Some numbers are texts.
  case mixed
  /// Photos without the address of any image.
  case nourl
  /// Images without a width or height.
  case nosize
  /// Pages repeat photos of earlier pages.
  case unstable
  /// Coordinates are texts, or 0.
  case latlon
  /// Some licences are unknown numbers.
  case licences
  /// Slashes are escaped, and everything beyond ASCII.
  case escapes
  /// Images of removed photos lead to a grey picture.
  case removed

  // Panoramax.
  /// Some pictures lack their direction, and of some the field of view is null.
  case bare
  /// No copy may be kept of some pictures.
  case proprietary
}
