/// A key of an object whose keys are names that only the data knows.
package struct NameKey: CodingKey {
    package let stringValue: String
    package let intValue: Int? = nil

    package init(_ name: String) { stringValue = name }
    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
}
