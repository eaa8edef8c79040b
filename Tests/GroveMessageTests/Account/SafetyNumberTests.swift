import Crypto
import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

@Suite struct SafetyNumberTests {
  @Test func `both people see the same sixty digits`() throws {
    let anna = try TestAccount("anna").id
    let bela = try TestAccount("bela").id
    let number = SafetyNumber(anna, bela)
    #expect(number == SafetyNumber(bela, anna))
    #expect(number.groups.count == 12)
    #expect(number.groups.allSatisfy { $0.count == 5 && $0.allSatisfy(\.isNumber) })
    #expect(number.description.filter(\.isNumber).count == 60)
  }

  @Test func `another account gives other digits`() throws {
    let anna = try TestAccount("anna").id
    let bela = try TestAccount("bela").id
    let eve = try TestAccount("eve").id
    #expect(SafetyNumber(anna, bela) != SafetyNumber(anna, eve))
    #expect(AccountDigits(anna) != AccountDigits(bela))
    #expect(AccountDigits(anna).groups.count == 6)
  }

  @Test func `the digits are those of the protocol, worked out step by step`() {
    let low = [UInt8](repeating: 1, count: 32)
    let high = [UInt8](repeating: 2, count: 32)
    let label = Array("collab/1 safety-number\0".utf8)
    let key = Array(SHA256.hash(data: label + low + high))
    // HKDF-Expand by hand: T(1) = HMAC(key, info || 1), T(2) = HMAC(key, T(1) || info || 2).
    let info = Array("collab/1 digits\0".utf8)
    func block(_ input: [UInt8]) -> [UInt8] {
      Array(HMAC<SHA256>.authenticationCode(for: input, using: SymmetricKey(data: key)))
    }
    let first = block(info + [1])
    let bytes = Array((first + block(first + info + [2])).prefix(60))
    let expected = (0..<12).map { group in
      let value = bytes[group * 5..<group * 5 + 5].reduce(UInt64(0)) { $0 * 256 + UInt64($1) }
      return String(String(100_000 + value % 100_000).dropFirst())
    }
    #expect(
      SafetyNumber(AccountID(unchecked: high), AccountID(unchecked: low)).groups == expected)
  }
}
