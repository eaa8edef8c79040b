import CollaborationServer
import GroveIdentity
import RecordDomain

extension CollaborationServerConfiguration {
  /// Takes over what the settings say.
  /// - Throws: `CommandFailure` for a value that makes no sense.
  mutating func apply(_ configuration: Configuration) throws {
    switch try configuration.text(.registration) {
    case "open": allowsRegistration = true
    case "closed": allowsRegistration = false
    default: throw CommandFailure("registration takes open or closed.")
    }
    switch try configuration.text(.rawProofs) {
    case "off": rawProofs = nil
    case "on": rawProofs = try RawProofRules()
    default: throw CommandFailure("raw-proofs takes off or on.")
    }
    provider = try ProviderSettings(configuration)
    trustedProxies = try configuration.trustedProxies()
    noticeRelays = try configuration.origins(.noticeRelays)
    appleAppIDs = try configuration.text(.appleAppIDs).split(separator: ",").map(String.init)
    containers = Set(try configuration.text(.containers).split(separator: ",").map(String.init))
    guard containers.allSatisfy({ (try? ContainerID($0)) != nil }) else {
      throw CommandFailure(
        "A container's identifier has letters, digits, dots, hyphens and underscores.")
    }
    recordQuota = UInt64(try configuration.count(.recordQuota)) << 30
    switch try configuration.text(.drive) {
    case "off": servesDrives = false
    case "on": servesDrives = true
    default: throw CommandFailure("drive takes off or on.")
    }
    driveQuota = UInt64(try configuration.count(.driveQuota)) << 30
    serviceKeys = try (configuration.value(of: .serviceKeys)?.text ?? "")
      .split(whereSeparator: { $0 == "," || $0.isNewline })
      .map { text in
        guard let key = try? ServiceKey(text: String(text)) else {
          throw CommandFailure("A service key has at least 32 characters.")
        }
        return key
      }
  }
}
