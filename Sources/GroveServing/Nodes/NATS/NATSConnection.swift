import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS

extension NATSProtocolError {
  static let wantsTLS = NATSProtocolError(
    text: "the server wants TLS: write its address with tls:// instead of nats://")
  static let hasNoTLS = NATSProtocolError(text: "the server speaks no TLS")
}

extension NATSAddress.Host {
  /// - Parameter tls: nil: unencrypted.
  /// - Throws: what keeps it from being reached, and `NATSProtocolError` where the authorities cannot be read.
  func connected(_ tls: NATSAddress.TLS?) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    let context = try tls.map { try $0.context() }
    return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connectTimeout(.seconds(2))
      .connect(host: name, port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          if let context {
            try channel.pipeline.syncOperations.addHandler(NATSUpgrade(context, host: name))
          }
          return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
  }
}

extension NATSAddress.TLS {
  fileprivate func context() throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    if let authorities { configuration.trustRoots = .file(authorities) }
    do {
      return try NIOSSLContext(configuration: configuration)
    } catch {
      throw NATSProtocolError(
        text: "no certificates can be read from \(authorities ?? "this machine")")
    }
  }
}

/// A NATS server says first who it is, unencrypted, and is spoken with in TLS from then on. What it said is handed on only
/// after that: nothing, and no password, is answered to a server that has not shown its certificate.
private final class NATSUpgrade: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private enum State {
    case waiting(NATSReader, said: ByteBuffer)
    case handshaking(said: ByteBuffer)
    case encrypted
  }

  private let tls: NIOSSLContext
  private let host: String
  private var state = State.waiting(NATSReader(), said: ByteBuffer())

  init(_ tls: NIOSSLContext, host: String) {
    (self.tls, self.host) = (tls, host)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .waiting(var reader, var said) = state else { return context.fireChannelRead(data) }
    var bytes = unwrapInboundIn(data)
    reader.append(bytes)
    said.writeBuffer(&bytes)
    do {
      guard let frame = try reader.next() else {
        state = .waiting(reader, said: said)
        return
      }
      guard case .info(_, let offered) = frame, offered != .none else {
        throw NATSProtocolError.hasNoTLS
      }
      // Whoever is in between could add what is read as the server's own afterwards.
      guard try reader.next() == nil, !reader.hasMore else {
        throw NATSProtocolError(text: "more than an introduction before TLS")
      }
      state = .handshaking(said: said)
      let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
      let handler = try NIOSSLClientHandler(
        context: tls, serverHostname: isAddress ? nil : host)
      try context.pipeline.syncOperations.addHandler(handler, position: .first)
    } catch {
      fail(context, error)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case TLSUserEvent.handshakeCompleted = event, case .handshaking(let said) = state {
      state = .encrypted
      context.fireChannelRead(wrapInboundOut(said))
      context.fireChannelReadComplete()
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard case .handshaking = state else { return context.fireErrorCaught(error) }
    fail(context, NATSProtocolError(text: "TLS failed: \(error)"))
  }

  private func fail(_ context: ChannelHandlerContext, _ error: any Error) {
    state = .encrypted
    context.fireErrorCaught(error)
    context.close(promise: nil)
  }
}
