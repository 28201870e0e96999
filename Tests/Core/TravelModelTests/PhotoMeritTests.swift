import Testing
import TravelModel

struct PhotoMeritTests {
  @Test(arguments: [
    PhotoMerit.leadPicture(of: "Eiffel Tower"), .leadPicture(of: ""), .featured, .pictureOfTheDay,
    .quality, .valued,
  ])
  func `what is kept is read again`(merit: PhotoMerit) {
    #expect(PhotoMerit(text: merit.text) == merit)
  }

  @Test(arguments: ["", "lead", "best", "Featured"])
  func `what is none is none`(text: String) {
    #expect(PhotoMerit(text: text) == nil)
  }
}
