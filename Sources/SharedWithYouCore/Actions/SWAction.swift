public import Foundation

/// Work that the messenger asks of an app while something is shared or its participants change. The
/// app fulfils it or fails it; an app that does neither in time has failed it.
///
/// The first answer counts, and further ones change nothing. An action that the app releases without
/// an answer has failed at once.
// Every property, here and in the subclasses, is a constant; the reply locks for itself.
public class SWAction: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The same when the action is repeated after an interruption, so that it can serve as the
  /// request identifier of what the app asks its server.
  public let uuid: UUID
  /// Copies share it: they are one action.
  let reply: ActionReply

  init(uuid: UUID, reply: ActionReply) {
    self.uuid = uuid
    self.reply = reply
  }

  /// True once it was fulfilled or failed, or its time was over.
  public var isComplete: Bool { reply.isComplete }

  /// The work is done: the messenger goes on with the share.
  public func fulfill() { reply.answer(.fulfilled(nil)) }

  /// The work was not done: what is being sent is cancelled.
  public func fail() { fail(reason: "") }

  /// As `fail()`, with a sentence for the person; may be empty. Not in the platform's framework.
  public func fail(reason: String) { reply.answer(.failed(reason: reason)) }

  /// The same action: answering the copy answers this.
  public func copy(with zone: NSZone? = nil) -> Any { SWAction(uuid: uuid, reply: reply) }

  /// Equal where class and `uuid` are.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SWAction else { return false }
    return type(of: self) == type(of: other) && uuid == other.uuid
  }

  public override var hash: Int { uuid.hashValue }

  public class var supportsSecureCoding: Bool { true }

  /// An action out of an archive is a record of one: nobody waits for its answer.
  public required init?(coder: NSCoder) {
    guard let uuid = coder.text("uuid").flatMap({ UUID(uuidString: $0) }) else { return nil }
    self.uuid = uuid
    reply = ActionReply(isComplete: coder.decodeBool(forKey: "isComplete"))
  }

  /// The identifier and whether it was answered, without a way to answer.
  public func encode(with coder: NSCoder) {
    coder.put(uuid.uuidString, "uuid")
    coder.encode(isComplete, forKey: "isComplete")
  }
}
