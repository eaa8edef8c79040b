/// Draws blocks of lines, in the same place again where the terminal can.
struct TerminalScreen: Sendable {
  let channel: any TerminalChannel
  private var drawn = 0

  init(channel: any TerminalChannel) { self.channel = channel }

  var look: TerminalCapabilities { channel.look }

  /// The block with a prompt after it.
  mutating func draw(_ lines: [String]) {
    erase()
    channel.write(lines.joined(separator: "\n") + "\n" + prompt)
    drawn = look.isStyled && lines.count + 2 < look.rows ? lines.count : 0
  }

  private var prompt: String { look.isStyled ? "  \(look.isUnicode ? "›" : ">") " : "> " }

  /// One line that stays.
  func say(_ line: String) { channel.write(line + "\n") }

  /// Only the prompt, after an answer in words.
  func ask() { channel.write(prompt) }

  /// Asks for a line. What the person typed may have wrapped; those rows are redrawn too.
  mutating func line() async -> String? {
    let line = await channel.nextLine()
    if drawn > 0 { drawn += 1 + (line.map { (DisplayWidth.of($0) + 4) / look.columns } ?? 0) }
    if !look.isStyled || line == nil { channel.write("\n") }
    return line
  }

  /// Takes the last block away, so that the next one stands in its place.
  mutating func erase() {
    if drawn > 0 { channel.write("\u{1B}[\(drawn)A\r\u{1B}[J") }
    drawn = 0
  }
}
