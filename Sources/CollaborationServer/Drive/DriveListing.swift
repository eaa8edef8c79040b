import DriveDomain
import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes
import Synchronization

/// What a PROPFIND asks for (RFC 4918, section 14.20).
package struct PropertyQuestion: Sendable {
  enum Wish: Sendable {
    case all
    case names
    case these
  }

  /// Names in one question, and the bytes of all of them with their namespaces: what is not there is told by its name
  /// with each file.
  static let most = 200
  static let nameBytes = 16 << 10

  let wish: Wish
  /// Asked for by name, each once.
  let names: [MarkupName]

  /// - Parameter body: no bytes ask for everything.
  /// - Throws: `malformed`, `limit_exceeded`, `MarkupReader.Fault`.
  package init(_ body: [UInt8]) throws {
    guard !body.isEmpty else {
      (wish, names) = (.all, [])
      return
    }
    let root = try MarkupReader.read(body)
    guard root.name == .dav("propfind") else { throw Problem(.malformed, detail: "propfind") }
    var names: [MarkupName] = []
    if root.first(.dav("allprop")) != nil {
      wish = .all
      names = root.first(.dav("include"))?.elements.map(\.name) ?? []
    } else if root.first(.dav("propname")) != nil {
      wish = .names
    } else if let prop = root.first(.dav("prop")) {
      wish = .these
      names = prop.elements.map(\.name)
    } else {
      throw Problem(.malformed, detail: "propfind")
    }
    var seen: Set<MarkupName> = []
    self.names = names.filter { seen.insert($0).inserted }
    try Self.check(self.names, "propfind")
  }

  /// - Throws: `limit_exceeded` for more names than there may be.
  static func check(_ names: [MarkupName], _ body: String) throws(Problem) {
    guard names.count <= most, bytes(of: names) <= nameBytes else {
      throw Problem(.limitExceeded, detail: body)
    }
  }

  private static func bytes(of names: [MarkupName]) -> Int {
    names.reduce(0) { $0 + $1.namespace.utf8.count + $1.local.utf8.count }
  }

  /// About what the names alone are in the answer for each file or folder.
  var entryBytes: UInt64 { UInt64(Self.bytes(of: names) + 20 * names.count) }

  /// Whether what clients have set has to be looked up.
  var wantsSetOnes: Bool {
    switch wish {
    case .all, .names: true
    case .these: names.contains { LiveProperty($0)?.isProtected != true }
    }
  }

  /// One `response` element.
  func response(_ entry: PropertyRules.Entry, _ room: LiveProperty.Room) -> String {
    let href = DriveXML.href(entry.path, isFolder: entry.node.isFolder)
    return "<D:response>\(href)\(propstats(entry, room))</D:response>\n"
  }

  private func propstats(_ entry: PropertyRules.Entry, _ room: LiveProperty.Room) -> String {
    let set = Dictionary(
      entry.properties.map { ($0.name.markup, $0.xml) }, uniquingKeysWith: { $1 })
    func element(_ name: MarkupName) -> String? {
      set[name] ?? LiveProperty(name)?.element(of: entry, room)
    }
    switch wish {
    case .all, .names:
      let live = LiveProperty.allCases.filter { wish == .names || $0.isOfAll }
        .map { MarkupName.dav($0.rawValue) }
      let all =
        live.filter { set[$0] == nil && element($0) != nil }
        + set.keys.sorted { DrivePropertyName($0) < DrivePropertyName($1) }
      let more = names.filter { !all.contains($0) }
      guard wish == .all else { return DriveXML.propstat(200, all.map(DriveXML.empty)) }
      return DriveXML.propstat(200, (all + more).compactMap(element))
    case .these:
      let missing = names.filter { element($0) == nil }.map(DriveXML.empty)
      return DriveXML.propstat(200, names.compactMap(element), isKept: missing.isEmpty)
        + DriveXML.propstat(404, missing)
    }
  }
}

extension DriveCalls {
  /// Files and folders with their properties, a page at a time, so that a folder of any size costs a page of memory.
  func listing(
    _ request: TreeRequest, _ headers: DriveHeaders, _ path: DrivePath, _ call: DriveCall
  )
    async throws -> TreeAnswer
  {
    // Everything below everything would be one answer without end (RFC 4918, section 9.1).
    let depth = try headers.depth ?? .infinity
    guard depth != .infinity else { return DriveAnswers.error(403, "propfind-finite-depth") }
    let body = try await request.collect(limit: DriveBodies.bytes, for: call.account.text)
    let question = try PropertyQuestion(body)
    let conditions = try headers.conditions
    let ask: @Sendable (String?) async throws -> PropertyRules.Listing = { next in
      try await look(by: call) {
        try PropertyRules.list(
          path, withChildren: depth == .one, from: next, withProperties: question.wantsSetOnes,
          entryBytes: question.entryBytes, next == nil ? conditions : DriveConditions(), for: $0,
          reading: $1)
      }
    }
    let account = call.account.text
    let pages = ListingPages(try await turns.run(for: account) { try await ask(nil) })
    return TreeAnswer(
      207, headers: [.contentType: DriveAnswers.xml],
      .pieces {
        guard let step = pages.step() else { return nil }
        // Room first: what a page has at most, in properties and in everything else.
        let share = try await request.room(1 << 20, for: account)
        return try await turns.run(for: account) {
          let listing: PropertyRules.Listing
          switch step {
          case .here(let first): listing = first
          case .from(let next): listing = try await ask(next)
          }
          let isLast = pages.note(listing)
          let room = LiveProperty.Room(used: listing.used, quota: quota, now: call.now)
          var text = listing.entries.map { question.response($0, room) }.joined()
          if case .here = step {
            text = DriveAnswers.declaration + "<D:multistatus xmlns:D=\"DAV:\">\n" + text
          }
          if isLast { text += "</D:multistatus>\n" }
          return LargeAnswer(Array(text.utf8), share)
        }
      })
  }
}

/// Where a listing goes on.
private final class ListingPages: Sendable {
  enum Step: Sendable {
    case here(PropertyRules.Listing)
    case from(String)
  }

  private let place: Mutex<Step?>

  init(_ first: PropertyRules.Listing) { place = Mutex(.here(first)) }

  func step() -> Step? { place.withLock(\.self) }

  /// - Returns: whether it was the last page.
  func note(_ listing: PropertyRules.Listing) -> Bool {
    place.withLock { $0 = listing.next.map(Step.from) }
    return listing.next == nil
  }
}

/// Bodies of XML.
enum DriveBodies {
  static let bytes = 64 << 10
}
