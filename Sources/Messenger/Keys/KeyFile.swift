import GroveIdentity
import GroveSystem

/// The file that holds a device's keys, readable by its owner only, under a passphrase if there is
/// one. It is replaced as a whole and durably: a key is in it before anybody else hears of it.
struct KeyFile: Sendable, Redacted {
  let path: String
  /// nil: the file is protected by its mode alone.
  private let seal: KeyFileSeal?

  /// The form on disk. Exactly one of `keys` and `sealed` is present.
  private struct Form: Codable {
    var v: Int
    var keys: DeviceKeys.Stored?
    var sealed: KeyFileSeal.Sealed?
  }

  /// A file that is not there yet.
  /// - Parameters:
  ///   - salt: 32 random bytes.
  ///   - rounds: scrypt's N; a power of two, at least 1024.
  static func create(
    _ path: String, passphrase: String?, salt: [UInt8],
    rounds: Int = KeyFileSeal.defaultRounds
  ) throws(MessengerError) -> KeyFile {
    guard !SecureFile.exists(path) else { throw MessengerError(.deviceExists) }
    return KeyFile(
      path: path,
      seal: try passphrase.map { passphrase throws(MessengerError) in
        try KeyFileSeal(passphrase: passphrase, salt: salt, rounds: rounds)
      })
  }

  /// - Throws: `noDevice`, `keyFileExposed`, `keyFileMalformed`, `passphraseRequired`,
  ///   `passphraseWrong`.
  static func open(_ path: String, passphrase: String?) throws(MessengerError)
    -> (KeyFile, DeviceKeys)
  {
    let form = try read(path)
    guard let sealed = form.sealed else {
      return (KeyFile(path: path, seal: nil), try keys(form.keys))
    }
    guard let passphrase else { throw MessengerError(.passphraseRequired) }
    let seal = try KeyFileSeal(passphrase: passphrase, sealed: sealed)
    let plain = try seal.open(sealed)
    let stored = try? StrictJSON.decode(DeviceKeys.Stored.self, from: plain)
    return (KeyFile(path: path, seal: seal), try keys(stored))
  }

  /// - Parameter nonce: 12 fresh random bytes.
  func write(_ keys: DeviceKeys, nonce: [UInt8]) throws(MessengerError) {
    do {
      var form = Form(v: 1)
      if let seal {
        form.sealed = try seal.seal(try StrictJSON.encode(keys.stored), nonce: nonce)
      } else {
        form.keys = keys.stored
      }
      try SecureFile.replace(path, with: try StrictJSON.encode(form))
    } catch {
      throw MessengerError(.folderUnusable, "the key file cannot be written")
    }
  }

  func remove() { SecureFile.remove(path) }

  private static func read(_ path: String) throws(MessengerError) -> Form {
    let bytes: [UInt8]
    do {
      bytes = try SecureFile.read(path)
    } catch {
      switch error {
      case .missing: throw MessengerError(.noDevice)
      case .exposed: throw MessengerError(.keyFileExposed)
      case .unusable: throw MessengerError(.folderUnusable, "the key file cannot be read")
      }
    }
    guard let form = try? StrictJSON.decode(Form.self, from: bytes), form.v == 1 else {
      throw MessengerError(.keyFileMalformed)
    }
    return form
  }

  private static func keys(_ stored: DeviceKeys.Stored?) throws(MessengerError) -> DeviceKeys {
    guard let stored, let keys = try? DeviceKeys(stored) else {
      throw MessengerError(.keyFileMalformed)
    }
    return keys
  }
}
