import CollaborationDomain

/// What a client says of itself (RFC 9110 section 10.1.5), in the few words by which a person knows
/// it again: “Firefox on Linux”. Versions and the rest, which could tell persons apart, are not kept.
enum UserAgentSummary {
  /// The first that is named counts: browsers name those they want to be taken for, too.
  private static let browsers: [(mark: String, words: String)] = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chromium", "Chromium"), ("Chrome", "Chrome"),
    ("Safari", "Safari"), ("curl/", "curl"),
  ]
  private static let systems: [(mark: String, words: String)] = [
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("CrOS", "ChromeOS"),
    ("Windows", "Windows"), ("Mac OS X", "Mac"), ("Macintosh", "Mac"), ("Linux", "Linux"),
  ]

  /// Empty where it says nothing that is known: then nothing of it is kept.
  static func summary(for userAgent: String) -> String {
    let start = String(userAgent.prefix(512))
    func first(_ list: [(mark: String, words: String)]) -> String? {
      list.first { start.contains($0.mark) }?.words
    }
    return [first(browsers), first(systems)].compactMap(\.self).joined(separator: " on ")
  }
}
