import GroveIdentity
import GroveWire
import Testing

struct SecretBodiesTests {
  @Test func `bodies with a token or a password print as nothing`() throws {
    let account = try AccountLabel("ann")
    let bodies: [Any] = [
      RelayToken(token: "quokka-secret", expiresIn: 1),
      AppSession(
        token: "quokka-secret", account: account, displayName: "Ann", expiresAt: DecimalUInt64(1)),
      CreateSession(account: account, password: "quokka-secret"),
      ResetPassword(token: "quokka-secret", newPassword: "quokka-secret"),
      SignInCodeMade(code: "quokka-secret", expiresAt: DecimalUInt64(1)),
      UseSignInCode(code: "quokka-secret"),
      CreateAppAccount(account: account, displayName: "Ann", password: "quokka-secret"),
    ]
    for body in bodies {
      var dumped = ""
      dump(body, to: &dumped)
      for text in ["\(body)", String(reflecting: body), "\([body])", dumped] {
        #expect(!text.contains("quokka"), "\(text)")
      }
    }
    #expect("\(RelayToken(token: "x", expiresIn: 1))" == "RelayToken(redacted)")
  }

  @Test func `they still travel whole`() throws {
    let token = RelayToken(token: "quokka-secret", expiresIn: 1)
    let text = try StrictJSON.encode(token)
    #expect(try StrictJSON.decode(RelayToken.self, from: text) == token)
    #expect(String(decoding: text, as: UTF8.self).contains("quokka-secret"))
  }
}
