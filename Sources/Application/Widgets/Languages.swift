import CGLib

/// The user's languages in order of preference, as two- or three-letter codes.
package func preferredLanguages() -> [String] {
  var languages: [String] = []
  let names = g_get_language_names()!
  var index = 0
  while let name = names[index] {
    let code = String(String(cString: name).prefix { $0.isLetter && $0.isLowercase })
    if (2...3).contains(code.count), !languages.contains(code) { languages.append(code) }
    index += 1
  }
  return languages
}
