import NIOCore

/// The fast way of a delivery.
///
/// The plain way is that each stream wakes, reads the log in a snapshot that looks its right up, encodes what it found and
/// writes it: changes of thread, five statements and a task for each stream, about 85 µs of processor time. Here the
/// log is read and encoded once for all, framed as HTTP wants it, and each connection's loop writes that one buffer to
/// those of its streams that wait at the place it begins at. What is new meanwhile is told in the next round, as one
/// (`StreamRounds`). What is left is the system's write, two thirds of 6 µs.
///
/// Who may read: a stream is registered before its right is looked up, and whoever takes the right away ends the streams
/// before answering (`cut`). An ended stream begins no write, here as everywhere (`LiveStreamState.startWriting`), so
/// nothing is sent after a removal was answered. Anything out of the ordinary (another place, a reader that does not
/// keep up, a right that was looked up too long ago) goes the plain way. Decision 0031 has the argument in full.
extension LiveStreams {
  /// How many streams of a loop are written to before others on it have their turn, among them a removal: about a third of
  /// a millisecond. With 64 a delivery cost as much, and came later.
  private static let turn = 32

  /// A loop reads no socket while a task is due. So the next turn is due a moment later, when it has looked for one, and
  /// before it would go to sleep. Where two groups are told at once on a loop, one's turn may be due when the other's ends:
  /// then it looks when one of them is through.
  private static let pause = TimeAmount.microseconds(1)

  /// Where a stream of the group stands that may be told something; nil: none is there, or none waits yet.
  package func place(of group: String) -> StreamPlace? {
    for each in streamsByLoop(of: group) {
      for stream in each.streams { if let place = stream.place { return place } }
    }
    return nil
  }

  /// Tells the streams of a group, each from its own loop. Returns at once.
  /// - Parameter doubtful: accounts that may have lost access: their streams look themselves.
  package func tell(group: String, except doubtful: Set<String> = [], _ news: some StreamNews) {
    for each in streamsByLoop(of: group) {
      let key = StreamRounds.Key(group: group, loop: ObjectIdentifier(each.loop))
      let round = StreamRound(streams: each.streams, doubtful: doubtful, news: news)
      if rounds.add(round, to: key) { each.loop.execute { self.tellRound(key, on: each.loop) } }
    }
  }

  private func tellRound(_ key: StreamRounds.Key, on loop: any EventLoop) {
    guard let round = rounds.take(from: key) else { return }
    Self.inTurns(round.streams[...], on: loop, round.tell) {
      guard self.rounds.goesOn(key) else { return }
      loop.scheduleTask(in: Self.pause) { self.tellRound(key, on: loop) }
    }
  }

  /// On the loop only.
  static func inTurns(
    _ streams: ArraySlice<LiveStream>, on loop: any EventLoop,
    _ act: @escaping @Sendable (LiveStream) -> Void, then: @escaping @Sendable () -> Void = {}
  ) {
    for stream in streams.prefix(turn) { act(stream) }
    let rest = streams.dropFirst(turn)
    guard !rest.isEmpty else { return then() }
    loop.scheduleTask(in: pause) { inTurns(rest, on: loop, act, then: then) }
  }
}

extension LiveStream {
  /// Writes what is new, where the stream waits for it. On the channel's loop only.
  func tell(_ news: some StreamNews) {
    guard let bytes = take(news) else { return }
    send(bytes)
  }
}
