import GroveIdentity
import RelayServer

extension WebPushSettings {
  /// What the settings say; nil where nobody is to be woken.
  /// - Parameter folder: where the relay's key is, or is put.
  /// - Throws: `CommandFailure` for a value that makes no sense; what the key file is refused with.
  init?(_ configuration: Configuration, folder: String) throws {
    guard let contact = try Self.contact(configuration) else { return nil }
    self.init(contact: contact, key: try RelayKeyFile.open(folder + "/" + Backup.relayKeyFile))
    services = try configuration.origins(.webPushServices)
  }

  /// The address of the operator, where it is set.
  /// - Throws: `CommandFailure` for one that no push service takes.
  static func contact(_ configuration: Configuration) throws -> String? {
    guard let contact = try configuration.value(of: .webPush)?.text else { return nil }
    guard isContact(contact) else {
      throw CommandFailure(
        "web-push is “\(contact)”; it looks like mailto:you@docs.example or https://docs.example.")
    }
    return contact
  }
}

extension Configuration {
  /// Several, separated by commas.
  /// - Throws: `CommandFailure` for what is no origin.
  func origins(_ setting: Setting) throws -> Set<Origin> {
    Set(
      try text(setting).split(whereSeparator: { $0 == "," || $0.isWhitespace }).map { text in
        guard let origin = try? Origin(String(text)) else {
          throw CommandFailure("\(setting.name) is “\(text)”; it looks like https://msg.example.")
        }
        return origin
      })
  }
}
