/// The folder of the offline map's files in the checkout that the tests were built from.
public let atlasFolder =
  #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" } + "/data/atlas"
