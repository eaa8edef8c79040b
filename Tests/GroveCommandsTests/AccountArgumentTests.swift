import ArgumentParser
import Testing

@testable import GroveCommands

struct AccountArgumentTests {
  @Test(arguments: [(0, false), (1, true), (168, true), (169, false)])
  func `a reset link is good for one hour to a week`(_ hours: Int, _ isTaken: Bool) throws {
    let arguments = ["ann@example.org", "--expires-in", "\(hours)"]
    #expect(((try? AccountResetPasswordCommand.parse(arguments)) != nil) == isTaken)
  }

  @Test(arguments: [
    (String(repeating: "r", count: 512), true), (String(repeating: "r", count: 513), false),
    ("two\nlines", false),
  ])
  func `an operator's note on an account is one line of 512 bytes`(
    _ reason: String, _ isTaken: Bool
  ) throws {
    let arguments = ["ann@example.org", "--reason", reason]
    #expect(((try? AccountDisableCommand.parse(arguments)) != nil) == isTaken)
  }
}
