package import Foundation

/// A person's name between its parts and one line, which is all that is shown.
enum PersonNameText {
  static func text(_ name: PersonNameComponents) -> String {
    let parts = [name.givenName, name.middleName, name.familyName].compactMap { $0 }
    let text = parts.filter { !$0.isEmpty }.joined(separator: " ")
    return text.isEmpty ? name.nickname ?? "" : text
  }

  /// Of a line that came without its parts. The last word is the family name where there are several:
  /// a guess, as every such parsing is.
  static func components(_ text: String) -> PersonNameComponents {
    var words = text.split(separator: " ").map(String.init)
    var name = PersonNameComponents()
    if words.count > 1 { name.familyName = words.removeLast() }
    if !words.isEmpty { name.givenName = words.removeFirst() }
    if !words.isEmpty { name.middleName = words.joined(separator: " ") }
    return name
  }
}

/// A name as a list of texts, and back: for archives and for the way to the messenger. The archived and
/// coded forms of the type itself lose the phonetic representation on this platform.
package enum PersonNameParts {
  /// Six fields, and six more where there is a phonetic representation. Each is empty where it is
  /// missing, and else comes after a mark.
  package static func parts(_ name: PersonNameComponents) -> [String] {
    let own = fields.map { field in name[keyPath: field].map { "=" + $0 } ?? "" }
    return own + (name.phoneticRepresentation.map { parts($0).prefix(fields.count) } ?? [])
  }

  /// Nil for what is no name.
  package static func name(_ parts: [String]) -> PersonNameComponents? {
    guard parts.count == fields.count || parts.count == 2 * fields.count else { return nil }
    var name = PersonNameComponents()
    for (field, text) in zip(fields, parts) where !text.isEmpty {
      name[keyPath: field] = String(text.dropFirst())
    }
    let phonetic = Array(parts.dropFirst(fields.count))
    if !phonetic.isEmpty { name.phoneticRepresentation = self.name(phonetic) }
    return name
  }

  private static var fields: [WritableKeyPath<PersonNameComponents, String?>] {
    [\.namePrefix, \.givenName, \.middleName, \.familyName, \.nameSuffix, \.nickname]
  }
}

extension NSCoder {
  func nameComponents(_ key: String) -> PersonNameComponents? {
    containsValue(forKey: key) ? PersonNameParts.name(texts(key)) : nil
  }

  func put(_ name: PersonNameComponents?, _ key: String) {
    if let name { put(PersonNameParts.parts(name), key) }
  }
}
