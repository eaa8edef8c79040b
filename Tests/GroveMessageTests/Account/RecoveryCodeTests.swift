import GroveIdentity
import GroveMessage
import Testing

@Suite struct RecoveryCodeTests {
  @Test func `twenty bytes become eight groups of four characters`() throws {
    let key = try RecoveryCode.key(random: SecretBytes([UInt8](repeating: 0, count: 20)))
    #expect(key.exportCode() == "0000-0000-0000-0000-0000-0000-0000-0000")
    let ones = try RecoveryCode.key(random: SecretBytes([UInt8](repeating: 255, count: 20)))
    #expect(ones.exportCode() == "ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ")
    let counted = try RecoveryCode.key(random: SecretBytes([UInt8](0..<20)))
    #expect(counted.exportCode() == "000G-40R4-0M30-E209-185G-R38E-1W81-24GK")
  }

  @Test(
    arguments: [
      "000g40r40m30e209185gr38e1w8124gk", "OOOG 4OR4 OM3O E2O9 I85G R38E LW8l 24GK",
      " 000G-40R4-0M30-E209 185G-R38E-1W81-24GK ", "ooog40r4-0m30e209--185gr38eiw8124gk",
    ])
  func `what a person types leads to the same key`(text: String) throws {
    let key = try RecoveryCode.key(random: SecretBytes([UInt8](0..<20)))
    let typed = try RecoveryKey(code: text)
    #expect(typed.signingKey.publicKey == key.signingKey.publicKey)
    #expect(typed.exportCode() == key.exportCode())
  }

  @Test(
    arguments: [
      "", "000G", "000G-40R4-0M30-E209-185G-R38E-1W81-24G",
      "000G-40R4-0M30-E209-185G-R38E-1W81-24GKK", "000G-40R4-0M30-E209-185G-R38E-1W81-24GU",
      "000G_40R4_0M30_E209_185G_R38E_1W81_24GK", "000G-40R4-0M30-E209-185G-R38E-1W81-24GÉ",
    ])
  func `anything else is malformed`(text: String) {
    #expect(throws: IdentityError(.malformed, "")) { try RecoveryKey(code: text) }
  }

  @Test func `another number of random bytes is refused`() {
    for count in [0, 19, 21, 32] {
      #expect(throws: IdentityError(.malformed, "")) {
        try RecoveryCode.key(random: SecretBytes([UInt8](repeating: 1, count: count)))
      }
    }
  }
}
