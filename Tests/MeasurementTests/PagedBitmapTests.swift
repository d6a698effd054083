import Measurement
import Testing

@Suite struct PagedBitmapTests {
    @Test func `It holds what a set holds`() {
        var random = RandomNumbers(seed: 11)
        var bitmap = PagedBitmap()
        var reference: Set<UInt64> = []
        for _ in 0..<20_000 {
            let number = UInt64.random(in: 0..<30_000, using: &random)
            let isNew = bitmap.insert(number)
            #expect(isNew == reference.insert(number).inserted)
        }
        let agrees = (0..<31_000).allSatisfy { bitmap.contains($0) == reference.contains($0) }
        #expect(agrees)
    }

    @Test func `A full page holds no bits`() {
        var bitmap = PagedBitmap()
        let numbers = (0..<UInt64(PagedBitmap.pageBits * 3))
        for number in numbers { bitmap.insert(number) }
        #expect(bitmap.partialPages == 0)
        #expect(numbers.allSatisfy { bitmap.contains($0) })
        let isNew = bitmap.insert(5)
        #expect(!isNew)
        bitmap.insert(numbers.upperBound)
        #expect(bitmap.partialPages == 1)
    }
}
