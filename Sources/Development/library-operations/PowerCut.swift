import TestSupport

/// The changes of a folder that `failing-calls.c` has recorded, and what a power cut may leave of
/// them.
struct PowerCut {
  /// A file or folder, independent of its names.
  private typealias Node = Int
  private typealias Place = (folder: Node, name: String)

  private enum Change {
    case write(Node, at: Int, bytes: ArraySlice<UInt8>)
    case truncate(Node, size: Int)
    /// Names are given to other nodes, or removed; `new` is a folder that comes with them.
    case names([(place: Place, node: Node?)], new: Node?)
    /// From now on, a file or folder is on the disk for certain; nil means everything.
    case sync(Node?)
  }

  /// Which of the changes that were not synced are lost.
  enum Loss: CaseIterable {
    /// None, as when the program is killed.
    case nothing
    case all
    /// All those after some instant.
    case latest
    /// Any of them, regardless of order.
    case any
    /// Names from some instant on, and any sectors of files.
    case sectors
  }

  private static let sector = 512
  private static let root: Node = 0

  private var changes: [Change] = []
  /// The names in each folder, and the bytes of each file, before the first change.
  private var names: [Node: [String: Node]] = [:]
  private var contents: [Node: [UInt8]] = [:]

  var count: Int { changes.count }

  /// Reads the records of changes in a folder at `root`, of which there is an image from before.
  init(records: [UInt8], at root: String, before: FolderImage) {
    var nodes: [UInt: Node] = [:]
    var next = PowerCut.root
    func newNode(_ inode: UInt) -> Node {
      defer { next += 1 }
      nodes[inode] = next
      return next
    }
    // The names in each folder after the changes read so far.
    var present: [Node: [String: Node]] = [:]
    func place(_ path: Substring) -> Place? {
      var parts = path.dropFirst(root.count).split(separator: "/").map(String.init)
      guard path.hasPrefix(root), let name = parts.popLast() else { return nil }
      var folder: Node? = PowerCut.root
      for part in parts { folder = folder.flatMap { present[$0]?[part] } }
      return folder.map { ($0, name) }
    }
    func set(_ names: [(place: Place, node: Node?)], new: Node? = nil) {
      for (place, node) in names { present[place.folder]?[place.name] = node }
      changes.append(.names(names, new: new))
    }

    for (path, inode) in before.inodes.sorted(by: { $0.key < $1.key }) {
      let node = nodes[inode] ?? newNode(inode)
      if let place = place("\(root)/\(path)") { present[place.folder]?[place.name] = node }
      if let bytes = before.files[path] { contents[node] = bytes } else { present[node] = [:] }
    }
    names = present

    var rest = records[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      // A line has a kind, then an inode for some kinds, and a path or numbers.
      let parts = line.split(separator: " ", maxSplits: 1)
      let fields = parts[1].split(separator: " ", maxSplits: 1)
      let (inode, last) = (UInt(fields[0]) ?? 0, fields.count > 1 ? fields[1] : "")
      let numbers = last.split(separator: " ").compactMap { Int($0) }
      func node() -> Node { nodes[inode] ?? newNode(inode) }
      switch parts[0] {
      case "write":
        changes.append(.write(node(), at: numbers[0], bytes: rest.prefix(numbers[1])))
        rest = rest.dropFirst(numbers[1])
      case "truncate": changes.append(.truncate(node(), size: numbers[0]))
      case "sync": changes.append(.sync(node()))
      case "syncall": changes.append(.sync(nil))
      case "link": if let place = place(last) { set([(place, node())]) }
      case "create":
        let new = newNode(inode)
        if let place = place(last) { set([(place, new)]) }
      case "mkdir":
        let new = newNode(inode)
        (present[new], names[new]) = ([:], [:])
        if let place = place(last) { set([(place, new)], new: new) }
      case "unlink": if let place = place(parts[1]) { set([(place, nil)]) }
      default:
        let paths = parts[1].split(separator: "\t")
        guard let from = place(paths[0]), let to = place(paths[1]) else { continue }
        set([(from, nil), (to, present[from.folder]?[from.name])])
      }
    }
  }

  /// A folder after a power cut that came after some changes.
  func image(
    after count: Int, losing loss: Loss, using chance: inout SeededNumbers
  ) -> FolderImage {
    let kept = keptChanges(of: count, losing: loss, using: &chance)
    var (names, contents) = (names, contents)
    for (change, isKept) in zip(changes, kept) {
      switch change {
      case .write(let node, let place, let bytes):
        var offset = 0
        while offset < bytes.count {
          let length = min(
            bytes.count - offset, PowerCut.sector - (place + offset) % PowerCut.sector)
          if isKept || (loss == .sectors && Bool.random(using: &chance)) {
            contents[node, default: []].write(
              bytes.dropFirst(offset).prefix(length), at: place + offset)
          }
          offset += length
        }
      case .truncate(let node, let size):
        if isKept { contents[node, default: []].resize(to: size) }
      case .names(let all, _):
        for (place, node) in all where isKept { names[place.folder]?[place.name] = node }
      case .sync: break
      }
    }
    var image = FolderImage()
    func add(_ folder: Node, at path: String) {
      for (name, node) in names[folder] ?? [:] {
        if names[node] == nil {
          image.files[path + name] = contents[node] ?? []
        } else {
          image.folders.insert(path + name)
          add(node, at: "\(path)\(name)/")
        }
      }
    }
    add(PowerCut.root, at: "")
    return image
  }

  /// Which of the first changes survive a power cut: those that were synced, and some others.
  private func keptChanges(
    of count: Int, losing loss: Loss, using chance: inout SeededNumbers
  ) -> [Bool] {
    let instant = Int.random(in: 0...count, using: &chance)
    var (isAllSynced, synced, needed): (Bool, Set<Node>, Set<Node>) = (false, [], [])
    var kept = Array(repeating: false, count: count)
    for index in (0..<count).reversed() {
      var isKept: Bool
      switch changes[index] {
      case .write(let node, _, _), .truncate(let node, _): isKept = synced.contains(node)
      case .names(let names, let new):
        isKept =
          names.contains { synced.contains($0.place.folder) }
          || new.map { needed.contains($0) } == true
      case .sync(let node):
        if let node { synced.insert(node) } else { isAllSynced = true }
        continue
      }
      switch loss {
      case .nothing: isKept = true
      case .all: break
      case .latest: isKept = isKept || index < instant
      case .sectors:
        if case .names = changes[index] { isKept = isKept || index < instant }
      case .any: isKept = isKept || Bool.random(using: &chance)
      }
      kept[index] = isKept || isAllSynced
      // A folder is on the disk if something in it is.
      if kept[index], case .names(let names, _) = changes[index] {
        needed.formUnion(names.map(\.place.folder))
      }
    }
    return kept
  }
}

extension [UInt8] {
  fileprivate mutating func resize(to size: Int) {
    if size < count { removeLast(count - size) }
    append(contentsOf: repeatElement(0, count: size - count))
  }

  fileprivate mutating func write(_ bytes: ArraySlice<UInt8>, at place: Int) {
    let end = place + bytes.count
    if count < end { resize(to: end) }
    replaceSubrange(place..<end, with: bytes)
  }
}
