import Testing

@testable import GroveCommands

struct BisyncListingTests {
  @Test func `a listing of rclone is read, whatever files are called in it`() throws {
    let text = """
      # bisync listing v1 from 2026-11-24T16:20:27.339485437+0000
      -        0 md5:d41d8cd98f00b204e9800998ecf8427e - 2026-11-24T16:20:26.412392504+0000 "empty"
      -        4 - - 2020-01-01T10:00:00.000000000+0000 "two words"
      -        3 - - 2026-11-24T16:20:26.100000000+0000 "sub/Grö\\"ße\\\\ \\x07\\u0101\\U0001f600.txt"

      """
    let listing = try #require(BisyncListing.parse(text))
    #expect(
      listing == [
        "empty": FolderEntry(size: 0, time: "2026-11-24T16:20:26.412392504Z"),
        "two words": FolderEntry(size: 4, time: "2020-01-01T10:00:00Z"),
        "sub/Grö\"ße\\ \u{7}ā😀.txt": FolderEntry(size: 3, time: "2026-11-24T16:20:26.1Z"),
      ])
    #expect(BisyncListing.parse(BisyncListing.text(listing)) == listing)
  }

  @Test(arguments: [
    "", "# bisync listing v2 from x\n", "# bisync listing v1 from x\n- 4 - - 2020 name",
    "# bisync listing v1 from x\n- four - - 2020 \"a\"",
    "# bisync listing v1 from x\n- 4 - - 2020 \"\\q\"", "# bisync listing v1 from x\n- 4 - - \"a\"",
    "# bisync listing v1 from x\n- 4 - - 2020 \"\\xf\"",
    "# bisync listing v1 from x\n- 4 - - 2020 \"\\",
    "# bisync listing v1 from x\n- 4 - - 2020 \"\\U00110000\"",
    "# bisync listing v1 from x\n- 4 - - 2020 \"\\xff\"",
  ])
  func `a listing of another form is none`(text: String) {
    #expect(BisyncListing.parse(text) == nil)
  }

  @Test func `two spellings of one time are one time`() {
    #expect(
      FolderEntry(size: 1, time: "2026-11-24T16:20:26Z")
        == FolderEntry(size: 1, time: "2026-11-24T16:20:26.000000000+0000"))
  }
}
