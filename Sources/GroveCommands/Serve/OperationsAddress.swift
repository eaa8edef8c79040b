import GroveServing
import Logging

/// Where the operations listener of a process is to be.
enum OperationsAddress: Equatable {
  case off
  /// - Parameter isDefault: nobody has asked for this place.
  case at(host: String, port: Int, isDefault: Bool)

  static let standard = OperationsAddress.at(host: "127.0.0.1", port: 8480, isDefault: true)
  /// Of a collaboration server alone, so that each of two processes on a machine has its own.
  static let second = OperationsAddress.at(host: "127.0.0.1", port: 8481, isDefault: true)

  /// - Throws: `CommandFailure` for what is no address with a port.
  init(
    _ configuration: Configuration, roles: [ServeCommand.Role] = ServeCommand.Role.allCases
  ) throws {
    guard let text = try configuration.value(of: .operationsAddress)?.text else {
      self = roles == [.collaboration] ? .second : .standard
      return
    }
    guard text != "off" else {
      self = .off
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]),
      let host = Self.host(text[..<colon])
    else {
      throw CommandFailure(
        "operations-address is “\(text)”; it looks like 127.0.0.1:8480 or [::1]:8480, or is off.")
    }
    self = .at(host: host, port: Int(port), isDefault: false)
  }

  /// `127.0.0.1:8480`; nil where there is none.
  var text: String? {
    guard case .at(let host, let port, _) = self else { return nil }
    return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  private static func host(_ text: Substring) -> String? {
    let isBracketed = text.first == "[" && text.last == "]"
    let host = isBracketed ? text.dropFirst().dropLast() : text
    guard NetworkAddress(host) != nil, isBracketed == host.contains(":") else { return nil }
    return String(host)
  }

  /// The place with a port that can be listened on; nil where nobody is to be told.
  ///
  /// Nobody has asked for the usual place, so that something else is there keeps no server from
  /// starting; what somebody has asked for is done or refused.
  /// - Throws: `CommandFailure` where the port is in use.
  func claimed(logger: Logger) throws -> ServerSettings? {
    guard case .at(let host, let port, let isDefault) = self else { return nil }
    if port == 0 { return ServerSettings(host: host, port: try FreePort.find(host: host)) }
    if FreePort.isFree(port, host: host) { return ServerSettings(host: host, port: port) }
    guard isDefault else {
      throw CommandFailure("The operations address \(host):\(port) is in use or not allowed.")
    }
    logger.warning(
      "No metrics are served: the usual operations address is in use",
      metadata: ["address": "\(host):\(port)", "setting": "operations-address"])
    return nil
  }
}
