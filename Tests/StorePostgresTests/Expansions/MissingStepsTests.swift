import Testing

@testable import StorePostgres

/// Which steps are made where.
struct MissingStepsTests {
  private static let expansion = PostgresMigration(
    "b-and-c", "", PostgresExpansion(steps: ["b", "c"], contraction: "the end"))
  private static let all =
    [PostgresMigration("a", ""), expansion]
    + ["b", "c", "d"].map { PostgresMigration($0, "") }

  private static func missing(_ applied: Set<String>, isAlone: Bool = false) -> [String] {
    all.missing(after: applied, isAlone: isAlone).map(\.name)
  }

  @Test func `where nobody has worked nothing is expanded`() {
    #expect(Self.missing([]) == ["a", "b", "c", "d"])
    #expect(Self.missing([], isAlone: true) == ["a", "b", "c", "d"])
  }

  @Test func `where somebody has, an expansion stands for its steps`() {
    #expect(Self.missing(["a"]) == ["b-and-c+", "d"])
    #expect(Self.missing(["a", "b-and-c+"]) == ["d"])
    #expect(Self.missing(["a", "b-and-c+", "d"]) == [])
    #expect(PostgresMigration.bearsOlder(Self.expansion.name))
  }

  @Test func `where its steps were made it is not, nor where only one was`() {
    #expect(Self.missing(["a", "b", "c", "d"]) == [])
    #expect(Self.missing(["a", "b"]) == ["c", "d"])
    #expect(Self.missing(["a", "b-and-c+", "b", "c"]) == ["d"])
  }

  @Test func `whoever is alone wants none, and contracts it`() {
    #expect(Self.missing(["a"], isAlone: true) == ["b", "c", "d"])
    #expect(Self.missing(["a", "b-and-c+"], isAlone: true) == ["b", "c", "d"])
    let ending = Self.all.missing(after: ["a", "b-and-c+"], isAlone: true)
    #expect(ending.map(\.sql) == ["the end", "", ""])
  }

  @Test func `what a function does ends no statement`() {
    let text = """
      CREATE FUNCTION one() AS $$ BEGIN
        first;
        -- A comment; with a semicolon;
        second;
      END $$;
      SELECT 1;

      """
    let statements = PostgresMigration("a", text).statements
    #expect(statements.count == 2)
    #expect(statements[0].hasSuffix("second;\nEND $$"))
    #expect(statements[1] == "SELECT 1;")
  }
}
