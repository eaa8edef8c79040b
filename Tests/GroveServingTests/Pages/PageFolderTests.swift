import Foundation
import Testing

@testable import GroveServing

/// Which files become pages.
struct PageFolderTests {
  @Test func `only files of the kinds that pages consist of are served`() throws {
    let pages = try TemporaryPages([
      "a.js": "1", "b/c.css": "2", "b/d.svg": "3", "README.md": "no", "e": "no", ".hidden.js": "no",
      ".git/f.js": "no", "b/.env": "no", "g.js.map": "3", "h i.js": "no", "j%2e.js": "no",
      "k.swift": "no", "jé.js": "no", "l.js.br": "no",
    ])
    defer { pages.remove() }
    #expect(
      try PageFolder(path: pages.path).files.keys.sorted() == [
        "a.js", "b/c.css", "b/d.svg", "g.js.map",
      ])
  }

  @Test func `a compressed form belongs to the file that it stands beside`() throws {
    let pages = try TemporaryPages([
      "a.js": "1", "a.js.br": "2", "a.js.gz": "3", "b.js": "4", "b.js.gz": "5",
    ])
    defer { pages.remove() }
    let files = try PageFolder(path: pages.path).files
    #expect(files.keys.sorted() == ["a.js", "b.js"])
    #expect(files["a.js"]?.compressed == [.brotli: Array("2".utf8), .gzip: Array("3".utf8)])
    #expect(files["b.js"]?.compressed == [.gzip: Array("5".utf8)])
  }

  @Test func `a link is refused, to whatever it leads`() throws {
    for target in ["/etc/passwd", "a.js", "nowhere"] {
      let pages = try TemporaryPages(["a.js": "1"])
      defer { pages.remove() }
      try FileManager.default.createSymbolicLink(
        atPath: pages.path + "/b.js", withDestinationPath: target)
      #expect(throws: PageProblem.self) { try PageFolder(path: pages.path) }
    }
    let pages = try TemporaryPages(["a.js": "1"])
    defer { pages.remove() }
    try FileManager.default.createSymbolicLink(
      atPath: pages.path + "/folder", withDestinationPath: "/etc")
    #expect(throws: PageProblem.self) { try PageFolder(path: pages.path) }
  }

  @Test func `what is larger than pages are is refused before it fills the memory`() throws {
    let pages = try TemporaryPages([:])
    defer { pages.remove() }
    try pages.write("a.png", Data(count: PageFolder.largestFile))
    #expect(try PageFolder(path: pages.path).files.count == 1)
    try pages.write("a.png", Data(count: PageFolder.largestFile + 1))
    #expect(throws: PageProblem.self) { try PageFolder(path: pages.path) }
    for number in 0...8 {
      try pages.write(number == 0 ? "a.png" : "\(number).png", Data(count: PageFolder.largestFile))
    }
    #expect(throws: PageProblem.self) { try PageFolder(path: pages.path) }
  }

  @Test func `a folder that is not there is said`() {
    #expect(throws: PageProblem.self) { try PageFolder(path: "/nowhere/at/all") }
  }
}
