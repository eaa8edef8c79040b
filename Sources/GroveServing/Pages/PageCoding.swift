import HTTPTypes

/// How the bytes of a page are sent (RFC 9110, section 8.4). Ordered by what is smallest.
package enum PageCoding: String, CaseIterable {
  case brotli = "br"
  case gzip
  case identity

  /// What a compressed form of a file is called beside it.
  var suffix: String? {
    switch self {
    case .brotli: ".br"
    case .gzip: ".gz"
    case .identity: nil
    }
  }

  /// The coding that the asker weighs most, of those that are there; the smallest of several. The
  /// bytes as they are where nothing that it accepts is there (RFC 9110, section 12.5.3).
  static func chosen(from available: Set<PageCoding>, by head: HTTPRequest) -> PageCoding {
    let weights = weights(head.headerFields[values: .acceptEncoding])
    let any = weights["*"]
    var best = (coding: PageCoding.identity, weight: 0.0)
    for coding in allCases where available.contains(coding) {
      // Not named, the bytes as they are remain acceptable, after everything that is named.
      let unnamed = coding == .identity ? 0.0001 : 0
      let weight = weights[coding.rawValue] ?? any ?? unnamed
      if weight > best.weight { best = (coding, weight) }
    }
    return best.coding
  }

  private static func weights(_ fields: [String]) -> [String: Double] {
    var weights: [String: Double] = [:]
    for part in fields.flatMap({ $0.split(separator: ",") }) {
      let pieces = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let name = pieces.first?.lowercased(), !name.isEmpty else { continue }
      let weight = pieces.dropFirst().first { $0.lowercased().hasPrefix("q=") }
      weights[name] = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
    }
    return weights
  }
}
