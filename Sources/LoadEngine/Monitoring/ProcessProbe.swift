internal import EventLoop
internal import Measurement
internal import Units

/// Adds up what processes of this machine use: one by its number, or all of a name, also those
/// that begin later.
struct ProcessProbe: Sendable {
    private enum Choice: Sendable {
        case identifier(Int32)
        case name(String, isScript: Bool)
    }

    private let choice: Choice
    /// What each said last.
    private var members: [Int32: ProcessReading] = [:]
    /// Processes that were looked at and have another name.
    private var others: Set<Int32> = []
    /// Of all members, also those that have ended.
    private var processorTime = Nanoseconds.zero
    private var contextSwitches: UInt64 = 0

    /// Throws: when there is no such process.
    init(identifier: Int32) throws(UsageProbe.Failure) {
        choice = .identifier(identifier)
        guard let reading = ProcessReading(of: identifier) else {
            throw UsageProbe.Failure(reason: "there is no process \(identifier)")
        }
        add(reading, of: identifier)
    }

    /// All processes of a name; where no program has it, those that run a script of the name.
    ///
    /// Throws: when there are none.
    init(name: String) throws(UsageProbe.Failure) {
        let isProgram = ProcessList.identifiers.contains {
            ProcessList.Names(of: $0).isProgram(name)
        }
        choice = .name(name, isScript: !isProgram)
        findMembers()
        if members.isEmpty {
            throw UsageProbe.Failure(reason: "there is no process of the name '\(name)'")
        }
    }

    /// What is watched now.
    var identifiers: [Int32] { members.keys.sorted() }

    mutating func read() throws(UsageProbe.Failure) -> UsageReading {
        var total = UsageReading()
        var descriptors: UInt64? = 0
        for (identifier, former) in members {
            guard let reading = ProcessReading(of: identifier),
                reading.startTime == former.startTime
            else {
                members[identifier] = nil
                continue
            }
            processorTime =
                processorTime + max(.zero, reading.processorTime - former.processorTime)
            contextSwitches +=
                reading.contextSwitches > former.contextSwitches
                ? reading.contextSwitches - former.contextSwitches : 0
            members[identifier] = reading
        }
        findMembers()
        guard !members.isEmpty else { throw UsageProbe.Failure(reason: absence) }
        for reading in members.values {
            total.residentBytes = (total.residentBytes ?? 0) + reading.residentBytes
            descriptors = descriptors.flatMap { sum in reading.descriptors.map { sum + $0 } }
        }
        total.processorTime = processorTime
        total.contextSwitches = contextSwitches
        total.descriptors = descriptors
        return total
    }

    private var absence: String {
        switch choice {
        case .identifier(let identifier): "process \(identifier) has ended"
        case .name(let name, _): "no process of the name '\(name)' is left"
        }
    }

    /// Takes in the processes of the name that are new.
    private mutating func findMembers() {
        guard case .name(let name, let isScript) = choice else { return }
        let identifiers = ProcessList.identifiers
        others.formIntersection(identifiers)
        for identifier in identifiers
        where members[identifier] == nil && !others.contains(identifier) {
            let names = ProcessList.Names(of: identifier)
            if isScript ? names.script == name : names.isProgram(name),
                let reading = ProcessReading(of: identifier)
            {
                add(reading, of: identifier)
            } else {
                others.insert(identifier)
            }
        }
    }

    private mutating func add(_ reading: ProcessReading, of identifier: Int32) {
        members[identifier] = reading
        processorTime = processorTime + reading.processorTime
        contextSwitches += reading.contextSwitches
    }
}
