import Foundation

/// Tells a browser with the page which modules its scripts will import, so that it fetches them at
/// once and not one level after the other (HTML, "modulepreload").
///
/// In the page and not in a `Link` field: there the list would be longer than what proxies take.
enum ModulePreload {
  /// The page with a `link` for each module in front of its first script.
  static func added(
    to html: [UInt8], page: String, imports: [String: [String]]
  ) -> [UInt8] {
    guard let text = String(validating: html, as: UTF8.self),
      let script = text.range(of: "<script type=\"module\" src=\"")
    else { return html }
    var wanted: [String] = []
    var seen: Set<String> = []
    var waiting = entries(of: text).compactMap { address(of: $0, from: page) }
    while !waiting.isEmpty {
      let level = waiting.filter { imports[$0] != nil && seen.insert($0).inserted }
      wanted += level
      waiting = level.flatMap { imports[$0] ?? [] }
    }
    let links = wanted.map { "<link rel=\"modulepreload\" href=\"\($0)\">\n" }.joined()
    return Array((text[..<script.lowerBound] + links + text[script.lowerBound...]).utf8)
  }

  /// The address that a specifier means in a file, nil for one that is neither relative nor absolute.
  static func address(of specifier: String, from file: String) -> String? {
    if specifier.hasPrefix("/") { return specifier }
    guard specifier.hasPrefix("./") || specifier.hasPrefix("../") else { return nil }
    var parts = file.split(separator: "/").dropLast()
    for part in specifier.split(separator: "/") where part != "." {
      if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static func entries(of html: String) -> [String] {
    html.components(separatedBy: "<script type=\"module\" src=\"").dropFirst().compactMap {
      $0.split(separator: "\"", omittingEmptySubsequences: false).first.map(String.init)
    }
  }
}
