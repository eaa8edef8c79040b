/// Why a folder could not be kept like a drive.
struct FolderFailure: Error, CustomStringConvertible, Equatable {
  enum Code: String, Sendable {
    case unreachable, password, rclone, fuse, folder, emptied, held, unfinished
  }

  let code: Code
  let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
