internal import Glibc

/// libexpat as it is found when the program runs; the build does not need it.
///
/// Ownership: the library stays loaded. Source: expat.h 2.x; `XML_Char` is `char` in this library.
@safe struct ExpatLibrary {
    typealias User = UnsafeMutableRawPointer
    typealias Parser = OpaquePointer
    typealias StartHandler =
        @convention(c) (
            User?, UnsafePointer<CChar>?, UnsafeMutablePointer<UnsafePointer<CChar>?>?
        ) -> Void
    typealias EndHandler = @convention(c) (User?, UnsafePointer<CChar>?) -> Void
    typealias TextHandler = @convention(c) (User?, UnsafePointer<CChar>?, Int32) -> Void

    let create: @convention(c) (UnsafePointer<CChar>?, CChar) -> Parser?
    let free: @convention(c) (Parser?) -> Void
    let setUser: @convention(c) (Parser?, User?) -> Void
    let setElementHandler: @convention(c) (Parser?, StartHandler?, EndHandler?) -> Void
    let setTextHandler: @convention(c) (Parser?, TextHandler?) -> Void
    let parse: @convention(c) (Parser?, UnsafePointer<CChar>?, Int32, Int32) -> Int32
    let errorCode: @convention(c) (Parser?) -> Int32
    let errorText: @convention(c) (Int32) -> UnsafePointer<CChar>?
    let byteIndex: @convention(c) (Parser?) -> Int
    let versionText: @convention(c) () -> UnsafePointer<CChar>?

    /// Nil where the library is not on the machine.
    init?() {
        guard let library = unsafe dlopen("libexpat.so.1", RTLD_NOW | RTLD_LOCAL) else {
            return nil
        }
        func function<F>(_ name: String, as type: F.Type) -> F? {
            unsafe dlsym(library, name).map { unsafe unsafeBitCast($0, to: type) }
        }
        guard
            let create = unsafe function(
                "XML_ParserCreateNS",
                as: (@convention(c) (UnsafePointer<CChar>?, CChar) -> Parser?).self),
            let free = unsafe function(
                "XML_ParserFree", as: (@convention(c) (Parser?) -> Void).self),
            let setUser = unsafe function(
                "XML_SetUserData", as: (@convention(c) (Parser?, User?) -> Void).self),
            let setElementHandler = unsafe function(
                "XML_SetElementHandler",
                as: (@convention(c) (Parser?, StartHandler?, EndHandler?) -> Void).self),
            let setTextHandler = unsafe function(
                "XML_SetCharacterDataHandler",
                as: (@convention(c) (Parser?, TextHandler?) -> Void).self),
            let parse = unsafe function(
                "XML_Parse",
                as: (@convention(c) (Parser?, UnsafePointer<CChar>?, Int32, Int32) -> Int32).self),
            let errorCode = unsafe function(
                "XML_GetErrorCode", as: (@convention(c) (Parser?) -> Int32).self),
            let errorText = unsafe function(
                "XML_ErrorString", as: (@convention(c) (Int32) -> UnsafePointer<CChar>?).self),
            let byteIndex = unsafe function(
                "XML_GetCurrentByteIndex", as: (@convention(c) (Parser?) -> Int).self),
            let versionText = unsafe function(
                "XML_ExpatVersion", as: (@convention(c) () -> UnsafePointer<CChar>?).self)
        else { return nil }
        unsafe (self.create, self.free, self.setUser) = unsafe (create, free, setUser)
        unsafe (self.setElementHandler, self.setTextHandler) =
            unsafe (setElementHandler, setTextHandler)
        unsafe (self.parse, self.errorCode, self.errorText) = unsafe (parse, errorCode, errorText)
        unsafe (self.byteIndex, self.versionText) = unsafe (byteIndex, versionText)
    }

    /// Such as `2.5.0`.
    var version: String {
        let text = unsafe versionText().map { unsafe String(cString: $0) } ?? "unknown"
        return text.split(separator: "_").last.map(String.init) ?? text
    }
}
