import Crypto
import Testing

@testable import GroveIdentity

@Suite struct RecoveryKeyTests {
  private let code = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

  @Test func `the scalar follows protocol 3.7, checked against OpenSSL's arithmetic`() throws {
    let extracted = HMAC<SHA256>.authenticationCode(
      for: Array(code.utf8), using: SymmetricKey(data: [UInt8](repeating: 0, count: 32)))
    let key = SymmetricKey(data: Array(extracted))
    let info = DomainLabel.recovery.prefix
    let first = Array(HMAC<SHA256>.authenticationCode(for: info + [1], using: key))
    let second = Array(HMAC<SHA256>.authenticationCode(for: first + info + [2], using: key))
    let expected = try OpenSSLOracle().reduced(Array((first + second)[..<48]))
    let recovery = try RecoveryKey(code: code)
    #expect(recovery.signingKey.exportScalar().exportBytes() == expected)
  }

  @Test(arguments: [
    "0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV-WXYZ", "0123 4567 89ab cdef ghjk mnpq rstv wxyz",
    "o1234567-89abcdefghjkmnpqrstvwxyz", "Oi23456789ABCDEFGHJKMNPQRSTVWXYZ",
    "0L23456789ABCDEFGHJKMNPQRSTVWXYZ", " 0l23456789abcdefghjkmnpqrstvwxyz--",
  ])
  func `what a person types is read as the code it means`(text: String) throws {
    let expected = try RecoveryKey(code: code).signingKey.publicKey
    #expect(try RecoveryKey(code: text).signingKey.publicKey == expected)
  }

  @Test(arguments: [
    "", "0123", "0123456789ABCDEFGHJKMNPQRSTVWXY", "0123456789ABCDEFGHJKMNPQRSTVWXYZ0",
    "U123456789ABCDEFGHJKMNPQRSTVWXYZ", "0123456789ABCDEFGHJKMNPQRSTVWXY!",
    "0123456789ABCDEFGHJKMNPQRSTVWXY\u{661}", "0123456789ABCDEFGHJKMNPQRSTVWX\n",
  ])
  func `another text is refused`(text: String) {
    #expect(throws: IdentityError(.malformed, "")) { try RecoveryKey(code: text) }
  }

  @Test func `a random code is shown in groups of four and reads back`() throws {
    var generator = SeededGenerator(seed: 37)
    let recovery = try RecoveryKey.random(using: &generator)
    let shown = recovery.exportCode()
    #expect(shown.split(separator: "-").map(\.count) == [Int](repeating: 4, count: 8))
    #expect(try RecoveryKey(code: shown).signingKey.publicKey == recovery.signingKey.publicKey)
    #expect(try RecoveryKey.random(using: &generator).exportCode() != shown)
  }
}
