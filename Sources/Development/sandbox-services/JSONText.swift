/// JSON that is written with its members in the order given.
enum JSONText {
  case text(String)
  case integer(Int)
  case number(Double)
  case boolean(Bool)
  case null
  case list([JSONText])
  case members([(String, JSONText)])

  /// Writes it; `asPHP` is how PHP does it by default: all beyond ASCII and every slash escaped.
  func written(asPHP: Bool = false) -> String {
    var output = ""
    write(to: &output, asPHP: asPHP)
    return output
  }

  private func write(to output: inout String, asPHP: Bool) {
    switch self {
    case .text(let text): JSONText.write(text, to: &output, asPHP: asPHP)
    case .integer(let number): output += String(number)
    case .number(let number): output += String(number)
    case .boolean(let value): output += value ? "true" : "false"
    case .null: output += "null"
    case .list(let values):
      output += "["
      for (index, value) in values.enumerated() {
        if index > 0 { output += "," }
        value.write(to: &output, asPHP: asPHP)
      }
      output += "]"
    case .members(let members):
      output += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { output += "," }
        JSONText.write(member.0, to: &output, asPHP: asPHP)
        output += ":"
        member.1.write(to: &output, asPHP: asPHP)
      }
      output += "}"
    }
  }

  private static func write(_ text: String, to output: inout String, asPHP: Bool) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "/" where asPHP: output += "\\/"
      case _ where scalar.value < 32 || (asPHP && scalar.value > 126):
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }
}
