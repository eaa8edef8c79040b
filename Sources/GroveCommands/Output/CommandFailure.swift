import ArgumentParser

/// A failure told to the person in one sentence on standard error, with an exit status that means
/// something to scripts.
struct CommandFailure: Error, CustomStringConvertible {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }

  var description: String { sentence }
}
