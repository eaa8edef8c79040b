import CollaborationServer
import GroveIdentity

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
    noticeRelays = Set(
      try configuration.text(.noticeRelays).split(whereSeparator: { $0 == "," || $0.isWhitespace })
        .map { text in
          guard let origin = try? Origin(String(text)) else {
            throw CommandFailure("notice-relay is “\(text)”; it looks like https://msg.example.")
          }
          return origin
        })
    appleAppIDs = try configuration.text(.appleAppIDs).split(separator: ",").map(String.init)
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
