/// Reads the records of a CSV text (RFC 4180), lines ended by LF or CRLF.
struct CSVReader {
    /// One record; its fields lie one after the other in `bytes`, unquoted.
    struct Record {
        /// The line it begins on, from 1.
        var line: Int
        var bytes: [UInt8] = []
        /// The end of each field in `bytes`.
        var ends: [Int] = []

        func field(_ index: Int) -> ArraySlice<UInt8> {
            bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
        }
    }

    /// What is wrong, and where; counted from 1, the column in bytes.
    struct Problem: Error {
        var line: Int
        var column: Int
        var message: String
    }

    private let input: [UInt8]
    private var place = 0
    private var line = 1
    private var lineStart = 0

    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    init(_ input: [UInt8]) {
        self.input = input
        // A byte order mark, as spreadsheets write it.
        if input.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    }

    /// The next record that is not an empty line; nil at the end.
    mutating func next() throws(Problem) -> Record? {
        while place < input.count, takeLineEnd() {}
        guard place < input.count else { return nil }
        var record = Record(line: line)
        while true {
            if place < input.count, input[place] == Self.quote {
                try quotedField(&record)
            } else {
                try plainField(&record)
            }
            record.ends.append(record.bytes.count)
            if place < input.count, input[place] == Self.comma {
                place += 1
                continue
            }
            guard place == input.count || takeLineEnd() else {
                throw problem("expected ',' or the end of the line after a quoted field")
            }
            guard String(validating: record.bytes, as: UTF8.self) != nil else {
                throw Problem(line: record.line, column: 1, message: "not UTF-8")
            }
            return record
        }
    }

    private mutating func plainField(_ record: inout Record) throws(Problem) {
        while place < input.count {
            let byte = input[place]
            if byte == Self.comma || byte == Self.lineFeed || byte == Self.carriageReturn { return }
            if byte == Self.quote {
                throw problem("a '\"' inside a field; the whole field has to be quoted")
            }
            record.bytes.append(byte)
            place += 1
        }
    }

    private mutating func quotedField(_ record: inout Record) throws(Problem) {
        let start = problem("a quoted field without its end")
        place += 1
        while place < input.count {
            let byte = input[place]
            if byte == Self.lineFeed {
                line += 1
                lineStart = place + 1
            }
            place += 1
            if byte != Self.quote {
                record.bytes.append(byte)
            } else if place < input.count, input[place] == Self.quote {
                record.bytes.append(byte)
                place += 1
            } else {
                return
            }
        }
        throw start
    }

    private mutating func takeLineEnd() -> Bool {
        var end = place
        if end < input.count, input[end] == Self.carriageReturn { end += 1 }
        guard end < input.count, input[end] == Self.lineFeed else { return false }
        place = end + 1
        line += 1
        lineStart = place
        return true
    }

    private func problem(_ message: String) -> Problem {
        Problem(line: line, column: place - lineStart + 1, message: message)
    }
}
