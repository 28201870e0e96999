import Testing
import Widgets

struct LanguageTests {
  @Test func `each language is asked for once`() {
    let locales = ["pt_BR.UTF-8", "pt_BR", "pt.UTF-8", "pt", "de_AT", "de", "C"]
    #expect(languageCodes(of: locales) == ["pt", "de"])
  }

  @Test func `what is in simplified letters is not for readers of traditional ones`() {
    #expect(languageCodes(of: ["zh_TW.UTF-8", "zh_TW", "zh.UTF-8", "zh", "C"]) == [])
    #expect(languageCodes(of: ["zh_HK", "zh", "en_GB", "en", "C"]) == ["en"])
    #expect(languageCodes(of: ["zh_CN.UTF-8", "zh_CN", "zh.UTF-8", "zh", "C"]) == ["zh"])
  }
}
