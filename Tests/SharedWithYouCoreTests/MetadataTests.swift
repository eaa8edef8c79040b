import Foundation
import GroveIdentity
import GroveSystem
import SharedWithYouCore
import Testing

struct MetadataTests {
  private func metadata() -> SWCollaborationMetadata {
    let metadata = SWCollaborationMetadata(localIdentifier: .init("recipe-7"))
    metadata.title = "Bread"
    metadata.initiatorHandle = "devin@docs.example"
    var name = PersonNameComponents()
    name.givenName = "Devin"
    name.familyName = "Clary"
    name.nickname = ""
    metadata.initiatorNameComponents = name
    metadata.defaultShareOptions = SWCollaborationShareOptions(optionsGroups: [
      PickerGroupTests.picker(PickerGroupTests.option("a"), PickerGroupTests.option("b"))
    ])
    return metadata
  }

  @Test func `identifiers are empty where there are none yet`() {
    #expect(metadata().collaborationIdentifier.rawValue.isEmpty)
    let shared = SWCollaborationMetadata(collaborationIdentifier: .init(rawValue: "c-1"))
    #expect(shared.localIdentifier == SWLocalCollaborationIdentifier(rawValue: ""))
    #expect(shared.collaborationIdentifier == SWCollaborationIdentifier("c-1"))
  }

  @Test func `the form of the listings sets every property`() {
    let options = SWCollaborationShareOptions(optionsGroups: [])
    let metadata = SWCollaborationMetadata(
      localIdentifier: .init(rawValue: "l"), title: "T", defaultShareOptions: options,
      initiatorHandle: "h", initiatorNameComponents: nil)
    #expect(metadata.localIdentifier.rawValue == "l" && metadata.title == "T")
    #expect(metadata.initiatorHandle == "h" && metadata.initiatorNameComponents == nil)
    #expect(metadata.defaultShareOptions == options)
  }

  @Test func `options are copied when they are set`() throws {
    let metadata = metadata()
    let options = try #require(metadata.defaultShareOptions)
    let other = SWCollaborationMetadata(localIdentifier: .init("other"))
    other.defaultShareOptions = options
    options.optionsGroups[0].options[1].isSelected = true
    #expect(other.defaultShareOptions?.selectedOptionsIdentifiers == ["a"])
  }

  @Test func `copies are equal and independent`() throws {
    let metadata = metadata()
    for made in [metadata.copy(), metadata.mutableCopy()] {
      let copy = try #require(made as? SWCollaborationMetadata)
      #expect(copy == metadata && copy.hash == metadata.hash && copy !== metadata)
      copy.defaultShareOptions?.optionsGroups[0].options[1].isSelected = true
      copy.title = "Cake"
      #expect(metadata.title == "Bread")
      #expect(metadata.defaultShareOptions?.selectedOptionsIdentifiers == ["a"])
      #expect(copy != metadata)
    }
  }

  @Test func `metadata survives an archive, also what is empty or missing in a name`() throws {
    let metadata = metadata()
    let copy = try archived(metadata)
    #expect(copy == metadata)
    #expect(copy.initiatorNameComponents?.nickname == "")
    #expect(copy.initiatorNameComponents?.middleName == nil)
    let empty = SWCollaborationMetadata(localIdentifier: .init(""))
    #expect(try archived(empty) == empty)
    #expect(try archived(empty).initiatorNameComponents == nil)
  }

  private var wholeName: PersonNameComponents {
    var (name, phonetic) = (PersonNameComponents(), PersonNameComponents())
    (name.namePrefix, name.givenName, name.middleName) = ("Dr.", "Mary Ann", "B")
    (name.familyName, name.nameSuffix, name.nickname) = ("van der Berg", "III", "Mo")
    (phonetic.givenName, phonetic.familyName) = ("meri an", "van der berk")
    name.phoneticRepresentation = phonetic
    return name
  }

  @Test func `a name survives an archive with its phonetic representation`() throws {
    let metadata = metadata()
    metadata.initiatorNameComponents = wholeName
    #expect(try archived(metadata).initiatorNameComponents == wholeName)
  }

  @Test func `an action's metadata has the name as the app gave it, part by part`() throws {
    let metadata = metadata()
    metadata.initiatorNameComponents = wholeName
    let system = try metadata.systemMetadata()
    #expect(system.initiatorName == "Mary Ann B van der Berg")
    let back = try JSONDecoder().decode(
      CollaborationMetadata.self, from: try JSONEncoder().encode(system))
    #expect(SWCollaborationMetadata(back).initiatorNameComponents == wholeName)
  }

  @Test func `an action's metadata has no title where the app gave none`() throws {
    let metadata = SWCollaborationMetadata(localIdentifier: .init("l"))
    #expect(SWCollaborationMetadata(try metadata.systemMetadata()).title == nil)
  }

  @Test func `the messenger is told title, handle, name and options`() throws {
    let system = try metadata().systemMetadata()
    #expect(system.localIdentifier == "recipe-7" && system.collaborationID == nil)
    #expect(system.title == "Bread" && system.initiatorHandle == "devin@docs.example")
    #expect(system.initiatorName == "Devin Clary")
    #expect(system.defaultShareOptions?.selectedIdentifiers == ["a"])
  }

  @Test func `an action's metadata is the app's, with the identifier of the collaboration`() throws
  {
    let system = try metadata().systemMetadata()
    let id = try CollaborationID("c-1")
    let back = SWCollaborationMetadata(system, collaborationID: id)
    #expect(back.collaborationIdentifier.rawValue == "c-1")
    #expect(back.localIdentifier.rawValue == "recipe-7")
    #expect(back.initiatorNameComponents?.familyName == "Clary")
    #expect(back.defaultShareOptions == metadata().defaultShareOptions)
  }
}
