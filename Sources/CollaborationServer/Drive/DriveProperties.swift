import DriveDomain
import GroveIdentity
import GroveServing
import GroveWire

/// What a PROPPATCH asks for (RFC 4918, section 14.19).
package struct PropertyUpdate: Sendable {
  let changes: [PropertyRules.Change]
  /// Of what is named, each once.
  let names: [MarkupName]
  /// Those among them that the server keeps itself.
  let refused: Set<MarkupName>

  /// - Throws: `malformed`, `limit_exceeded`, `MarkupReader.Fault`.
  package init(_ body: [UInt8]) throws {
    let root = try MarkupReader.read(body)
    guard root.name == .dav("propertyupdate") else {
      throw Problem(.malformed, detail: "propertyupdate")
    }
    var changes: [PropertyRules.Change] = []
    var (names, seen) = ([MarkupName](), Set<MarkupName>())
    for step in root.elements where [.dav("set"), .dav("remove")].contains(step.name) {
      guard let prop = step.first(.dav("prop")) else { throw Problem(.malformed, detail: "prop") }
      let language = [root, step, prop].compactMap(\.language).last
      for var element in prop.elements {
        if seen.insert(element.name).inserted { names.append(element.name) }
        let name = DrivePropertyName(element.name)
        if step.name == .dav("remove") {
          changes.append(.remove(name))
        } else {
          // A language that is said further out is the property's too (RFC 4918, section 4.3).
          if element.language == nil, let language {
            element.attributes.append(.init(name: .language, value: language))
          }
          changes.append(.set(DriveProperty(name: name, xml: MarkupText.standing(element))))
        }
      }
    }
    guard !names.isEmpty else { throw Problem(.malformed, detail: "propertyupdate") }
    try PropertyQuestion.check(names, "propertyupdate")
    self.changes = changes
    self.names = names
    refused = Set(names.filter { LiveProperty($0)?.isProtected == true })
  }
}

extension MarkupElement {
  fileprivate var language: String? { attributes.first { $0.name == .language }?.value }
}

extension DriveCalls {
  /// Sets and removes properties, all of them or none.
  func changeProperties(
    _ request: TreeRequest, _ headers: DriveHeaders, _ path: DrivePath, _ call: DriveCall
  ) async throws -> TreeAnswer {
    let body = try await request.collect(limit: DriveBodies.bytes, for: call.account.text)
    let update = try PropertyUpdate(body)
    let (conditions, quota) = (try headers.conditions, quota)
    try await change(by: call) {
      try PropertyRules.change(
        update.changes, of: path, isRefused: !update.refused.isEmpty, conditions, quota: quota,
        for: $0, reading: $1)
    }
    let refused = update.names.filter(update.refused.contains)
    let others = update.names.filter { !update.refused.contains($0) }
    let states =
      refused.isEmpty
      ? DriveXML.propstat(200, others.map(DriveXML.empty))
      : DriveXML.propstat(
        403, refused.map(DriveXML.empty), error: "cannot-modify-protected-property")
        + DriveXML.propstat(424, others.map(DriveXML.empty))
    return DriveAnswers.document(
      207,
      """
      <D:multistatus xmlns:D="DAV:"><D:response>\(DriveXML.href(path, isFolder: false))\
      \(states)</D:response></D:multistatus>

      """)
  }
}
