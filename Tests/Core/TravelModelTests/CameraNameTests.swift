import Testing
import TravelModel

struct CameraNameTests {
  @Test(arguments: [
    "IMG 1234", "IMG_20230514_123456", "DSC01234", "DSCN0012", "P1020345", "PXL 20230514 101112131",
    "PXL 20230514 101112131.MP", "IMG-20230514-WA0001", "IMG E1234", " MG 4711", "DJI 0042",
    "20230514 101112", "2023-05-14 10.11.12", "100 0234", "MVIMG 20200101 000000", "img 0001 (2)",
    "GOPR0123", "PA140123", "00000IMG_00000_BURST20190714_COVER",
    "OLYMPUS DIGITAL CAMERA", "SONY DSC", "SAMSUNG CAMERA PICTURES",
    "KONICA MINOLTA DIGITAL CAMERA",
  ])
  func namesOfCamerasAreKnown(title: String) {
    #expect(CameraName.matches(title))
  }

  @Test(arguments: [
    "", "Lyon", "Lyon 2023", "2023", "Fourvière at night", "Bridge 66", "IMG", "Portrait", "P 12",
    "Hotel 101112", "Day 3", "Pont de l’Image 1234", "京都 20230514",
    "Sony Pictures", "My camera", "Camera",
  ])
  func namesOfPeopleAreKept(title: String) {
    #expect(!CameraName.matches(title))
  }
}
