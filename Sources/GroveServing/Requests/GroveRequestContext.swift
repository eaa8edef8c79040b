package import Hummingbird
package import NIOCore

/// What belongs to one request beside its head and body: logger with request id, and the connection.
package struct GroveRequestContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The connection. Streams write to it, and are cut by closing it.
  package let channel: any Channel
  /// The same, as it is counted and kept; nil outside a server.
  package let connection: ServedConnection?

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
    connection = ServedConnection.current
  }

  /// Who holds the other end of the connection: the client, or a proxy.
  var peer: NetworkAddress? { channel.remoteAddress.flatMap { NetworkAddress($0) } }
}
