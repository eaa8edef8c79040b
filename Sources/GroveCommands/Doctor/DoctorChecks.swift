import CollaborationServer
import Foundation
import GroveClient
import GroveIdentity
import GroveServing
import GroveWire
import RelayServer

/// Whether the data folder can be used, and only by its owner.
enum DataFolderCheck {
  static func finding(_ folder: String) -> DoctorCommand.Finding {
    let name = "data folder \(folder)"
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      return .init(state: .note, name: name, text: "not there yet; grove serve makes it")
    }
    guard isFolder.boolValue, FileManager.default.isWritableFile(atPath: folder) else {
      return .init(
        state: .failed, name: name,
        text: "cannot be written; it has to be a folder of the user the servers run as")
    }
    if let open = DataFolder.exposed(in: folder) {
      return .init(
        state: .failed, name: name, text: DataFolder.sentence(about: open, in: folder))
    }
    return .init(state: .ok, name: name, text: "can be written, closed to others")
  }
}

/// Whether key files are readable by their owner only.
enum KeyFileCheck {
  static func findings(_ folder: String) -> [DoctorCommand.Finding] {
    [("key file", Backup.keyFile), ("the relay's key file", Backup.relayKeyFile)].compactMap {
      name, file in
      let path = folder + "/" + file
      guard FileManager.default.fileExists(atPath: path) else { return nil }
      let isClosed = FilePermissions.mode(of: path) & 0o077 == 0
      return .init(
        state: isClosed ? .ok : .failed, name: name,
        text: isClosed ? "readable by its owner only" : "others can read it; run chmod 600 on it")
    }
  }
}

/// Whether links would work for others.
enum OriginCheck {
  static func finding(_ configuration: Configuration) -> DoctorCommand.Finding {
    let name = "public origins"
    let set = [Setting.relayOrigin, .appOrigin].compactMap {
      ((try? configuration.value(of: $0)) ?? nil)?.text
    }
    if let text = set.first(where: { (try? Origin($0)) == nil }) {
      return .init(state: .failed, name: name, text: sentence(text))
    }
    return set.count == 2
      ? .init(state: .ok, name: name, text: "both are set")
      : .init(
        state: .note, name: name,
        text: "not both are set, so links work on this machine only; give relay-origin and "
          + "app-origin the addresses that people open")
  }

  /// What an origin would be.
  static func sentence(_ text: String) -> String {
    "“\(text)” is no origin; one looks like https://docs.example.org, with http on this machine only"
  }
}

/// Whether limits per address see addresses of people.
enum ProxyCheck {
  /// TLS belongs to a proxy, so an `https` origin says that there is one.
  static func finding(_ configuration: Configuration) throws -> DoctorCommand.Finding {
    let name = "client addresses"
    guard try configuration.trustedProxies() == .none else {
      return .init(state: .ok, name: name, text: "taken from what trusted proxies say")
    }
    let origins = try [Setting.relayOrigin, .appOrigin].compactMap {
      try configuration.value(of: $0)?.text
    }
    return origins.contains { $0.hasPrefix("https:") }
      ? .init(
        state: .failed, name: name,
        text: "an origin is https, so there is a proxy, but no trusted-proxy names it: for every "
          + "limit all people together are one; set trusted-proxy to the proxy's address")
      : .init(state: .ok, name: name, text: "those that connect; no proxy is declared")
  }
}

/// Whether messengers whose page is closed are woken.
enum WebPushCheck {
  static func finding(_ configuration: Configuration) -> DoctorCommand.Finding {
    let name = "closed messengers"
    do {
      guard let contact = try WebPushSettings.contact(configuration) else {
        return .init(
          state: .note, name: name,
          text: "are not woken; set web-push to your address, such as mailto:you@docs.example")
      }
      let services = try configuration.origins(.webPushServices).map(\.text).sorted()
      let origin = try configuration.value(of: .relayOrigin)?.text ?? "http://127.0.0.1"
      guard origin.hasPrefix("https:") || origin.hasPrefix("http://127.0.0.1") else {
        return .init(
          state: .failed, name: name,
          text: "cannot be woken: browsers subscribe for https only, and relay-origin is \(origin)")
      }
      return .init(
        state: .ok, name: name,
        text: "are woken through their browsers' push services, which are told \(contact)"
          + (services.isEmpty ? "" : "; \(services.joined(separator: ", ")) may be private"))
    } catch {
      return .init(state: .failed, name: name, text: "\(error)")
    }
  }
}

/// Whether the OpenID Provider answers, where one is configured.
enum ProviderCheck {
  static func findings(_ configuration: Configuration) async throws -> [DoctorCommand.Finding] {
    guard let provider = try ProviderSettings(configuration) else { return [] }
    let name = "sign-in through \(provider.issuer)"
    guard let problem = await provider.problemOfDiscovery() else {
      return [.init(state: .ok, name: name, text: "discovery answers")]
    }
    return [
      .init(
        state: .failed, name: name,
        text: "\(problem); look at \(provider.discoveryAddress) from this machine")
    ]
  }
}

/// Whether a server answers and can reach its store.
enum ServerCheck {
  static func finding(
    _ name: String, _ origin: Setting, _ port: Setting, _ configuration: Configuration
  ) async throws -> DoctorCommand.Finding {
    let text =
      try configuration.value(of: origin)?.text
      ?? "http://127.0.0.1:\(try configuration.port(port))"
    let unit = origin == .relayOrigin ? "grove-relay" : "grove-collaboration"
    guard let address = try? Origin(text) else {
      return .init(state: .failed, name: name, text: OriginCheck.sentence(text))
    }
    let request = ClientRequest(url: address.text + "/readyz", method: "GET", idleLimit: 5)
    do {
      let status = try await HTTPClientTransport().send(request).status
      return status == 200
        ? .init(state: .ok, name: name, text: "answers at \(address.text)")
        : .init(
          state: .failed, name: name,
          text: "answers \(status) at \(address.text)/readyz; its log says why "
            + "(journalctl -u 'grove-*')")
    } catch {
      return .init(
        state: .note, name: name,
        text: "does not answer at \(address.text); start it (grove serve, or systemctl start "
          + "\(unit)), and where it runs look at its log, the name and the proxy")
    }
  }
}

/// Permissions of a file or folder; everything is open where they cannot be read.
private enum FilePermissions {
  static func mode(of path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0o777
  }
}
