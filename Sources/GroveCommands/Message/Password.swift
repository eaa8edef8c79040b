import Foundation

/// Where a password comes from: never from the command line, which other users can see.
enum Password {
  /// - Parameter variable: of the environment.
  static func read(_ prompt: String = "Password: ", from variable: String = "GROVE_PASSWORD") async
    -> String
  {
    if let scope = CommandScope.current { return await scope.password(prompt) }
    if let password = ProcessInfo.processInfo.environment[variable] { return password }
    if isatty(STDIN_FILENO) == 1 {
      FileHandle.standardError.write(Data(prompt.utf8))
      var saved = termios()
      tcgetattr(STDIN_FILENO, &saved)
      var silent = saved
      silent.c_lflag &= ~tcflag_t(ECHO)
      tcsetattr(STDIN_FILENO, TCSANOW, &silent)
      defer {
        tcsetattr(STDIN_FILENO, TCSANOW, &saved)
        FileHandle.standardError.write(Data("\n".utf8))
      }
      return readLine() ?? ""
    }
    return readLine() ?? ""
  }
}
