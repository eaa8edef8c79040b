import Foundation

/// A person's name between its parts and one line. The boundary to the messenger carries the line,
/// which is all that is shown.
enum PersonNameText {
  static func text(_ name: PersonNameComponents) -> String {
    let parts = [name.givenName, name.middleName, name.familyName].compactMap { $0 }
    let text = parts.filter { !$0.isEmpty }.joined(separator: " ")
    return text.isEmpty ? name.nickname ?? "" : text
  }

  /// The last word is the family name where there are several: a guess, as every such parsing is.
  static func components(_ text: String) -> PersonNameComponents {
    var words = text.split(separator: " ").map(String.init)
    var name = PersonNameComponents()
    if words.count > 1 { name.familyName = words.removeLast() }
    if !words.isEmpty { name.givenName = words.removeFirst() }
    if !words.isEmpty { name.middleName = words.joined(separator: " ") }
    return name
  }
}

extension NSCoder {
  /// Field by field: the archived form of the type itself loses the phonetic representation here.
  func nameComponents(_ key: String) -> PersonNameComponents? {
    guard containsValue(forKey: key) else { return nil }
    let fields = texts(key)
    guard fields.count == 6 else { return nil }
    var name = PersonNameComponents()
    for (field, text) in zip(Self.nameFields, fields) where !text.isEmpty {
      name[keyPath: field] = String(text.dropFirst())
    }
    return name
  }

  /// Each field is empty where it is missing, and else comes after a mark.
  func put(_ name: PersonNameComponents?, _ key: String) {
    guard let name else { return }
    put(Self.nameFields.map { field in name[keyPath: field].map { "=" + $0 } ?? "" }, key)
  }

  private static var nameFields: [WritableKeyPath<PersonNameComponents, String?>] {
    [\.namePrefix, \.givenName, \.middleName, \.familyName, \.nameSuffix, \.nickname]
  }
}
