import Testing
import TravelModel

struct PhotoMeritTests {
  @Test(arguments: [
    PhotoMerit.leadPicture(of: "Eiffel Tower"), .leadPicture(of: ""), .featured, .pictureOfTheDay,
    .quality, .valued,
  ])
  func whatIsKeptIsReadAgain(merit: PhotoMerit) {
    #expect(PhotoMerit(text: merit.text) == merit)
  }

  @Test(arguments: ["", "lead", "best", "Featured"])
  func whatIsNoneIsNone(text: String) {
    #expect(PhotoMerit(text: text) == nil)
  }
}
