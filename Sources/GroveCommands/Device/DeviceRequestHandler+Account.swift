import GroveIdentity
import GroveMessage
import GroveWire
import Messenger

/// The account and its devices.
extension DeviceRequestHandler {
  func account(_ verb: DeviceRequest.Verb, _ arguments: Arguments) async throws -> Answer {
    switch verb {
    case .signUp:
      let code = try await session.signUp(
        handle: arguments.text("handle"), name: arguments.text("name"))
      // “anybody” for a program that is to be written to by everybody.
      if let policy = arguments.values["from"].flatMap(Admission.Policy.init(rawValue:)) {
        try await session.messenger().setRequestPolicy(policy)
      }
      return try await started(["recoveryCode": code])
    case .beginLink:
      return Answer(DeviceReply(values: ["code": try await session.beginLinking()]))
    case .completeLink:
      let digits = try await session.completeLinking { _ in true }
      return try await started(["digits": digits.description])
    case .linkDevice:
      let digits = LatestValue<String>()
      _ = try await session.messenger().linkDevice(text: arguments.text("code")) {
        digits.set($0.description)
      }
      return Answer(DeviceReply(values: ["digits": digits.value ?? ""]))
    case .devices:
      let devices = try await session.messenger().devices()
      return Answer(
        DeviceReply(
          rows: devices.map {
            ["device": $0.deviceID.base64url, "this": $0.isThisDevice ? "yes" : "no"]
          }))
    case .removeDevice:
      try await session.messenger().removeDevice(
        DeviceID(Base64URL.decode(arguments.text("device"))))
      return Answer()
    default:
      let alarms = try await session.messenger().alarms()
      return Answer(DeviceReply(rows: alarms.map { ["kind": "\($0.kind)"] }))
    }
  }

  /// From now on the device keeps its mailbox open.
  private func started(_ values: [String: String] = [:]) async throws -> Answer {
    let messenger = try await session.messenger()
    return Answer(DeviceReply(values: values)) {
      // It ends when the device does; what the relay said for good is in the next answer.
      try? await messenger.run()
    }
  }
}
