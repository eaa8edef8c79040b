import CollaborationDomain
import CollaborationServer
import GroveIdentity

extension FuzzDecoder {
  func takeServerSecrets(_ input: [UInt8]) {
    self == .appTokens ? takeTokens(input) : takeKeys(input)
  }

  private func takeTokens(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    if let place = try? ListCursor<DocumentID>(text: text) {
      require(place.text == text, "a place has one form")
    }
    let key = SecretBytes([UInt8](repeating: 5, count: 32))
    if let token = SessionToken(text: text, keys: [key]) {
      require(token.text == text, "a token has one form")
    }
    guard let bob = try? AccountLabel("bob") else { return require(false, "bob is a label") }
    let password = PasswordRecord(salt: [1], cost: 2, blockSize: 1, parallelism: 1, hash: [2])
    _ = KnownDevice.find(
      among: text.split(separator: ".").map(String.init), for: bob, password, key: key)
    // A label that came from outside is inside a token.
    guard let account = try? AccountLabel(text) else { return }
    let random = [UInt8](repeating: 6, count: 16)
    let token = SessionToken.issue(to: account, expiresAt: .max, random: random, key: key)
    let again = SessionToken(text: token.text, keys: [key])
    require(again?.account == account && again?.hash == token.hash, "a token reads back")
    let device = KnownDevice.issue(for: account, password, random: random, key: key)
    let found = KnownDevice.find(among: ["", text, device.text], for: account, password, key: key)
    require(found?.id == random, "a known device is found")
  }

  /// What an operator may have edited, or a restored backup holds.
  private func takeKeys(_ input: [UInt8]) {
    guard let set = try? CollaborationKeyFile.keySet(in: input) else { return }
    guard let written = try? StrictJSON.encode(set) else {
      return require(false, "keys are written back")
    }
    let again = try? CollaborationKeyFile.keySet(in: written)
    require(again.flatMap { try? StrictJSON.encode($0) } == written, "keys read back")
    for now in [0, 1_700_000_000_000, .max] as [UInt64] {
      _ = try? set.keys(at: now)
    }
    let rotated = try? set.rotated(
      Set(CollaborationKeySet.Kind.allCases), at: 1_700_000_000_000,
      sessionLifetime: 30 * 86_400_000, forgetting: false
    ) { [UInt8](repeating: 8, count: $0) }
    _ = try? rotated?.keys(at: 1_700_000_000_001)
  }
}
