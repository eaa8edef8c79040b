package import Foundation
import GroveIdentity
import GroveSystem
package import SharedWithYouCore

/// The type under which an item provider holds collaboration metadata. The platform's own value is
/// not published, so this is ours: it means something between programs that use this framework.
public let SWCollaborationMetadataTypeIdentifier = "grove.collaboration-metadata"

/// Collaboration metadata as the JSON of an item provider's representation.
///
/// Not a keyed archive, although the class could make one: a provider's data may come from elsewhere,
/// and unarchiving what somebody else wrote can end the process on Linux.
package struct MetadataRepresentation: Codable {
  struct Option: Codable {
    var title, identifier, subtitle: String
    var selected: Bool
    var requires: [String]
  }

  struct Group: Codable {
    var identifier, title, footer: String
    var picker: Bool
    var options: [Option]
  }

  struct Options: Codable {
    var groups: [Group]
    var summary: String
  }

  var localIdentifier, collaborationIdentifier: String
  var title, initiatorHandle: String?
  var initiatorName: [String]?
  var offered, selected: Options?
  var firstLines: String?

  /// More is no metadata of an app: 256 KiB.
  static let maximumBytes = 1 << 18

  package static func decode(_ data: Data) throws -> SWCollaborationMetadata {
    guard data.count <= maximumBytes,
      let value = try? JSONDecoder().decode(MetadataRepresentation.self, from: data)
    else { throw NSItemProvider.ErrorCode.unavailableCoercionError }
    return value.metadata
  }

  package static func encode(_ metadata: SWCollaborationMetadata) throws -> Data {
    try JSONEncoder().encode(MetadataRepresentation(metadata))
  }
}

extension MetadataRepresentation {
  init(_ metadata: SWCollaborationMetadata) {
    localIdentifier = metadata.localIdentifier.rawValue
    collaborationIdentifier = metadata.collaborationIdentifier.rawValue
    title = metadata.title
    initiatorHandle = metadata.initiatorHandle
    initiatorName = metadata.initiatorNameComponents.map(PersonNameParts.parts)
    offered = metadata.defaultShareOptions.map(Options.init)
    selected = metadata.userSelectedShareOptions.map(Options.init)
    firstLines = metadata.groveFirstLines
  }

  var metadata: SWCollaborationMetadata {
    let metadata =
      if collaborationIdentifier.isEmpty {
        SWCollaborationMetadata(localIdentifier: .init(localIdentifier))
      } else if localIdentifier.isEmpty {
        SWCollaborationMetadata(collaborationIdentifier: .init(collaborationIdentifier))
      } else {
        // The system's own have both.
        SWCollaborationMetadata(
          CollaborationMetadata(
            localIdentifier: localIdentifier,
            collaborationID: try? CollaborationID(collaborationIdentifier), title: ""))
      }
    metadata.title = title
    metadata.initiatorHandle = initiatorHandle
    metadata.initiatorNameComponents = initiatorName.flatMap(PersonNameParts.name)
    metadata.defaultShareOptions = offered?.shareOptions
    metadata.userSelectedShareOptions = selected?.shareOptions
    metadata.groveFirstLines = firstLines
    return metadata
  }
}

extension MetadataRepresentation.Options {
  init(_ options: SWCollaborationShareOptions) {
    groups = options.optionsGroups.map(MetadataRepresentation.Group.init)
    summary = options.summary
  }

  var shareOptions: SWCollaborationShareOptions {
    SWCollaborationShareOptions(optionsGroups: groups.map(\.optionsGroup), summary: summary)
  }
}

extension MetadataRepresentation.Group {
  init(_ group: SWCollaborationOptionsGroup) {
    identifier = group.identifier
    title = group.title
    footer = group.footer
    picker = group is SWCollaborationOptionsPickerGroup
    options = group.options.map {
      MetadataRepresentation.Option(
        title: $0.title, identifier: $0.identifier, subtitle: $0.subtitle,
        selected: $0.isSelected, requires: $0.requiredOptionsIdentifiers)
    }
  }

  var optionsGroup: SWCollaborationOptionsGroup {
    let type =
      picker ? SWCollaborationOptionsPickerGroup.self : SWCollaborationOptionsGroup.self
    let group = type.init(
      identifier: identifier,
      options: options.map {
        SWCollaborationOption(
          title: $0.title, identifier: $0.identifier, subtitle: $0.subtitle,
          selected: $0.selected, requiredOptionsIdentifiers: $0.requires)
      })
    group.title = title
    group.footer = footer
    return group
  }
}
