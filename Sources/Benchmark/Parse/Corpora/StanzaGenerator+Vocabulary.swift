/// What names and texts are made of.
extension StanzaGenerator {
    static let hexDigits = Array("0123456789abcdef".utf8)
    static let base64Digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    static let idDigits = Array(base64Digits.dropLast(2)) + Array("-_".utf8)

    static let names = [
        "juliet", "mercutio", "benvolio", "tybalt", "nurse", "rosaline", "paris", "balthasar",
        "abram", "sampson", "gregory", "peter", "laurence", "escalus", "petruchio", "helena",
        "hermia", "lysander", "demetrius", "oberon", "titania", "puck", "bottom", "quince", "snug",
        "flute", "starveling", "hamlet", "ophelia", "gertrude",
    ]
    static let domains = [
        "capulet.example", "montague.example", "jabber.example.org", "chat.example.net",
    ]
    static let resources = [
        "Conversations.Zk2f", "gajim.7Y3KQ2LM", "dino.02be77d1", "profanity.x1Wc", "balcony",
        "monal.6F1D2C3B", "45218877", "mobile",
    ]
    static let nicks = ["Jürgen", "Zoë", "Łukasz", "さくら", "Олег", "Ana María"]
    static let roomNames = ["verona", "garden-party", "operators", "xsf"]
    static let groups = ["Friends", "Family", "Work", "Verona &amp; around", "Freunde", "Ópera"]

    /// Contractions are written with references, as servers escape the apostrophe.
    static let words = [
        "the", "a", "to", "and", "is", "it", "you", "that", "of", "in", "on", "we", "for", "this",
        "not", "have", "be", "at", "but", "can", "just", "so", "what", "with", "if", "was", "they",
        "think", "will", "there", "about", "good", "time", "tomorrow", "meeting", "server", "okay",
        "thanks", "really", "later", "where", "message", "tonight", "balcony", "coffee", "maybe",
        "sure", "before", "after", "update", "station", "working", "yes", "no", "great", "see",
        "call", "home", "train", "minutes", "it&apos;s", "don&apos;t", "I&apos;ll", "morning",
    ]
    /// What needs more than ASCII letters, or references.
    static let marked = [
        "R&amp;D", "&lt;3", "&quot;soon&quot;", "a &gt; b", "Q&amp;A", "café", "naïve", "Zürich",
        "10€", "👍", "🎉", "…", "—", "https://example.org/?q=1&amp;page=2", "déjà", "&apos;tis",
    ]
    static let otherScripts = [
        ["привет", "как", "дела", "завтра", "хорошо", "да", "нет", "спасибо", "вечером"],
        ["今日", "は", "会議", "があります", "明日", "ありがとう", "了解", "です", "駅", "で"],
        ["für", "schön", "übermorgen", "größer", "straße", "natürlich", "später", "müssen"],
        ["你好", "明天", "见面", "谢谢", "好的", "服务器", "消息", "时间"],
    ]

    static let clients = [
        "http://conversations.im", "https://gajim.org", "https://dino.im",
        "http://monal-im.org/", "http://profanity-im.github.io", "http://pidgin.im/",
    ]
    static let statuses = [
        "Wherefore art thou?", "on the phone", "back at 3 o&apos;clock", "im Büro", "外出中",
        "R&amp;R", "commuting",
    ]
}
