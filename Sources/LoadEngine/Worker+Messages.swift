internal import EventLoop
internal import Measurement
internal import Profile
internal import StanzaParser
internal import Units
internal import Workload
internal import XMPP

/// Messages and presence on their way out, and what becomes of messages.
extension Worker {
    // MARK: Recipients

    /// Whom the recipient of a step is at this moment; nil when there is nobody.
    func addressee(_ recipient: Recipient, of row: Int, draw: UInt64) -> Addressee? {
        let sender = Int(sessions[row].account)
        func isOnline(_ account: Int) -> Bool { directory.session(of: account) != 0 }
        let account: Int?
        switch recipient {
        case .online:
            account = plan.recipients.online(draw, excluding: sender, isOnline: isOnline)
        case .hot(let exponent):
            account = plan.recipients.hot(
                draw, exponent: exponent, excluding: sender, isOnline: isOnline)
        case .`self`:
            account = sender
        case .pair:
            account = plan.recipients.pair(of: sender)
        case .roster:
            account = onlineContact(of: row, draw: draw)
        case .random:
            guard let any = plan.recipients.any(draw, excluding: sender) else { return nil }
            return .account(any, session: directory.session(of: any))
        case .jid(let template):
            var value = StanzaWriter()
            render(template, .nothing, row, to: &value) {
                fields(row, id: [], at: transport.now)
            }
            let jid = value.bytes
            let known = JID(String(decoding: jid, as: UTF8.self)).flatMap { runAccount(of: $0) }
            return .jid(jid, account: known, session: known.map(directory.session) ?? 0)
        }
        guard let account else { return nil }
        let session = directory.session(of: account)
        return session == 0 ? nil : .account(account, session: session)
    }

    /// The account of the rank that an address belongs to.
    func runAccount(of jid: JID) -> Int? {
        guard jid.domain == plan.profile.target.domain, let localpart = jid.localpart else {
            return nil
        }
        return plan.accounts.number(of: localpart).flatMap {
            plan.rank.owns(account: $0) ? $0 : nil
        }
    }

    private func onlineContact(of row: Int, draw: UInt64) -> Int? {
        let contacts = sessions[row].contacts
        guard !contacts.isEmpty else { return nil }
        let first = Int(draw % UInt64(contacts.count))
        for offset in contacts.indices {
            let contact = Int(contacts[(first + offset) % contacts.count])
            if shared.directory.session(of: contact) != 0 { return contact }
        }
        return nil
    }

    /// Appends the address, as it stands between the quotes of an attribute unless not `escaping`.
    func write(
        _ addressee: Addressee, _ form: AddressForm, escaping: Bool = true,
        to writer: inout StanzaWriter
    ) {
        switch addressee {
        case .jid(let jid, _, _): writer.append(jid, escaping: escaping)
        case .account(let account, let session):
            if session != 0, let exception = directory.exception(of: session) {
                let address = form == .full ? exception : exception.bare
                writer.append(address.description, escaping: escaping)
            } else if session != 0, form == .full {
                plan.writeAddress(of: account, session: session, escaping: escaping, to: &writer)
            } else {
                plan.writeAddress(of: account, escaping: escaping, to: &writer)
            }
        }
    }

    func fields(_ row: Int, id: [UInt8], at now: Instant) -> SessionFields {
        SessionFields(
            plan: plan, account: Int(sessions[row].account), session: sessions[row].number,
            jid: sessions[row].jid, variables: sessions[row].variables, id: id, now: now)
    }

    // MARK: Messages

    /// Sends a message; says whether the session has to wait for its delivery.
    func sendMessage(
        _ message: MessageStanza, _ row: Int, due: Instant, draw: UInt64, isStep: Bool,
        at now: Instant
    ) -> Bool {
        let metric = message.metric
        guard let addressee = addressee(message.to, of: row, draw: draw) else {
            recorder.skipped(metric, due: due)
            if isStep { endStep(row, .skipped, at: now) }
            return false
        }
        let isAwaited = isStep && message.awaitsDelivery
        let isMeasured = recorder.isMeasured(due: due)
        let addressed = addressee.runAccount
        let sequence: UInt64
        if let (account, session) = addressed {
            sequence = ledger.sent(
                metric: metric, due: due, at: now, timeout: message.timeout,
                recipientAccount: Int32(account), recipientSession: session,
                senderSession: sessions[row].number, awaitedBy: isAwaited ? Int32(row) : -1,
                isMeasured: isMeasured)
            recorder.started(metric, due: due, sent: now)
            if plan.spreadsInput { directory.messageSent(to: account, second: second) }
        } else {
            // To somebody outside the run: nobody here sees it arrive.
            sequence = ledger.sentOutside(isMeasured: isMeasured)
            recorder.sentOnly(metric, due: due, sent: now)
        }
        let id = MessageID(
            nonce: plan.nonce, rank: UInt32(plan.rank.index), worker: UInt32(index),
            sender: sessions[row].number, sequence: sequence, due: due)
        writer.removeAll()
        writer.render(message.template) { slot, writer in
            switch slot {
            case MessageStanza.Slot.to.rawValue:
                write(addressee, message.form, to: &writer)
            case MessageStanza.Slot.id.rawValue:
                id.writeTail(to: &writer)
            default:
                render(message.body, .values, row, to: &writer) {
                    fields(row, id: [], at: now)
                }
            }
        }
        sendStanza(from: row, at: now)
        guard isAwaited, addressed != nil else { return false }
        sessions[row].wait = .delivery(sequence)
        setDeadline(row, at: now + message.timeout)
        return true
    }

    /// Appends a filled-in template; `fields` is asked only when there is one in it.
    func render(
        _ template: Template, _ escaping: TemplateRenderer.Escaping, _ row: Int,
        to writer: inout StanzaWriter, fields: () -> SessionFields
    ) {
        // Of its own, as the session is looked at for the fields meanwhile.
        var random = sessions[row].random
        renderer.render(template, &random, escaping: escaping, to: &writer) { field, writer in
            fields().write(field, escaping: escaping != .nothing, to: &writer)
        }
        sessions[row].random = random
    }

    // MARK: Presence

    /// Sends presence; says whether the session has to wait for its reflection.
    func sendPresence(
        _ step: PresenceStep, _ row: Int, _ group: RunMetrics.Group, isStep: Bool,
        due: Instant? = nil, at now: Instant
    ) -> Bool {
        guard let metric = group.presence else { return false }
        let due = due ?? sessions[row].stepDue
        writer.removeAll()
        writer.raw("<presence")
        if let recipient = step.to {
            guard
                let addressee = addressee(
                    recipient, of: row, draw: sessions[row].random.next())
            else {
                recorder.skipped(metric.id, due: due)
                if isStep { endStep(row, .skipped, at: now) }
                return false
            }
            writer.raw(" to='")
            write(addressee, step.form, to: &writer)
            writer.raw("'")
        }
        if let type = step.type { writer.attribute("type", type.rawValue) }
        writer.raw(">")
        if let show = step.show {
            writer.raw("<show>")
            writer.raw(show.rawValue)
            writer.raw("</show>")
        }
        if let status = step.status {
            writer.raw("<status>")
            render(status, .everything, row, to: &writer) { fields(row, id: [], at: now) }
            writer.raw("</status>")
        }
        if let priority = step.priority {
            writer.raw("<priority>")
            writer.decimal(Int64(priority))
            writer.raw("</priority>")
        }
        writer.raw("</presence>")
        // Only available presence without an addressee comes back to who sent it.
        guard step.to == nil, step.type == nil else {
            recorder.sentOnly(metric.id, due: due, sent: now)
            sendStanza(from: row, at: now)
            return false
        }
        let number = note(
            .presence, .account, row, metric, due: due, isStep: isStep,
            timeout: plan.profile.timeouts.delivery, at: now)
        sessions[row].reflections.append(number)
        sendStanza(from: row, at: now)
        return isStep
    }

    // MARK: Notices

    /// Own notices that are taken at once, at most.
    private static var noticesAtOnce: Int { 64 }

    /// Passes on what became of a message to the worker that sent it.
    ///
    /// Those of its own wait for others, or for the next tick, unless a step waits for one: the
    /// code and the tables of the ledger would else be fetched into the cache anew for each message.
    func tell(_ notice: Notice, worker: Int) {
        if worker == index, plan.awaitsDeliveries { return take(notice) }
        outgoing[worker].append(notice)
        if worker == index, outgoing[index].count == Self.noticesAtOnce { takeOwnNotices() }
    }

    /// Hands over what other workers have to know; what does not fit waits for the next turn.
    func flushNotices() {
        guard plan.workers > 1 else { return }
        for receiver in outgoing.indices where receiver != index && !outgoing[receiver].isEmpty {
            let ring = shared.ring(from: index, to: receiver)
            var taken = 0
            while taken < outgoing[receiver].count, ring.push(outgoing[receiver][taken]) {
                taken += 1
            }
            outgoing[receiver].removeFirst(taken)
            if taken > 0 { shared.wake(worker: receiver) }
        }
    }

    func takeNotices() {
        takeOwnNotices()
        guard plan.workers > 1 else { return }
        for sender in 0..<plan.workers where sender != index {
            let ring = shared.ring(from: sender, to: index)
            while let notice = ring.pop() { take(notice) }
        }
    }

    private func takeOwnNotices() {
        for notice in outgoing[index] { take(notice) }
        outgoing[index].removeAll(keepingCapacity: true)
    }

    private func take(_ notice: Notice) {
        let verdict =
            switch notice.kind {
            case .delivered:
                ledger.delivered(
                    sequence: notice.sequence, at: notice.at, account: notice.account,
                    session: notice.session, isMeasured: notice.isMeasured)
            case .bounced:
                ledger.bounced(sequence: notice.sequence)
            }
        guard let message = verdict.message else { return }
        // One that was given up has ended for the recorder, whatever becomes of it.
        if !message.isTimedOut {
            if verdict.isBounced {
                recorder.failed(message.metric, due: message.due)
            } else {
                recorder.done(
                    message.metric, due: message.due, sent: message.sent, done: notice.at)
            }
        }
        let row = Int(message.awaitedBy)
        guard row >= 0, sessions[row].number == message.senderSession,
            sessions[row].wait == .delivery(notice.sequence)
        else { return }
        completeStep(
            row, verdict.isBounced ? .failed : .done, at: notice.at)
    }
}
