import Foundation
package import GroveIdentity
package import GroveSystem

extension SWCollaborationMetadata {
  /// What the messenger is told.
  ///
  /// - Throws: options that could not be shown truthfully. A collaboration identifier that is none
  ///   (protocol 2.8) is left out.
  package func systemMetadata() throws(CollaborationOptionsProblem) -> CollaborationMetadata {
    let present = present
    var metadata = CollaborationMetadata(
      localIdentifier: localIdentifier.rawValue,
      collaborationID: try? CollaborationID(collaborationIdentifier.rawValue),
      title: present.title ?? "", initiatorHandle: present.initiatorHandle,
      initiatorName: present.initiatorNameComponents.map(PersonNameText.text),
      defaultShareOptions: try present.defaultShareOptions?.systemOptions())
    metadata.initiatorNameParts = present.initiatorNameComponents.map(PersonNameParts.parts)
    metadata.userSelectedShareOptions = try present.userSelectedShareOptions?.systemOptions()
    metadata.show(text: present.firstLines)
    return metadata
  }

  package convenience init(
    _ metadata: CollaborationMetadata, collaborationID: CollaborationID? = nil
  ) {
    let identifier = collaborationID ?? metadata.collaborationID
    self.init(
      collaborationIdentifier: SWCollaborationIdentifier(identifier?.text ?? ""),
      localIdentifier: SWLocalCollaborationIdentifier(metadata.localIdentifier),
      state: State(
        title: metadata.title.isEmpty ? nil : metadata.title,
        initiatorHandle: metadata.initiatorHandle,
        initiatorNameComponents: metadata.initiatorNameParts.flatMap(PersonNameParts.name)
          ?? metadata.initiatorName.map(PersonNameText.components),
        defaultShareOptions: metadata.defaultShareOptions.map(SWCollaborationShareOptions.init),
        userSelectedShareOptions:
          metadata.userSelectedShareOptions.map(SWCollaborationShareOptions.init),
        firstLines: metadata.shownFirstLines))
  }
}
