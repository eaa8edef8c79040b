import ArgumentParser
import Foundation
import GroveIdentity
import GroveMessage
import Messenger

/// Makes an account.
struct SignUpCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-up", abstract: "Make an account at the relay, with this as its first device."
  )
  @OptionGroup var person: PersonOptions
  @Option(help: "1 to 64 of a-z 0-9 . _ -") var handle: String
  @Option(help: "How others see you.") var name: String

  func run(_ session: DeviceSession) async throws {
    let code = try await session.signUp(handle: handle, name: name)
    try person.print(
      ["handle": handle, "recoveryCode": code],
      """
      You are \(name) (\(handle)).

      Recovery code — the only way back if you lose every device. It is shown once:

          \(code)
      """)
  }
}

/// Comes back with the recovery code.
struct RecoverCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Come back with the recovery code; every other device is dropped.")
  @OptionGroup var person: PersonOptions
  @Option(help: "Your handle.") var handle: String
  @Option(help: "The recovery code.") var code: String

  func run(_ session: DeviceSession) async throws {
    try await session.recover(handle: handle, code: code)
    try person.print(["handle": handle], "This device is now the only one of \(handle).")
  }
}

/// Makes this a further device of an account.
struct DeviceLinkCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Make this a further device of an account you have.")
  @OptionGroup var person: PersonOptions
  @Flag(help: "Do not ask whether the digits agree; only where you see both screens.")
  var yes = false

  func run(_ session: DeviceSession) async throws {
    let code = try await session.beginLinking()
    try person.print(
      ["code": code],
      "On a device you have, run:\n\n    grove message link-device '\(code)'\n\nWaiting…")
    let digits = try await session.completeLinking { digits in
      if yes { return true }
      return await Question.ask(
        "Both devices must show the same digits:\n\n    \(digits)\n\nDo they?")
    }
    try person.print(["linked": "yes", "digits": digits.description], "Linked.")
  }
}

/// Accepts a new device.
struct DeviceLinkAcceptCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "link-device", abstract: "Accept a new device by the code it shows.")
  @OptionGroup var person: PersonOptions
  @Argument(help: "The code that the new device shows.") var code: String

  func run(_ session: DeviceSession) async throws {
    let json = person.json
    _ = try await session.messenger().linkDevice(text: code) { digits in
      if !json { FlushedOutput.print("The new device must show these digits:\n\n    \(digits)\n") }
    }
    try person.print(["linked": "yes"], "The device is in your list now.")
  }
}

/// Shows or removes devices.
struct DevicesCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "Show your devices, or remove one.",
    discussion: """
      With --new-key this device gets another key for documents: whoever had a copy of the old one can \
      use it for nothing that is shared from then on. What is open stays open. If somebody may have had \
      the whole folder, remove the device instead.
      """)
  @OptionGroup var person: PersonOptions
  @Option(help: ArgumentHelp("Remove this device.", valueName: "DEVICE")) var remove: String?
  @Flag(help: "Give this device another key for documents.") var newKey = false

  func run(_ session: DeviceSession) async throws {
    let messenger = try await session.messenger()
    _ = try await messenger.sync()
    if let remove { try await messenger.removeDevice(DeviceID(Base64URL.decode(remove))) }
    if newKey { try await messenger.rotateBaseKey() }
    for device in try await messenger.devices() {
      var row = [
        "device": device.deviceID.base64url, "this": device.isThisDevice ? "yes" : "no",
      ]
      row["lastSeenAt"] = device.lastSeenAt.map { String($0) }
      row["receivesUntil"] = device.receivesUntil.map { String($0) }
      try person.print(
        row,
        device.deviceID.base64url + (device.isThisDevice ? "  (this one)" : "") + Self.seen(device))
    }
  }
}

extension DevicesCommand {
  /// Days, in the calendar of the place.
  private static func seen(_ device: DeviceSummary) -> String {
    guard let seen = device.lastSeenAt, let until = device.receivesUntil else { return "" }
    return "  last used \(LocalTime.day(seen)); if it stays unused, nothing new reaches it after "
      + LocalTime.day(until)
  }
}

/// Shows a person and the number to compare.
struct ContactCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "contact", abstract: "Look a person up and show the safety number to compare.")
  @OptionGroup var person: PersonOptions
  @Argument(help: "The person's handle.") var handle: String

  func run(_ session: DeviceSession) async throws {
    let contact = try await session.messenger().contact(handle: handle)
    try person.print(
      [
        "handle": contact.handle, "name": contact.name, "account": contact.accountID.base64url,
        "devices": String(contact.deviceCount), "safetyNumber": "\(contact.safetyNumber)",
      ],
      """
      \(contact.name) (\(contact.handle)), \(contact.deviceCount) device(s)
      Safety number — compare it out loud:
      \(contact.safetyNumber)
      """)
  }
}

/// Shows what should not have happened.
struct AlarmsCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "alarms", abstract: "Show device lists that do not hold together.")
  @OptionGroup var person: PersonOptions

  func run(_ session: DeviceSession) async throws {
    let messenger = try await session.messenger()
    _ = try await messenger.sync()
    let alarms = try await messenger.alarms()
    if alarms.isEmpty, !person.json { FlushedOutput.print("No alarms.") }
    for alarm in alarms {
      try person.print(
        ["kind": "\(alarm.kind)", "account": alarm.accountID.base64url],
        "\(alarm.kind): account \(alarm.accountID.base64url)")
    }
  }
}
