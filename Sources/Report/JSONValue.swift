/// A JSON document with its keys in the order given.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([(key: String, value: JSONValue)])
    /// The same on one line.
    indirect case compact(JSONValue)

    /// The document as text, indented by two spaces; ends with a line break.
    package var text: String {
        var output = ""
        write(to: &output, indentation: 0)
        output += "\n"
        return output
    }

    /// - Parameter indentation: of the line that the value begins on; `nil`: all on one line.
    private func write(to output: inout String, indentation: Int?) {
        switch self {
        case .null: output += "null"
        case .bool(let value): output += value ? "true" : "false"
        case .integer(let value): output += String(value)
        case .unsigned(let value): output += String(value)
        case .number(let value): output += value.isFinite ? "\(value)" : "null"
        case .string(let value): Self.write(value, to: &output)
        case .compact(let value): value.write(to: &output, indentation: nil)
        case .array(let values):
            let inner = indentation.map { $0 + 2 }
            output += "["
            for (index, value) in values.enumerated() {
                Self.separate(index, inner, to: &output)
                value.write(to: &output, indentation: inner)
            }
            Self.close("]", isEmpty: values.isEmpty, indentation, to: &output)
        case .object(let members):
            let inner = indentation.map { $0 + 2 }
            output += "{"
            for (index, member) in members.enumerated() {
                Self.separate(index, inner, to: &output)
                Self.write(member.key, to: &output)
                output += ": "
                member.value.write(to: &output, indentation: inner)
            }
            Self.close("}", isEmpty: members.isEmpty, indentation, to: &output)
        }
    }

    /// What stands before the item with that number.
    private static func separate(_ index: Int, _ indentation: Int?, to output: inout String) {
        if index > 0 { output += indentation == nil ? ", " : "," }
        if let indentation { output += "\n" + String(repeating: " ", count: indentation) }
    }

    private static func close(
        _ mark: String, isEmpty: Bool, _ indentation: Int?, to output: inout String
    ) {
        if let indentation, !isEmpty {
            output += "\n" + String(repeating: " ", count: indentation)
        }
        output += mark
    }

    /// A string in quotes (RFC 8259 §7).
    private static func write(_ string: String, to output: inout String) {
        output += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            case "\u{0}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: output.unicodeScalars.append(scalar)
            }
        }
        output += "\""
    }
}
