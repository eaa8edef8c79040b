import Foundation

/// Turns a plan into files.
struct PageSetBuilder {
  private(set) var files: [String: PageFile] = [:]
  private(set) var unchanged: [String] = []
  private(set) var missing: [String] = []

  private let plan: PagePlan
  /// What each script imports, as addresses.
  private var imports: [String: [String]] = [:]

  init(_ plan: PagePlan) { self.plan = plan }

  mutating func build() throws {
    var pages: [String: [UInt8]] = [:]
    for name in plan.shared {
      let path = plan.folder + "/" + name
      guard FileManager.default.fileExists(atPath: path) else { continue }
      for (place, bytes) in try PageFolder(path: path).files {
        let address = "/\(name)/\(place)"
        if !place.hasSuffix(".html") {
          add(bytes, at: address)
        } else if name == plan.home, !place.contains("/") {
          pages[Self.address(ofPage: place)] = bytes
        }
      }
    }
    for package in plan.packages { add(package) }
    files["/config.json"] = file(
      try plan.configuration(missing.isEmpty), PageFolder.types["json"], plan.opener)
    for (address, bytes) in pages {
      files[address] = file(
        ModulePreload.added(to: bytes, page: address, imports: imports),
        PageFolder.types["html"], plan.openers[address] ?? plan.opener)
    }
    if let kept = plan.kept { try add(kept) }
  }

  private mutating func add(_ kept: KeptPages) throws {
    guard let worker = files[kept.worker] else { return }
    files[kept.worker] = worker.with("Service-Worker-Allowed", "/")
    let hashes = files.mapValues(\.hash)
    let list = try kept.list(of: hashes, policy: plan.policy.headers(plan.opener))
    files[kept.list] = file(list, PageFolder.types["json"], plan.opener)
  }

  private static func address(ofPage place: String) -> String {
    place == "index.html" ? "/" : "/" + place.dropLast(".html".count)
  }

  private mutating func add(_ package: PagePlan.Package) {
    do {
      // With their comments, as their authors publish them.
      for (address, bytes) in try PackagedModules(package).files {
        files[address] = file(bytes, PageFolder.types["js"], plan.opener)
        note(try? JavaScriptModule(bytes), address)
      }
    } catch {
      missing.append(error.description)
    }
  }

  private mutating func add(_ bytes: [UInt8], at address: String) {
    var bytes = bytes
    if address.hasSuffix(".js") || address.hasSuffix(".mjs") {
      let module = try? JavaScriptModule(bytes)
      note(module, address)
      if let module { bytes = module.withoutComments } else { unchanged.append(address) }
    }
    files[address] = file(bytes, PageFolder.type(of: address), plan.opener)
  }

  private mutating func note(_ module: JavaScriptModule?, _ address: String) {
    imports[address] = module?.imports.compactMap {
      ModulePreload.address(of: $0.specifier, from: address)
    }
  }

  private func file(_ bytes: [UInt8], _ type: String?, _ opener: PagePolicy.Opener) -> PageFile {
    PageFile(
      bytes, type: type ?? "application/octet-stream", policy: plan.policy, opener: opener)
  }
}
