import Foundation

/// Puts a name together.
enum NameWriter {
  enum Style: Sendable {
    /// Everything but the nickname.
    case long
    /// Given and family name.
    case medium
    /// One name: the nickname, else the given name, else the family name.
    case short
    /// Initials.
    case abbreviated
  }

  /// One field's text in the written name.
  struct Part: Hashable, Sendable {
    let key: Key
    let text: String
  }

  enum Key: String, Hashable, Sendable {
    case namePrefix, givenName, middleName, familyName, nameSuffix, nickname
  }

  static func text(_ name: PersonNameComponents, _ style: Style, familyFirst: Bool = false)
    -> String
  {
    let (parts, separator) = parts(name, style, familyFirst: familyFirst)
    return parts.map(\.text).joined(separator: separator)
  }

  static func parts(_ name: PersonNameComponents, _ style: Style, familyFirst: Bool = false)
    -> (parts: [Part], separator: String)
  {
    let all = all(name)
    let script = script(all)
    let isFamilyFirst = familyFirst || script.isFamilyFirst
    switch style {
    case .long:
      let order: [Key] =
        isFamilyFirst
        ? [.namePrefix, .familyName, .givenName, .middleName, .nameSuffix]
        : [.namePrefix, .givenName, .middleName, .familyName, .nameSuffix]
      return (pick(order, all), script.separator)
    case .medium:
      let order: [Key] = isFamilyFirst ? [.familyName, .givenName] : [.givenName, .familyName]
      return (orAnything(pick(order, all), all), script.separator)
    case .short:
      for key in [Key.nickname, .givenName, .familyName] {
        if let part = all.first(where: { $0.key == key }) { return ([part], "") }
      }
      return (orAnything([], all), "")
    case .abbreviated:
      return (initials(all, script, isFamilyFirst), "")
    }
  }

  private static func all(_ name: PersonNameComponents) -> [Part] {
    let fields: [(Key, String?)] = [
      (.namePrefix, name.namePrefix), (.givenName, name.givenName), (.middleName, name.middleName),
      (.familyName, name.familyName), (.nameSuffix, name.nameSuffix), (.nickname, name.nickname),
    ]
    return fields.compactMap { key, value in
      let text = value?.trimmingCharacters(in: .whitespaces) ?? ""
      return text.isEmpty ? nil : Part(key: key, text: text)
    }
  }

  private static func script(_ parts: [Part]) -> NameScript {
    let names = pick([.familyName, .givenName], parts)
    return NameScript(names.map(\.text).joined(separator: " "))
  }

  private static func pick(_ order: [Key], _ parts: [Part]) -> [Part] {
    order.compactMap { key in parts.first { $0.key == key } }
  }

  /// A name that has none of what the style shows is still shown.
  private static func orAnything(_ parts: [Part], _ all: [Part]) -> [Part] {
    parts.isEmpty ? Array(all.prefix(1)) : parts
  }

  private static func initials(_ all: [Part], _ script: NameScript, _ familyFirst: Bool) -> [Part] {
    switch script {
    // Initials of Chinese and Japanese names say nothing: the family name stands for the person.
    case .han, .japanese: return Array(pick([.familyName, .givenName], all).prefix(1))
    case .hangul: return Array(pick([.givenName, .familyName], all).prefix(1))
    case .spaced:
      let order: [Key] = familyFirst ? [.familyName, .givenName] : [.givenName, .familyName]
      return orAnything(pick(order, all), all).compactMap { part in
        part.text.first(where: \.isLetter).map { Part(key: part.key, text: $0.uppercased()) }
      }
    }
  }
}

extension NameScript {
  var isFamilyFirst: Bool {
    if case .spaced = self { return false }
    return true
  }

  var separator: String {
    switch self {
    case .spaced, .japanese: " "
    case .han, .hangul: ""
    }
  }
}
