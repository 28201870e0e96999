/// The servers that have asked for a pause.
actor Pauses {
  private var pauses: [String: ContinuousClock.Instant] = [:]

  func pause(_ host: String, for time: Duration) {
    let end = ContinuousClock.now + time
    pauses[host] = max(pauses[host] ?? end, end)
  }

  /// The rest of a server's pause; nil where it may be asked.
  func remaining(of host: String) -> Duration? {
    guard let end = pauses[host] else { return nil }
    let left = end - .now
    if left <= .zero { pauses[host] = nil }
    return left > .zero ? left : nil
  }
}
