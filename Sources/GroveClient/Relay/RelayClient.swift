public import GroveIdentity

/// Every route of the relay as one function (design 6). A value without state of its own: copies
/// share transport and credentials.
///
/// Every function throws `ClientError` and nothing else. The codes to expect are the route's own.
public struct RelayClient: Sendable {
  /// Where all requests go; sign-in signatures are made for it.
  public let origin: Origin
  let caller: RouteCaller

  /// - Parameter credentials: the device's; `FixedCredentials.none` before it has signed in.
  public init(
    origin: Origin, credentials: any CredentialSource = FixedCredentials.none,
    transport: any ClientTransport
  ) {
    self.origin = origin
    caller = RouteCaller(origin: origin, transport: transport, credentials: credentials)
  }
}
