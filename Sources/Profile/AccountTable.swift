/// Accounts from a CSV file (RFC 4180): a header with `username` and `password`, further columns
/// for `${csv.COLUMN}`.
///
/// Bounds: 64 MiB, 256 columns. The fields lie in one buffer, so that a million accounts are a
/// few allocations.
package struct AccountTable: Sendable {
    /// The names in the header.
    package let columns: [String]
    /// Rows without the header.
    package let count: Int

    private let storage: [UInt8]
    /// The end of each field in `storage`, row by row.
    private let ends: [UInt32]
    private let usernameColumn: Int
    private let passwordColumn: Int

    /// Bytes that the file may have.
    package static let maximumBytes = 64 * 1_048_576
    private static let maximumColumns = 256
    /// Mistakes that are listed before reading stops.
    private static let maximumErrors = 20

    /// The table, or what is wrong with the file; `fileName` is what errors cite.
    package static func parse(
        csv: [UInt8], fileName: String
    ) -> Result<AccountTable, ProfileErrors> {
        guard csv.count <= maximumBytes else {
            let message = "an accounts file has at most \(maximumBytes) bytes, not \(csv.count)"
            return .failure(
                ProfileErrors(errors: [ProfileError(source: fileName, message: message)]))
        }
        var reader = CSVReader(csv)
        var errors: [ProfileError] = []
        func report(_ line: Int, _ column: Int?, _ message: String) {
            errors.append(
                ProfileError(source: fileName, line: line, column: column, message: message))
        }
        let header: CSVReader.Record?
        do throws(CSVReader.Problem) {
            header = try reader.next()
        } catch {
            report(error.line, error.column, error.message)
            return .failure(ProfileErrors(errors: errors))
        }
        guard let header else {
            report(1, 1, "the accounts file is empty; it begins with 'username,password'")
            return .failure(ProfileErrors(errors: errors))
        }
        let names = header.ends.indices.map { String(decoding: header.field($0), as: UTF8.self) }
        for (index, name) in names.enumerated() where names[..<index].contains(name) {
            report(1, nil, "the column '\(name)' stands in the header twice")
        }
        if names.count > maximumColumns { report(1, nil, "more than \(maximumColumns) columns") }
        let username = names.firstIndex(of: "username")
        let password = names.firstIndex(of: "password")
        for (name, column) in [("username", username), ("password", password)] where column == nil {
            report(1, nil, "the header lacks the column '\(name)'")
        }
        guard let username, let password, errors.isEmpty else {
            return .failure(ProfileErrors(errors: errors))
        }
        var storage: [UInt8] = []
        storage.reserveCapacity(csv.count)
        var ends: [UInt32] = []
        var seen: [String: Int] = [:]
        while errors.count < maximumErrors {
            do throws(CSVReader.Problem) {
                guard let record = try reader.next() else { break }
                guard record.ends.count == names.count else {
                    let message =
                        "a row of \(record.ends.count) fields; the header has \(names.count)"
                    report(record.line, nil, message)
                    continue
                }
                let name = String(decoding: record.field(username), as: UTF8.self)
                if name.isEmpty { report(record.line, nil, "the username is empty") }
                if let line = seen.updateValue(record.line, forKey: name) {
                    report(record.line, nil, "the username '\(name)' stands on line \(line)")
                }
                let base = UInt32(storage.count)
                storage += record.bytes
                ends += record.ends.map { base + UInt32($0) }
            } catch {
                report(error.line, error.column, error.message)
                break
            }
        }
        if errors.isEmpty, ends.isEmpty { report(2, nil, "the accounts file has no accounts") }
        guard errors.isEmpty else { return .failure(ProfileErrors(errors: errors)) }
        return .success(
            AccountTable(
                columns: names, count: ends.count / names.count, storage: storage, ends: ends,
                usernameColumn: username, passwordColumn: password))
    }

    /// A field; rows are counted from 0.
    package func field(row: Int, column: Int) -> ArraySlice<UInt8> {
        let index = row * columns.count + column
        let start = index == 0 ? 0 : Int(ends[index - 1])
        return storage[start..<Int(ends[index])]
    }

    package func username(row: Int) -> String {
        String(decoding: field(row: row, column: usernameColumn), as: UTF8.self)
    }

    package func password(row: Int) -> String {
        String(decoding: field(row: row, column: passwordColumn), as: UTF8.self)
    }

    /// For each of `Profile.csvColumns` its column here, or the mistakes of the profile.
    package func resolve(
        _ profile: Profile, profileFileName: String
    ) -> Result<[Int], ProfileErrors> {
        var indices: [Int] = []
        var errors: [ProfileError] = []
        for column in profile.csvColumns {
            if let index = columns.firstIndex(of: column.name) {
                indices.append(index)
                continue
            }
            errors.append(
                ProfileError(
                    source: profileFileName, line: column.position.line,
                    column: column.position.column,
                    message: "the accounts file has no column '\(column.name)'",
                    suggestion: Suggestion.nearest(to: column.name, in: columns)))
        }
        if case .file(_, let wanted?) = profile.accounts.source, wanted > count {
            let message = "accounts.count is \(wanted), but the accounts file has \(count)"
            errors.append(ProfileError(source: profileFileName, message: message))
        }
        return errors.isEmpty ? .success(indices) : .failure(ProfileErrors(errors: errors))
    }
}
