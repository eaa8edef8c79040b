import Foundation

extension PrometheusRegistry {
  /// What Linux knows of the process, under the names that every Prometheus client uses: when it
  /// started, how much of a processor, of memory and of the table of open files it has used. Elsewhere
  /// only the start is told.
  ///
  /// - Parameters:
  ///   - started: seconds since 1970.
  ///   - version: of the program, told as a label of a series that is always 1.
  package func addProcess(started: Double, version: String) {
    gauge("process_start_time_seconds") { started }
    gauge("grove_build_info", labels: [("version", version)]) { 1 }
    gauge("process_open_fds") { ProcessFigures.openFiles.map(Double.init) }
    gauge("process_max_fds") { Double(DescriptorTable.limit) }
    gauge("process_resident_memory_bytes") { ProcessFigures.residentBytes.map(Double.init) }
    counter("process_cpu_seconds_total") { ProcessFigures.processorSeconds }
  }

  /// How much room the file system of a folder has, for whoever runs no exporter for the machine.
  package func addRoom(in folder: String) {
    gauge("data_folder_free_bytes") { FileSystemSpace(folder).map { Double($0.free) } }
    gauge("data_folder_size_bytes") { FileSystemSpace(folder).map { Double($0.size) } }
  }

  /// When a file was last written, in seconds since 1970; nothing while there is none.
  package func addWritten(_ name: String, _ path: String) {
    gauge(name) { FileFigures(path)?.written }
  }

  /// How large a file is; nothing while there is none.
  package func addSize(_ name: String, _ path: String) {
    gauge(name) { FileFigures(path).map { Double($0.bytes) } }
  }
}

/// The process in /proc (proc(5)).
private enum ProcessFigures {
  static var openFiles: Int? {
    try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }

  /// The second number of `statm` counts pages.
  static var residentBytes: Int? {
    let fields = contents("/proc/self/statm").split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  static var processorSeconds: Double? {
    var usage = timespec()
    guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &usage) == 0 else { return nil }
    return Double(usage.tv_sec) + Double(usage.tv_nsec) / 1e9
  }

  private static func contents(_ path: String) -> String {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

/// The room on the file system of a folder, as the server's user may use it.
package struct FileSystemSpace: Hashable, Sendable {
  /// Bytes.
  package let free: UInt64
  package let size: UInt64

  /// Nil where nobody can say.
  package init?(_ folder: String) {
    var room = statvfs()
    guard statvfs(folder, &room) == 0 else { return nil }
    free = UInt64(room.f_bavail) * UInt64(room.f_frsize)
    size = UInt64(room.f_blocks) * UInt64(room.f_frsize)
  }
}

/// Size and age of a file.
package struct FileFigures: Hashable, Sendable {
  package let bytes: Int
  /// Seconds since 1970.
  package let written: Double

  /// Nil where there is none.
  package init?(_ path: String) {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let bytes = attributes[.size] as? NSNumber,
      let written = attributes[.modificationDate] as? Date
    else { return nil }
    self.bytes = bytes.intValue
    self.written = written.timeIntervalSince1970
  }
}
