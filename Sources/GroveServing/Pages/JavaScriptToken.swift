/// A piece of JavaScript source that is not white space.
struct JavaScriptToken: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case comment
    /// With its quotes.
    case text
    /// From a backtick or a substitution's closing brace to the next substitution or backtick.
    case template
    /// With its flags.
    case regularExpression
    /// An identifier, a keyword, a private name.
    case word
    case number
    /// One character of punctuation, `++` or `--`.
    case mark
  }

  let kind: Kind
  /// Offsets of bytes in the source.
  let range: Range<Int>
  /// A closing parenthesis behind which a statement begins: `if (a)`.
  var closesCondition = false
}

/// The scanner cannot say what a place in a source means. Whoever meets it leaves the source alone.
struct JavaScriptDoubt: Error, Hashable, Sendable {
  /// The offset of the byte in question.
  let place: Int
}
