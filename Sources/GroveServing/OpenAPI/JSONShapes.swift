import GroveIdentity

/// The shapes of wire types, found by letting each decode from nothing and noting what it asks for:
/// the document then says what the decoder reads, and cannot say anything else.
package final class JSONShapes {
  /// The objects that have been met, by the name of their type.
  package private(set) var objects: [String: JSONShape] = [:]

  /// - Parameter details: what a member may be, where its type cannot say it: by `member`, for every
  ///   object that has it, or by `Type.member`.
  /// - Throws: where a type asks for a text that none of the samples is, or a detail is of a member
  ///   that nothing has; tests find both.
  package init(of types: [any Decodable.Type], details: [String: JSONShape] = [:]) throws {
    for type in types { _ = try note(type) }
    var unused = Set(details.keys)
    for (type, shape) in objects {
      guard case .object(let members) = shape else { continue }
      for member in members {
        for name in [member.name, "\(type).\(member.name)"] {
          guard let detail = details[name] else { continue }
          objects[type] = objects[type]?.telling([member.name: detail])
          unused.remove(name)
        }
      }
    }
    if let name = unused.first { throw IdentityError(.malformed, "no member \(name)") }
  }

  private func note<Value: Decodable>(_ type: Value.Type) throws -> JSONShape {
    try probe(type).shape
  }

  /// A value of the type, and what it asked for.
  func probe<Value: Decodable>(_ type: Value.Type) throws -> (value: Value, shape: JSONShape) {
    if let leaf = Self.leaf(type) { return leaf }
    var last: any Error = IdentityError(.malformed, "no sample")
    for sample in Self.samples {
      let decoder = ShapeDecoder(shapes: self, sample: sample)
      do {
        let value = try Value(from: decoder)
        return (value, named(decoder.noted.shape, type))
      } catch {
        last = error
        // Only a text can be tried again as another text.
        guard case .text = decoder.noted.shape else { throw error }
      }
    }
    throw last
  }

  private func named(_ shape: JSONShape, _ type: Any.Type) -> JSONShape {
    guard case .object = shape else { return shape }
    // A type inside of another is named with it: `UpdateIdentitiesAdded`.
    let name = String(reflecting: type).split(separator: ".").dropFirst().joined()
    objects[name] = shape
    return .named(name)
  }

  /// Types whose text has a form of its own.
  private static func leaf<Value>(_ type: Value.Type) -> (value: Value, shape: JSONShape)? {
    if let fixed = type as? any FixedBytes.Type, let value = fixed.zero as? Value {
      return (value, .bytes(count: fixed.byteCount))
    }
    if let value = Base64URLBytes([]) as? Value { return (value, .bytes(count: nil)) }
    if let value = DecimalUInt64(0) as? Value { return (value, .decimal) }
    if let value = publicKey as? Value { return (value, .bytes(count: PublicKey.byteCount)) }
    if let label = type as? any CheckedText.Type, let value = sample(of: label) as? Value {
      return (value, .label(maximumBytes: 255))
    }
    if let choice = type as? any CaseIterable.Type { return cases(choice) }
    return nil
  }

  private static func cases<Value>(_ type: any CaseIterable.Type) -> (Value, JSONShape)? {
    let all = Array(any: type)
    let texts = all.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
    guard texts.count == all.count, let first = all.first as? Value else { return nil }
    return (first, .choice(texts))
  }

  private static let publicKey = try? samples.last.map { try PublicKey(Base64URL.decode($0)) }

  private static func sample(of type: any CheckedText.Type) -> Any? {
    func first<Label: CheckedText>(_ type: Label.Type) -> Label? {
      samples.lazy.compactMap { try? Label($0) }.first
    }
    return first(type)
  }

  /// Texts that between them satisfy every text type: an origin and label, a signer, a public key.
  private static let samples = [
    "https://a.example", "recovery", "1",
    "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
  ]
}

extension Array where Element == Any {
  fileprivate init(any type: any CaseIterable.Type) {
    func all<Value: CaseIterable>(_ type: Value.Type) -> [Any] { type.allCases.map { $0 } }
    self = all(type)
  }
}
