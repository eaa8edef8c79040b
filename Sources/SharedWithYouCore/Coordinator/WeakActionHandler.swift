/// The app's handler on its way between threads.
// It is called on the main queue only, and else is passed on without being touched.
struct WeakActionHandler: @unchecked Sendable {
  weak var value: (any SWCollaborationActionHandler)?

  init(_ value: (any SWCollaborationActionHandler)?) { self.value = value }
}
