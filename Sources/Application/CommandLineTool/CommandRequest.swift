import Glibc
package import PlaceFiles
package import TravelModel

/// A command, as it was typed or as another process passes it on.
package nonisolated struct CommandRequest: Hashable, Sendable {
  package enum Command: Hashable, Sendable {
    case list
    case drop(Coordinate)
    /// The number or the title of a pin.
    case fetch(String)
    case importPlaces(String)
    case exportPlaces(PlaceFormat)
    case backUp(String)
  }

  package let command: Command
  /// The file to export into; nil for standard output.
  package let output: String?
  package let isJSON: Bool
  /// The same arguments with absolute paths.
  package let arguments: [String]

  package enum Flaw: Error, Hashable, Sendable {
    case unknown(String)
    case lacksValue(CommandOption)
    case takesNoValue(CommandOption)
    case noCommand
    case severalCommands
    case noCoordinate(String)
    case unknownFormat(String)
    case outputOfOther
  }

  /// Whether the arguments ask for a command, even an unknown one, and not for the window.
  package static func isOne(_ arguments: [String]) -> Bool {
    let options = arguments.dropFirst().prefix { $0 != "--" }
    return options.contains {
      option(of: $0) != nil
        || ($0.hasPrefix("--") && !$0.hasPrefix("--gapplication-") && !$0.hasPrefix("--display"))
    }
      && !options.contains {
        ["--help", "-h", "--version"].contains($0) || $0.hasPrefix("--help-")
      }
  }

  /// Reads the arguments after the program's name; relative paths are relative to `folder`.
  package init(_ arguments: some Collection<String>, in folder: String) throws(Flaw) {
    var commands: [Command] = []
    var (output, isJSON): (String?, Bool) = (nil, false)
    var plain: [String] = []
    var rest = Array(arguments.reversed())
    while let argument = rest.popLast() {
      guard let (option, given) = CommandRequest.option(of: argument) else {
        throw .unknown(argument)
      }
      guard option.help.valueName != nil else {
        guard given == nil else { throw .takesNoValue(option) }
        if option == .json { isJSON = true } else { commands.append(.list) }
        plain.append("--\(option.rawValue)")
        continue
      }
      guard var value = given ?? rest.popLast(), !value.isEmpty else { throw .lacksValue(option) }
      if option.isPath, !value.hasPrefix("/") { value = "\(folder)/\(value)" }
      switch option {
      case .drop:
        guard let place = PlaceRequest(value)?.coordinate else { throw .noCoordinate(value) }
        commands.append(.drop(place))
      case .fetch: commands.append(.fetch(value))
      case .importPlaces: commands.append(.importPlaces(value))
      case .exportPlaces:
        guard let format = PlaceFormat(rawValue: value.lowercased()) else {
          throw .unknownFormat(value)
        }
        commands.append(.exportPlaces(format))
      case .backUp: commands.append(.backUp(value))
      case .output: output = value
      case .list, .json: break
      }
      plain.append("--\(option.rawValue)=\(value)")
    }
    guard let command = commands.first else { throw .noCommand }
    guard commands.count == 1 else { throw .severalCommands }
    if output != nil {
      guard case .exportPlaces = command else { throw .outputOfOther }
    }
    (self.command, self.output, self.isJSON) = (command, output, isJSON)
    self.arguments = plain
  }

  /// The option in an argument, and its value after an equals sign.
  private static func option(of argument: String) -> (option: CommandOption, value: String?)? {
    guard argument.hasPrefix("--") else { return nil }
    let parts = argument.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return CommandOption(rawValue: String(parts[0])).map {
      ($0, parts.count > 1 ? String(parts[1]) : nil)
    }
  }
}
