import ArgumentParser
import Foundation
import GroveServing
import StoreSQLite

/// The disk does not let a server start. Told in one sentence that names the path and what to do; the
/// exit status says which kind it is to whoever starts it again (sysexits.h).
struct StartFailure: Error, CustomStringConvertible {
  let fault: DiskFault

  init(_ fault: DiskFault) { self.fault = fault }

  /// What Foundation threw about a path.
  init(_ error: any Error, path: String) {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let number = [error as NSError, underlying].compactMap { $0 }
      .first { $0.domain == NSPOSIXErrorDomain }?.code
    let fallback =
      switch (error as? CocoaError)?.code {
      case .fileWriteOutOfSpace: ENOSPC
      case .fileWriteVolumeReadOnly: EROFS
      case .fileWriteNoPermission: EACCES
      default: EIO
      }
    fault = .ofFile(path, systemError: number.flatMap(Int32.init(exactly:)) ?? fallback)
  }

  var description: String { described(doing: "The server cannot start") }

  /// - Parameter doing: what cannot be done.
  func described(doing: String) -> String {
    var said: [String] = []
    if let code = fault.resultCode { said.append("SQLite \(code)") }
    if fault.systemError != 0 {
      said.append("errno \(fault.systemError): \(String(cString: strerror(fault.systemError)))")
    }
    let cause = said.isEmpty ? "" : " (\(said.joined(separator: ", ")))"
    return "\(doing) on \(fault.path)\(cause). \(fault.advice)"
  }

  /// 73: it may not be written (EX_CANTCREAT); 74: the disk is full, fails, or the file is damaged
  /// (EX_IOERR); 71: too many files are open (EX_OSERR).
  var status: ExitCode {
    switch fault.kind {
    case .notWritable: ExitCode(73)
    case .descriptors: ExitCode(71)
    case .full, .failedSync, .inputOutput, .damaged, .objectStorage: ExitCode(74)
    }
  }
}

extension DiskFault {
  /// The same, in the servers' words.
  init(_ fault: StoreFault) {
    self.init(
      kind: Kind(rawValue: fault.kind.rawValue) ?? .inputOutput, path: fault.path,
      resultCode: fault.resultCode, systemError: fault.systemError)
  }
}
