/// What a rule of the sharing side decided: row-level writes and an answer. It has written nothing.
struct SharingDecision<Answer: Sendable>: Sendable {
  var changes: [SharingChange]
  var answer: Answer

  init(_ answer: Answer, changes: [SharingChange] = []) {
    self.answer = answer
    self.changes = changes
  }
}
