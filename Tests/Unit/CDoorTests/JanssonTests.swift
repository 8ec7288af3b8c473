internal import CJansson
import Testing

@Suite struct JanssonTests {
    @Test func aRequestIsReadAndItsKeysWalked() throws {
        let root = try #require(parsed(#"{"set":"gain","value":3.5,"id":7,"dry":true}"#))
        defer { json_decref(root) }
        var keys: [String] = []
        var iterator = json_object_iter(root)
        while let place = iterator {
            keys.append(String(cString: json_object_iter_key(place)))
            iterator = json_object_iter_next(root, place)
        }
        #expect(keys == ["set", "value", "id", "dry"])
        #expect(json_real_value(json_object_get(root, "value")) == 3.5)
        #expect(json_object_get(root, "id").pointee.type == JSON_INTEGER)
        #expect(json_object_get(root, "dry").pointee.type == JSON_TRUE)
    }

    @Test func duplicateKeysAreRefusedWithTheirPlace() {
        var error = json_error_t()
        let text = #"{"set":1,"set":2}"#
        #expect(json_loads(text, Int(JSON_REJECT_DUPLICATES), &error) == nil)
        #expect(json_error_code(&error) == json_error_duplicate_key)
        #expect(error.position == 14)
    }

    private func parsed(_ text: String) -> UnsafeMutablePointer<json_t>? {
        json_loads(text, Int(JSON_REJECT_DUPLICATES), nil)
    }
}
