/// Where a terminal presenter reads and writes: typed lines in, text out.
public protocol TerminalChannel: Sendable {
  /// The next line without its line feed; nil at the end, and where the task is cancelled.
  func nextLine() async -> String?
  /// Text for the screen, with escape sequences only where `look` allows them.
  func write(_ text: String)
  /// Asked for each drawing.
  var look: TerminalCapabilities { get }
}

/// What a terminal can show.
public struct TerminalCapabilities: Hashable, Sendable {
  /// Colours and moving the cursor.
  public var isStyled: Bool
  /// Signs outside ASCII.
  public var isUnicode: Bool
  /// Width in cells; at least 20.
  public var columns: Int
  /// Height in lines; at least 5.
  public var rows: Int

  /// - Parameters:
  ///   - columns: fewer than 20 count as 20.
  ///   - rows: fewer than 5 count as 5.
  public init(isStyled: Bool, isUnicode: Bool, columns: Int = 80, rows: Int = 24) {
    self.isStyled = isStyled
    self.isUnicode = isUnicode
    self.columns = max(20, columns)
    self.rows = max(5, rows)
  }

  /// A pipe, or a terminal that knows nothing.
  public static let plain = TerminalCapabilities(isStyled: false, isUnicode: true)

  func bold(_ text: String) -> String { code("1", text) }
  func dim(_ text: String) -> String { code("2", text) }
  func accent(_ text: String) -> String { code("36", text) }
  func good(_ text: String) -> String { code("32", text) }
  func bad(_ text: String) -> String { code("31", text) }

  private func code(_ number: String, _ text: String) -> String {
    isStyled ? "\u{1B}[\(number)m\(text)\u{1B}[0m" : text
  }

  func radio(_ on: Bool) -> String {
    isUnicode ? (on ? accent("●") : "○") : (on ? "(*)" : "( )")
  }

  func check(_ on: Bool) -> String {
    isUnicode ? (on ? accent("◼") : "◻") : (on ? "[x]" : "[ ]")
  }

  var separator: String { isUnicode ? " · " : " - " }
  var rule: Character { isUnicode ? "─" : "-" }

  func quoted(_ text: String) -> String { isUnicode ? "“\(text)”" : "\"\(text)\"" }
}
