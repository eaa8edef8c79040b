package import GroveIdentity
package import GroveSystem

/// An app's way to the messenger of its person.
package struct GroveAppConnection: Sendable {
  package let settings: GroveAppSettings
  package let system: any MessagingSystem
  /// What the messenger asks, as it is registered there.
  package let app: any CollaborationApp

  package var origin: Origin { settings.origin }
  /// For the share sheet, which is the person's own surface; nil where the messenger gives none.
  package var person: (any PersonSystem)? { system as? any PersonSystem }
}
