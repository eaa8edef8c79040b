import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

@Suite struct StatementPinTests {
  let early: StatementChain
  let late: StatementChain
  let forked: StatementChain

  init() throws {
    let one = try TestDevice("one")
    let two = try TestDevice("two")
    var account = try TestAccount([one])
    early = account.chain
    forked = try account.chain.appending(
      account.nextRecord([one, TestDevice("intruder")])
    ).get()
    try account.change(to: [one, two])
    late = account.chain
  }

  @Test func `a longer chain advances the pin and an equal one leaves it`() {
    let pin = StatementPin(early)
    #expect(pin.judge(offered: early) == .same)
    #expect(pin.judge(offered: late) == .advance(StatementPin(late)))
    #expect(early.judge(offered: late) == .advance(StatementPin(late)))
    #expect(late.judge(offered: late) == .same)
  }

  @Test func `an older chain never takes the pin back`() {
    #expect(StatementPin(late).judge(offered: early) == .behind)
    #expect(late.judge(offered: early) == .behind)
  }

  @Test func `a fork is an alarm that holds both signed statements`() {
    guard case .fork(let alarm) = late.judge(offered: forked) else {
      Issue.record("no fork was seen")
      return
    }
    #expect(alarm.reason == .fork && alarm.accountID == late.accountID)
    #expect(alarm.knownRecord == late.newestRecord && alarm.otherRecord == forked.newestRecord)
    #expect(alarm.known == late.newest.reference && alarm.other == forked.newest.reference)
  }

  @Test func `a pin alone sees the fork too`() {
    guard case .fork(let alarm) = StatementPin(late).judge(offered: forked) else {
      Issue.record("no fork was seen")
      return
    }
    #expect(alarm.knownRecord == nil && alarm.otherRecord == forked.newestRecord)
  }

  @Test func `another account's chain says nothing about this one`() throws {
    let other = try TestAccount("other").chain
    #expect(StatementPin(late).judge(offered: other) == .otherAccount)
    #expect(late.judge(offered: other) == .otherAccount)
  }

  @Test func `what others saw of my account is known, newer than mine or a fork`() {
    #expect(late.judge(seen: early.newest.reference) == .known)
    #expect(late.judge(seen: late.newest.reference) == .known)
    #expect(early.judge(seen: late.newest.reference) == .newerThanMine)
    guard case .fork(let alarm) = late.judge(seen: forked.newest.reference) else {
      Issue.record("no fork was seen")
      return
    }
    #expect(alarm.reason == .reportedFork && alarm.knownRecord == late.newestRecord)
    #expect(alarm.other == forked.newest.reference)
  }

  @Test func `pins and alarms survive being stored`() throws {
    let pin = StatementPin(late)
    #expect(try StrictJSON.decode(StatementPin.self, from: StrictJSON.encode(pin)) == pin)
    guard case .fork(let alarm) = late.judge(offered: forked) else { return }
    #expect(try StrictJSON.decode(DeviceListAlarm.self, from: StrictJSON.encode(alarm)) == alarm)
  }
}
