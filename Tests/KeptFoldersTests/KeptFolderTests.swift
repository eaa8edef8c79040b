import Foundation
import GroveIdentity
import Testing

@testable import KeptFolders

/// What a file on this machine is to a drive.
struct KeptFolderTests {
  private static func folder(_ path: String = "/ann/Drive", _ use: KeptFolder.Use = .sync) throws
    -> KeptFolder
  {
    KeptFolder(
      path: path, use: use, server: try Origin("https://docs.example"),
      account: try AccountLabel("ann@docs.example"))
  }

  @Test func `a file below the folder is its path in the drive, and one beside it is none`() throws
  {
    let folder = try Self.folder()
    #expect(folder.place(of: "/ann/Drive/Plans/house.txt") == .item(path: "/Plans/house.txt"))
    #expect(folder.place(of: "/ann/Drive/a") == .item(path: "/a"))
    for file in ["/ann/Drives/a", "/ann/Drive.txt", "/ann", "/", "", "/other/ann/Drive/a"] {
      #expect(folder.place(of: file) == .outside, "\(file)")
    }
    #expect(try Self.folder("/").place(of: "/a/b") == .item(path: "/a/b"))
  }

  @Test func `the folder itself is the whole drive, however its end is written`() throws {
    #expect(try Self.folder().place(of: "/ann/Drive") == .drive)
    #expect(try Self.folder().place(of: "/ann/Drive/") == .drive)
    #expect(try Self.folder("/ann/Drive/").place(of: "/ann/Drive") == .drive)
    #expect(try Self.folder("/ann/Drive/").place(of: "/ann/Drive/a/") == .item(path: "/a"))
  }

  @Test func `steps up and on the spot lead nowhere`() throws {
    for file in ["/ann/Drive/../x", "/ann/Drive/a/../../../x", "/ann/Drive/./a", "/ann/Drive/.."] {
      #expect(try Self.folder().place(of: file) == .outside, "\(file)")
    }
    #expect(try Self.folder().place(of: "/ann/Drive/..a/.b") == .item(path: "/..a/.b"))
  }

  @Test func `names are in composed form in the drive, and folders are told apart by their bytes`()
    throws
  {
    let (composed, decomposed) = ("Caf\u{E9}", "Cafe\u{301}")
    guard case .item(let path) = try Self.folder().place(of: "/ann/Drive/\(decomposed)/é.txt")
    else {
      Issue.record("it is in the folder")
      return
    }
    #expect(Array(path.utf8) == Array("/\(composed)/\u{E9}.txt".utf8))
    let other = try Self.folder("/ann/" + composed)
    #expect(other.place(of: "/ann/\(decomposed)/a") == .outside)
    #expect(other.place(of: "/ann/\(composed)/a") == .item(path: "/a"))
  }

  @Test func `what sync does not carry is not in the drive, and where it is shown all of it is`()
    throws
  {
    for name in [".grove/lock", ".grove", "Shared", "shared/a", "SHARED/a/b", "a/b.txt.partial"] {
      #expect(try Self.folder().place(of: "/ann/Drive/" + name) == .notCarried, "\(name)")
      let shown = try Self.folder("/ann/Drive", .mount).place(of: "/ann/Drive/" + name)
      #expect(shown == .item(path: "/" + name), "\(name)")
    }
    #expect(try Self.folder().place(of: "/ann/Drive/a/Shared") == .item(path: "/a/Shared"))
  }

  @Test func `something in the drive has its place here where it is carried`() throws {
    #expect(try Self.folder().file(at: "/Plans/house.txt") == "/ann/Drive/Plans/house.txt")
    #expect(try Self.folder().file(at: "/Shared/house.txt") == nil)
    let shown = try Self.folder("/ann/Drive/", .mount)
    #expect(shown.file(at: "/Shared/house.txt") == "/ann/Drive/Shared/house.txt")
    #expect(shown.file(at: "/../../etc/passwd") == nil)
  }
}

/// Which folders are kept, on real files.
struct KeptFolderListTests {
  private struct Machine {
    let root: String
    let list: KeptFolderList

    init() throws {
      let made = FileManager.default.temporaryDirectory.path + "/grove-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
      root = try #require(KeptFolderList.resolved(URL(fileURLWithPath: made)))
      list = KeptFolderList(device: root + "/device")
    }

    func make(_ path: String) throws {
      try FileManager.default.createDirectory(
        atPath: root + "/" + path, withIntermediateDirectories: true)
    }

    func describe(_ name: String, _ text: String) throws {
      let state = KeptFolderList.state(of: name, device: list.device)
      try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
      try Data(text.utf8).write(
        to: URL(fileURLWithPath: state + "/" + KeptFolderList.fileName))
    }

    func describe(_ folder: KeptFolder) throws {
      try describe(
        "\(folder.use.rawValue)-1", String(decoding: StrictJSON.encode(folder), as: UTF8.self))
    }

    func folder(_ name: String, _ use: KeptFolder.Use) throws -> KeptFolder {
      KeptFolder(
        path: root + "/" + name, use: use, server: try Origin("https://docs.example"),
        account: try AccountLabel("ann@docs.example"))
    }

    func end() { try? FileManager.default.removeItem(atPath: root) }
  }

  @Test
  func `a described folder is kept as long as it is there, and what is no description is none`()
    throws
  {
    let machine = try Machine()
    defer { machine.end() }
    #expect(machine.list.all().isEmpty)
    let folder = try machine.folder("Drive", .sync)
    try machine.describe(folder)
    #expect(machine.list.all().isEmpty)
    try machine.make("Drive/.grove")
    try machine.describe("sync-2", "{\"path\":\"/x\"}")
    try machine.describe("sync-3", String(repeating: " ", count: 20_000) + "{}")
    #expect(machine.list.all() == [folder])
    try FileManager.default.removeItem(atPath: folder.path)
    try machine.make("Drive")
    #expect(machine.list.all().isEmpty)
  }

  @Test func `of 257 folders an app knows 256`() throws {
    let machine = try Machine()
    defer { machine.end() }
    for number in 0...KeptFolderList.most {
      try machine.make("Drive\(number)/.grove")
      let folder = try machine.folder("Drive\(number)", .sync)
      let text = String(decoding: try StrictJSON.encode(folder), as: UTF8.self)
      try machine.describe("sync-\(number)", text)
    }
    #expect(machine.list.all().count == 256)
  }

  @Test func `a folder in which no drive is shown at the moment is not the drive`() throws {
    let machine = try Machine()
    defer { machine.end() }
    try machine.make("Shown")
    try machine.describe(try machine.folder("Shown", .mount))
    #expect(machine.list.all().isEmpty)
    #expect(KeptFolderList.isMounted("/proc"))
  }

  @Test func `links are followed, whether they lead into the folder or out of it`() throws {
    let machine = try Machine()
    defer { machine.end() }
    try machine.make("Drive/Plans")
    try machine.make("Elsewhere")
    for path in ["Drive/Plans/a.txt", "Elsewhere/b.txt"] {
      try Data("x".utf8).write(to: URL(fileURLWithPath: machine.root + "/" + path))
    }
    let links = [
      "Drive/out.txt": "Elsewhere/b.txt", "Drive/Out": "Elsewhere", "In": "Drive/Plans",
      "Drive/again.txt": "Drive/Plans/a.txt",
    ]
    for (link, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: machine.root + "/" + link, withDestinationPath: machine.root + "/" + target)
    }
    let folder = try machine.folder("Drive", .sync)
    func place(_ path: String) -> KeptFolder.Place? {
      KeptFolderList.resolved(URL(fileURLWithPath: machine.root + "/" + path)).map(folder.place)
    }
    #expect(place("Drive/out.txt") == .outside && place("Drive/Out/b.txt") == .outside)
    #expect(place("In/a.txt") == .item(path: "/Plans/a.txt"))
    #expect(place("Drive/again.txt") == .item(path: "/Plans/a.txt"))
    #expect(place("Drive/Plans/../Plans/a.txt") == .item(path: "/Plans/a.txt"))
    #expect(place("Elsewhere/../Drive/Plans") == .item(path: "/Plans"))
    #expect(place("Drive/nothing.txt") == nil)
    #expect(try KeptFolderList.resolved(#require(URL(string: "https://docs.example/a"))) == nil)
  }
}
