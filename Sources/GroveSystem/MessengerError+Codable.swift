import GroveIdentity
import GroveWire

/// Errors travel as their stable codes.
extension MessengerError: Codable {
  private enum CodingKeys: String, CodingKey { case code, problem, detail }

  /// A code of a later version is read as `internalError`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      Code(rawValue: try members.decode(String.self, forKey: .code)) ?? .internalError,
      try members.decodeIfPresent(String.self, forKey: .detail),
      problem: try members.decodeIfPresent(ProblemCode.self, forKey: .problem))
  }

  /// `{"code":…,"problem":…,"detail":…}`; what is nil is left out.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(code.rawValue, forKey: .code)
    try members.encodeIfPresent(problem, forKey: .problem)
    try members.encodeIfPresent(detail, forKey: .detail)
  }
}
