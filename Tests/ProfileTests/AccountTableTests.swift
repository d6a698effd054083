import Testing

@testable import Profile

@Suite struct AccountTableTests {
    private func parse(_ text: String) -> Result<AccountTable, ProfileErrors> {
        AccountTable.parse(csv: Array(text.utf8), fileName: "a.csv")
    }

    private func string(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    @Test func `rows are read with quotes, line breaks and CRLF`() throws {
        let table = try parse(
            "\u{FEFF}username,city,password\r\nann,\"Köln, \"\"old\"\"\",x\r\n\r\nbob,\"a\nb\",\"\"\r\n"
        ).get()
        #expect(table.columns == ["username", "city", "password"])
        #expect(table.count == 2)
        #expect(table.username(row: 0) == "ann" && table.password(row: 0) == "x")
        #expect(string(table.field(row: 0, column: 1)) == "Köln, \"old\"")
        #expect(table.username(row: 1) == "bob" && table.password(row: 1) == "")
        #expect(string(table.field(row: 1, column: 1)) == "a\nb")
    }

    @Test func `the last line may lack its end`() throws {
        let table = try parse("username,password\na,b").get()
        #expect(table.password(row: 0) == "b")
    }

    @Test(arguments: [
        ("", "a.csv:1:1: error: the accounts file is empty"),
        ("user,password\na,b\n", "a.csv:1: error: the header lacks the column 'username'"),
        ("username,password\n", "a.csv:2: error: the accounts file has no accounts"),
        ("username,password\na\n", "a.csv:2: error: a row of 1 fields; the header has 2"),
        ("username,password\na,b\na,c\n", "a.csv:3: error: the username 'a' stands on line 2"),
        ("username,password\n,b\n", "a.csv:2: error: the username is empty"),
        ("username,password\na,\"b\n", "a.csv:2:3: error: a quoted field without its end"),
        ("username,password\na,\"b\"c\n", "a.csv:2:6: error: expected ','"),
        ("username,password\na,b\"c\n", "a.csv:2:4: error: a '\"' inside a field"),
        ("username,password,username\n", "a.csv:1: error: the column 'username' stands"),
    ])
    func `a mistake has its line`(text: String, message: String) {
        guard case .failure(let errors) = parse(text) else {
            return #expect(Bool(false), "it is wrong")
        }
        #expect(errors.description.hasPrefix(message), "\(errors)")
    }

    @Test func `bytes that are not UTF-8 are refused`() {
        let bytes = Array("username,password\na,".utf8) + [0xFF, 0x0A]
        guard case .failure(let errors) = AccountTable.parse(csv: bytes, fileName: "a.csv") else {
            return #expect(Bool(false), "not UTF-8")
        }
        #expect(errors.description == "a.csv:2:1: error: not UTF-8")
    }

    @Test func `columns that a profile names are found or are mistakes`() throws {
        let text = withSteps("[login, {presence: {status: '${csv.city} ${csv.tem}'}}]")
            .replacing("{count: 10}", with: "{file: a.csv, count: 3}")
        let profile = try loaded(text)
        #expect(profile.csvColumns.map(\.name) == ["city", "tem"])
        let table = try parse("username,team,city,password\na,t,c,p\n").get()
        guard case .failure(let errors) = table.resolve(profile, profileFileName: "p.yaml") else {
            return #expect(Bool(false), "'tem' is no column")
        }
        #expect(errors.errors.count == 2)
        #expect(errors.errors[0].suggestion == "team")
        #expect(errors.errors[1].message.contains("accounts.count is 3"))
        let other = try parse("tem,username,city,password\nt,a,c,p\nt,b,c,p\nt,c,c,p\n").get()
        #expect(try other.resolve(profile, profileFileName: "p.yaml").get() == [2, 0])
    }
}
