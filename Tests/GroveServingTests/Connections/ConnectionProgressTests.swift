import Testing

@testable import GroveServing

struct ConnectionProgressTests {
  private let pace: RequestTimeouts = {
    var pace = RequestTimeouts()
    pace.head = 1000
    pace.bodyGrace = 2000
    pace.bodyRate = 1000
    return pace
  }()

  @Test func `a head has its time from its first byte, however many follow`() {
    var progress = ConnectionProgress()
    #expect(progress.deadline(pace) == nil)
    progress.readPartOfHead(at: 500)
    progress.readPartOfHead(at: 1200)
    #expect(progress.deadline(pace) == 1500)
    progress.readHead(expectingContinue: false)
    progress.readEnd()
    #expect(progress.deadline(pace) == nil)
  }

  @Test func `a body earns time with what arrives of it`() {
    var progress = reading()
    progress.startWaiting(at: 100)
    #expect(progress.deadline(pace) == 2100)
    progress.readBody(3000)
    progress.stopWaiting(at: 1100)
    progress.startWaiting(at: 1100)
    // 2 s of grace and 3 s for 3 000 bytes, of which one is used up.
    #expect(progress.deadline(pace) == 5100)
  }

  @Test func `time in which the server does not read is not the client's`() {
    var progress = reading()
    progress.startWaiting(at: 0)
    progress.stopWaiting(at: 1000)
    #expect(progress.deadline(pace) == nil)
    progress.startWaiting(at: 90_000)
    #expect(progress.deadline(pace) == 91_000)
  }

  @Test func `a client that waits for leave to send has all its time when it gets it`() {
    var progress = ConnectionProgress()
    progress.readHead(expectingContinue: true)
    progress.startWaiting(at: 0)
    #expect(progress.deadline(pace) == nil)
    let isTold = progress.wantBody(at: 70_000)
    #expect(isTold && progress.deadline(pace) == 72_000)
    let isToldAgain = progress.wantBody(at: 70_001)
    #expect(!isToldAgain)
  }

  @Test func `who sends without waiting is not told to`() {
    var progress = ConnectionProgress()
    progress.readHead(expectingContinue: true)
    progress.readBody(1)
    let isTold = progress.wantBody(at: 0)
    #expect(!isTold)
  }

  @Test func `what can be said depends on which answers are out`() {
    var progress = ConnectionProgress()
    #expect(progress.say == .now)
    progress.readHead(expectingContinue: false)
    #expect(progress.say == .now)
    progress.writeHead()
    #expect(progress.say == .nothing)
    progress.writeEnd()
    #expect(progress.say == .nothing)
    progress.readEnd()
    #expect(progress.say == .now && progress.isIdle)
  }

  @Test func `an answer waits for those before it`() {
    var progress = ConnectionProgress()
    progress.readHead(expectingContinue: false)
    progress.readEnd()
    #expect(progress.say == .later)
    progress.readHead(expectingContinue: false)
    #expect(progress.say == .later)
    progress.writeHead()
    progress.writeEnd()
    #expect(progress.say == .now)
  }

  private func reading() -> ConnectionProgress {
    var progress = ConnectionProgress()
    progress.readHead(expectingContinue: false)
    return progress
  }
}
