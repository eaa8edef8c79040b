package import GroveWire
import HTTPTypes
import Hummingbird
import NIOCore

/// An answer that may be large: its JSON, put together already, and the room it takes.
package struct LargeAnswer: Sendable {
  let bytes: [UInt8]
  let share: ByteReservation

  package init(_ bytes: [UInt8], _ share: ByteReservation) {
    self.bytes = bytes
    self.share = share
    share.resize(to: bytes.count)
  }
}

/// Where a handler takes room for its answer, before it reads it.
package struct AnswerBudget: Sendable {
  let budget: ByteBudget
  let key: String

  /// - Throws: `unavailable` when there is no room in time.
  package func take(_ bytes: Int) async throws -> ByteReservation {
    try await budget.take(bytes, for: key)
  }
}

extension GroveRouter {
  /// A route whose answers may be large. They are written piece by piece, as their reader takes them;
  /// how much is held at one time is bounded for each caller and in all (`ByteBudget`).
  package func onLarge<Value: Sendable>(
    _ route: Route<NoBody, Value>, limits: RouteLimits = RouteLimits(),
    _ handler:
      @escaping @Sendable (ServedRequest<NoBody>, Caller, AnswerBudget) async throws -> LargeAnswer
  ) {
    let (gate, settings, authenticator, bodies) = (gate, settings, authenticator, bodies)
    let limiter = CallLimiter(limits, of: route.name, among: settings.rates)
    add(route, .required, isStream: false) { request, context in
      let caller = try await gate.admit(request.head, limiter, context)
      let hold = bodies.hold(for: request.headers) {
        BodyOwner(
          account: authenticator.rateLimitKey(of: caller),
          address: settings.clientAddress(request.headers, context))
      }
      defer { hold?.giveBack() }
      _ = try await RequestBodyReading.collect(request, context, limit: limits.body, hold)
      let served = ServedRequest(
        body: NoBody(), head: request.head, context: context,
        settings: settings)
      let room = AnswerBudget(
        budget: settings.answers, key: authenticator.rateLimitKey(of: caller))
      let answer = try await handler(served, caller, room)
      return Response(
        status: .init(code: route.status), headers: [.contentType: "application/json"],
        body: ChunkedWriter.body(answer, context.channel))
    }
  }
}

/// Writes bytes in pieces, each when the one before has been taken: what a connection holds of an
/// answer is then a piece or two, and the rest is counted where it lies.
enum ChunkedWriter {
  static let pieceBytes = 32_768

  static func pieces(of bytes: [UInt8]) -> some Sequence<ArraySlice<UInt8>> {
    stride(from: 0, to: bytes.count, by: pieceBytes).lazy.map { begin in
      bytes[begin..<min(begin + pieceBytes, bytes.count)]
    }
  }

  static func body(_ answer: LargeAnswer, _ channel: any Channel) -> ResponseBody {
    guard answer.bytes.count > pieceBytes else {
      return ResponseBody(byteBuffer: ByteBuffer(bytes: answer.bytes))
    }
    return ResponseBody(contentLength: answer.bytes.count) { writer in
      answer.share.onGiveUp { channel.close(promise: nil) }
      for piece in pieces(of: answer.bytes) {
        // A copy: a part of the whole would keep all of it in memory for as long as it waits.
        try await writer.write(ByteBuffer(bytes: piece))
        answer.share.noteProgress()
      }
      try await writer.finish(nil)
    }
  }
}
