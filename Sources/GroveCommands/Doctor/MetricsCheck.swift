import Foundation
import GroveClient
import GroveServing

/// Where running servers tell what they count, and what they tell.
enum MetricsCheck {
  static func findings(_ configuration: Configuration) async throws -> [DoctorCommand.Finding] {
    let places = try places(configuration)
    guard !places.isEmpty else {
      return [.init(state: .note, name: "metrics", text: "switched off: nobody can watch")]
    }
    var (findings, texts): ([DoctorCommand.Finding], [String]) = ([], [])
    for place in places {
      guard case .at(let host, let port, _) = place, port != 0 else { continue }
      if !host.hasPrefix("127."), host != "::1" {
        findings.append(
          .init(
            state: .note, name: "operations address",
            text: "\(host) is not this machine's own: whoever reaches it reads everything there"))
      }
      guard let text = await text(host: host, port: port) else { continue }
      findings.append(.init(state: .ok, name: "metrics", text: "told at \(host):\(port)"))
      texts.append(text)
    }
    if texts.isEmpty {
      let names = places.compactMap(\.text).joined(separator: " or ")
      findings.append(
        .init(
          state: .note, name: "metrics",
          text: "nobody tells them at \(names); a server that runs does, unless operations-address "
            + "says another place"))
    }
    return findings + self.findings(in: texts.joined(separator: "\n"))
  }

  /// Two processes of one machine have two usual places.
  private static func places(_ configuration: Configuration) throws -> [OperationsAddress] {
    let place = try OperationsAddress(configuration)
    return place == .off ? [] : place == .standard ? [.standard, .second] : [place]
  }

  private static func text(host: String, port: Int) async -> String? {
    let name = host.contains(":") ? "[\(host)]" : host
    let request = ClientRequest(url: "http://\(name):\(port)/metrics", method: "GET", idleLimit: 5)
    guard let answer = try? await HTTPClientTransport().send(request), answer.status == 200 else {
      return nil
    }
    return String(decoding: answer.body, as: UTF8.self)
  }

  static func findings(in metrics: String) -> [DoctorCommand.Finding] {
    let told = Exposition(metrics)
    return ForwardingCheck.findings(in: told) + ServersCheck.findings(in: told)
  }
}

/// Metrics as text, as far as the doctor asks.
struct Exposition {
  private let lines: [Substring]

  init(_ text: String) { lines = text.split(separator: "\n") }

  /// The values of all series of a name, those of several servers, where they are numbers of things.
  func values(of name: String) -> [Double] {
    lines.filter { $0.hasPrefix(name + "{") || $0.hasPrefix(name + " ") }
      .compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
      .filter { (0...1e15).contains($0) }
  }

  func sum(of name: String) -> Int { Int(values(of: name).reduce(0, +)) }
}

/// What the servers themselves have noticed about addresses.
enum ForwardingCheck {
  static func findings(in told: Exposition) -> [DoctorCommand.Finding] {
    let ignored = told.sum(of: "forwarding_headers_ignored_total")
    let missing = told.sum(of: "forwarding_headers_missing_total")
    var findings: [DoctorCommand.Finding] = []
    if ignored > 0 {
      findings.append(
        .init(
          state: .failed, name: "a proxy that is not declared",
          text: "\(ignored) requests named a client and were not believed: declare the proxy with "
            + "trusted-proxy, or somebody pretends to be one"))
    }
    if missing > 0 {
      findings.append(
        .init(
          state: .note, name: "a silent proxy",
          text:
            "\(missing) requests of a trusted proxy named no client and counted as the proxy's: "
            + "it must set X-Forwarded-For or Forwarded"))
    }
    return findings
  }
}

/// What the servers say of their disk, their connections and their open files.
enum ServersCheck {
  /// Fewer open files make a small server; systemd's units allow 65536.
  static let fewFiles = 4096.0

  static func findings(in told: Exposition) -> [DoctorCommand.Finding] {
    var findings: [DoctorCommand.Finding] = []
    if told.values(of: "disk_healthy").contains(0) {
      findings.append(
        .init(
          state: .failed, name: "disk",
          text: "it refuses what a server writes; the log says which file and what to do"))
    }
    let refused = told.sum(of: "connections_refused_total")
    if refused > 0 {
      findings.append(
        .init(
          state: .note, name: "connections",
          text: "\(refused) found no room since the start: raise max-connections and LimitNOFILE"))
    }
    if let files = told.values(of: "process_max_fds").min(), files < fewFiles {
      findings.append(
        .init(
          state: .note, name: "open files",
          text: "at most \(Int(files)), so few connections: raise LimitNOFILE or ulimit -n"))
    }
    return findings
  }
}

/// What a year without anybody looking would spoil: backups, room, keys.
enum MaintenanceCheck {
  /// Seconds.
  static let backupEvery = 2 * 86_400.0
  static let keysEvery = 400 * 86_400.0

  /// Nothing where no server has stored anything yet.
  /// - Parameter now: seconds since 1970.
  static func findings(_ folder: String, now: Double) -> [DoctorCommand.Finding] {
    let isUsed = Backup.databases.contains {
      FileManager.default.fileExists(atPath: folder + "/" + $0)
    }
    guard isUsed else { return [] }
    let keys = FileFigures(folder + "/" + Backup.keyFile)
    return [
      backup(written: FileFigures(folder + "/" + Backup.mark)?.written, now: now),
      room(FileSystemSpace(folder)),
      keys.flatMap { self.keys(written: $0.written, now: now) },
    ].compactMap(\.self)
  }

  static func backup(written: Double?, now: Double) -> DoctorCommand.Finding {
    guard let written else {
      return .init(state: .note, name: "backup", text: "none has been made: grove backup FOLDER")
    }
    return .init(
      state: now - written > backupEvery ? .note : .ok, name: "backup",
      text: "the last one is \(age(now - written)) old")
  }

  static func room(_ room: FileSystemSpace?) -> DoctorCommand.Finding? {
    guard let room, room.size > 0 else { return nil }
    let percent = room.free / max(1, room.size / 100)
    return .init(
      state: percent < 2 ? .failed : percent < 10 ? .note : .ok, name: "room",
      text: "\(percent) % of the disk is free")
  }

  static func keys(written: Double, now: Double) -> DoctorCommand.Finding? {
    guard now - written > keysEvery else { return nil }
    return .init(
      state: .note, name: "keys", text: "\(age(now - written)) old; once a year: grove keys rotate")
  }

  private static func age(_ seconds: Double) -> String {
    let hours = Int(max(0, seconds) / 3600)
    return hours < 48 ? "\(hours) hours" : "\(hours / 24) days"
  }
}
