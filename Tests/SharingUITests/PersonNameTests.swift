import Foundation
import SharingUI
import Testing

import class SharingUI.PersonNameComponentsFormatter

struct PersonNameTests {
  typealias Fields = [String?]

  /// prefix, given, middle, family, suffix, nickname
  static func fields(_ name: PersonNameComponents?) -> Fields? {
    name.map {
      [$0.namePrefix, $0.givenName, $0.middleName, $0.familyName, $0.nameSuffix, $0.nickname]
    }
  }

  static let names: [(String, Fields)] = [
    ("Devin", [nil, "Devin", nil, nil, nil, nil]),
    ("Johnny Appleseed", [nil, "Johnny", nil, "Appleseed", nil, nil]),
    ("  John   Quincy  Adams ", [nil, "John", "Quincy", "Adams", nil, nil]),
    ("Dr. Martin Luther King, Jr.", ["Dr.", "Martin", "Luther", "King", "Jr.", nil]),
    ("Prof. Dr. Ada Lovelace", ["Prof. Dr.", "Ada", nil, "Lovelace", nil, nil]),
    ("Appleseed, Johnny", [nil, "Johnny", nil, "Appleseed", nil, nil]),
    ("van der Berg, Anna Maria", [nil, "Anna", "Maria", "van der Berg", nil, nil]),
    ("Doe, Jane, PhD", [nil, "Jane", nil, "Doe", "PhD", nil]),
    ("Ludwig van Beethoven", [nil, "Ludwig", nil, "van Beethoven", nil, nil]),
    ("María de la Cruz", [nil, "María", nil, "de la Cruz", nil, nil]),
    ("Jean-Luc Picard", [nil, "Jean-Luc", nil, "Picard", nil, nil]),
    ("Robert \"Bob\" Smith", [nil, "Robert", nil, "Smith", nil, "Bob"]),
    ("William (Bill) Gates III", [nil, "William", nil, "Gates", "III", "Bill"]),
    ("Dr. Doe", ["Dr.", nil, nil, "Doe", nil, nil]),
    ("Sir David Attenborough OM FRS", ["Sir", "David", nil, "Attenborough", "OM FRS", nil]),
    ("Conan O'Brien", [nil, "Conan", nil, "O'Brien", nil, nil]),
    ("王小明", [nil, "小明", nil, "王", nil, nil]),
    ("欧阳修", [nil, "修", nil, "欧阳", nil, nil]),
    ("김철수", [nil, "철수", nil, "김", nil, nil]),
    ("山田 太郎", [nil, "太郎", nil, "山田", nil, nil]),
    ("さくら", [nil, "さくら", nil, nil, nil, nil]),
    ("Владимир Ильич Ленин", [nil, "Владимир", "Ильич", "Ленин", nil, nil]),
  ]

  @Test(arguments: names) func `a written name comes apart`(_ text: String, _ expected: Fields) {
    let formatter = PersonNameComponentsFormatter()
    #expect(Self.fields(formatter.personNameComponents(from: text)) == expected)
  }

  @Test(arguments: ["", "   ", "…", "42", "--"])
  func `what has no letter is no name`(_ text: String) {
    #expect(PersonNameComponentsFormatter().personNameComponents(from: text) == nil)
    #expect(throws: CocoaError.self) { try PersonNameComponents(text) }
  }

  @Test func `Hungarian names begin with the family`() {
    let formatter = PersonNameComponentsFormatter()
    formatter.locale = Locale(identifier: "hu_HU")
    let name = formatter.personNameComponents(from: "Bartók Béla")
    #expect(name?.familyName == "Bartók")
    #expect(name.map(formatter.string) == "Bartók Béla")
  }

  @Test func `every style writes its part of a name`() throws {
    let name = try PersonNameComponents("Dr. Jonathan \"Johnny\" Maple Appleseed Esq.")
    func text(_ style: PersonNameComponentsFormatter.Style) -> String {
      PersonNameComponentsFormatter.localizedString(from: name, style: style)
    }
    #expect(text(.long) == "Dr. Jonathan Maple Appleseed Esq.")
    #expect(text(.default) == "Jonathan Appleseed")
    #expect(text(.medium) == "Jonathan Appleseed")
    #expect(text(.short) == "Johnny")
    #expect(text(.abbreviated) == "JA")
    #expect(name.formatted(.name(style: .long)) == text(.long))
    #expect(name.formatted() == text(.medium))
  }

  @Test func `names keep the order of their writing`() throws {
    #expect(try PersonNameComponents("王小明").formatted(.name(style: .long)) == "王小明")
    #expect(try PersonNameComponents("山田 太郎").formatted() == "山田太郎")
    #expect(try PersonNameComponents("김철수").formatted(.name(style: .abbreviated)) == "철수")
    #expect(try PersonNameComponents("王小明").formatted(.name(style: .abbreviated)) == "王")
  }

  @Test func `a name without the fields of a style is still shown`() {
    var name = PersonNameComponents()
    name.nickname = "Mo"
    #expect(name.formatted() == "Mo")
    #expect(name.formatted(.name(style: .abbreviated)) == "M")
    #expect(PersonNameComponents().formatted(.name(style: .long)) == "")
  }

  @Test func `the phonetic form is written where there is one and asked for`() {
    var name = PersonNameComponents()
    name.givenName = "Siobhán"
    var spoken = PersonNameComponents()
    spoken.givenName = "Shivawn"
    name.phoneticRepresentation = spoken
    let formatter = PersonNameComponentsFormatter()
    formatter.isPhonetic = true
    #expect(formatter.string(from: name) == "Shivawn")
    formatter.isPhonetic = false
    #expect(formatter.string(from: name) == "Siobhán")
  }
}
