import PhotoSources
import Testing

/// Dates as people and templates write them on Commons, and the years that a reader would say.
struct CommonsDateTests {
  @Test(arguments: cases(of: texts) + cases(of: pages))
  func `a date says the years that a reader would say`(text: String, years: String) {
    let read = CommonsDate.years(ofHTML: text).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
    }
    #expect((read ?? "unknown") == years)
  }

  @Test func `hostile dates do no harm`() {
    for text in [
      "", "<time", "<time datetime=\"", "QS:P", "QS:PQS:P", "QS:P,", "QS:P,+1850", ",,QS:P,,,,/,/",
      "QS:P,+99999999999999999999-00-00T00:00:00Z/9", "QS:P,+1850-00-00T00:00:00Z/-7",
      "QS:P,+1850-00-00T00:00:00Z/7,P1319,+1900-00-00T00:00:00Z/9,P1326,+1800-00-00T00:00:00Z/9",
      String(repeating: "9", count: 10_000), String(repeating: "1905 ", count: 10_000),
      String(repeating: "<time datetime=\"1905\">", count: 1000), "1905\u{301}", "–", "s", "er",
      "half century", "XIX", "century",
    ] {
      #expect(CommonsDate.years(ofHTML: text) == nil)
    }
  }
}

private func cases(of text: String) -> [(String, String)] {
  text.split(separator: "\n").map { line in
    let sides = line.split(separator: " → ")
    return (String(sides[0]), String(sides[1]))
  }
}

private let texts = """
  2008-10-22 16:28:39 → 2008
  2015-09-12 → 2015
  2009-03 → 2009
  1925 → 1925
  1550 → 1550
  2013-05-04 12:30:01 (selon les données Exif) → 2013
  Taken on 3 April 2014 → 2014
  Taken in 1988 → 1988
  1 May 1905 → 1905
  May 1, 1905 → 1905
  May 1905 → 1905
  Sept. 1905 → 1905
  1st of May, 1905 → 1905
  Dec 25 1905 → 1905
  Sunday 7 July 1901 → 1901
  Summer 1905 → 1905
  winter 1905/06 → 1905–1906
  July–August 1944 → 1944
  1905-05-01T12:30:00Z → 1905
  2008:10:22 16:28:39 → 2008
  2011.08.27 → 2011
  27.08.2011 → 2011
  27/8/2011 → 2011
  08/2011 → 2011
  5-Jun-1999 → 1999
  4 March 2010, 10:15 → 2010
  2010-02-30 → 2010
  1905-00-00 → 1905
  circa 1890 → 1890
  ca. 1890 → 1890
  c. 1890 → 1890
  c1890 → 1890
  about 1890 → 1890
  around 1890 → 1890
  approximately 1890 → 1890
  Circa 1890-1900 → 1890–1900
  c. 1870s → 1870–1879
  1870s → 1870–1879
  1870's → 1870–1879
  the 1870s → 1870–1879
  1870s-1880s → 1870–1889
  1870s or 1880s → 1870–1889
  1870-80s → 1870–1889
  early 1920s → 1920–1924
  mid-1920s → 1922–1927
  late 1920s → 1925–1929
  1800s → 1800–1899
  2000s → 2000–2009
  decade of 1930 → 1930–1939
  19th century → 1801–1900
  late 19th century → 1851–1900
  early 20th century → 1901–1950
  mid-19th century → 1826–1875
  first half of the 19th century → 1801–1850
  20th century (first half) → unknown
  2nd half of 19th century → 1851–1900
  18th or 19th century → 1701–1900
  late 19th to early 20th century → 1851–1950
  between 1870 and 1880 → 1870–1880
  from 1905 until 1912 → 1905–1912
  1905 to 1912 → 1905–1912
  1905 - 1912 → 1905–1912
  1905–1912 → 1905–1912
  1885–90 → 1885–1890
  1914-18 → 1914–1918
  1905/06 → 1905–1906
  1905–6 → 1905–1906
  1905 or 1906 → 1905–1906
  1905, 1907 and 1909 → 1905–1909
  [1905] → 1905
  um 1890 → 1890
  1. Mai 1905 → 1905
  1890er Jahre → 1890–1899
  zwischen 1870 und 1880 → 1870–1880
  19. Jahrhundert → 1801–1900
  2. Hälfte des 19. Jahrhunderts → 1851–1900
  1er mai 1905 → 1905
  vers 1890 → 1890
  années 1890 → 1890–1899
  entre 1870 et 1880 → 1870–1880
  XIXe siècle → 1801–1900
  fin du XIXe siècle → 1851–1900
  1 de mayo de 1905 → 1905
  hacia 1890 → 1890
  siglo XIX → 1801–1900
  década de 1920 → 1920–1929
  1 maggio 1905 → 1905
  anni 1930 → 1930–1939
  1905 г. → 1905
  1 мая 1905 года → 1905
  1890-е годы → 1890–1899
  конец XIX века → 1851–1900
  1905年5月1日 → 1905
  1890年代 → 1890–1899
  19世紀 → 1801–1900
  حوالي 1890 → 1890
  Unknown date → unknown
  unknown → unknown
  n.d. → unknown
  before 1918 → unknown
  1918 or earlier → unknown
  pre-1914 → unknown
  after 1945 → unknown
  since 1945 → unknown
  until 1880 → unknown
  vor 1914 → unknown
  avant 1914 → unknown
  до 1917 → unknown
  1918年以前 → unknown
  1950– → unknown
  1905? → unknown
  circa 1890 (?) → unknown
  probably 1905 → unknown
  published 1915 → unknown
  scanned 2010 → unknown
  1912 (photo), 2010 (scan) → unknown
  postmarked 1908 → unknown
  1970-01-01 00:00:00 → unknown
  1980-01-01 → unknown
  0000-00-00 00:00:00 → unknown
  9999-12-31 → unknown
  44 BC → unknown
  5/1/05 → unknown
  明治38年 → unknown
  turn of the century → unknown
  """

/// What templates make of them.
private let pages = #"""
  1891<div style="display: none;">date QS:P,+1891-00-00T00:00:00Z/9</div> → 1891
  circa 1617 <div style="display: none;">date QS:P,+1617-00-00T00:00:00Z/9,P1480,Q5727902</div> → 1617
  1573<div style="display: none;">date QS:P571,+1573-00-00T00:00:00Z/9</div> → 1573
  between 1860 and 1880<div style="display: none;">date QS:P,+1850-00-00T00:00:00Z/7,P1319,+1860-00-00T00:00:00Z/9,P1326,+1880-00-00T00:00:00Z/9</div> → 1860–1880
  между 1860 и 1880<div style="display: none;">date QS:P,+1850-00-00T00:00:00Z/7,P1319,+1860-00-00T00:00:00Z/9,P1326,+1880-00-00T00:00:00Z/9</div> → 1860–1880
  from 1905 until 1912<div style="display: none;">date QS:P,+1950-00-00T00:00:00Z/7,P580,+1905-00-00T00:00:00Z/9,P582,+1912-00-00T00:00:00Z/9</div> → 1905–1912
  1920s<div style="display: none;">date QS:P,+1920-00-00T00:00:00Z/8</div> → 1920–1929
  1900s<div style="display: none;">date QS:P,+1900-00-00T00:00:00Z/8</div> → 1900–1909
  القرن 19<div style="display: none;">date QS:P,+1850-00-00T00:00:00Z/7</div> → 1801–1900
  15th century<div style="display: none;">date QS:P,+1450-00-00T00:00:00Z/7</div> → 1401–1500
  before 1911<div style="display: none;">date QS:P,+1911-00-00T00:00:00Z/7,P1326,+1911-00-00T00:00:00Z/9</div> → unknown
  after 1456<div style="display: none;">date QS:P571,+1456-00-00T00:00:00Z/7,P1319,+1456-00-00T00:00:00Z/9</div> → unknown
  after 1456 date QS:P571,+1456-00-00T00:00:00Z/7,P1319,+1456- → unknown
  possibly 1905<div style="display: none;">date QS:P,+1905-00-00T00:00:00Z/9,P1480,Q30230067</div> → unknown
  1912-06-01<div style="display: none;">date QS:P,+1912-06-01T00:00:00Z/11</div> → 1912
  <time class="dtstart" datetime="1912-06-01" lang="en" dir="ltr" style="white-space:nowrap">1 June 1912</time> → 1912
  <time class="dtstart" datetime="1912-06" lang="ar" dir="rtl">يونيو 1912</time> → 1912
  <time class="dtstart" datetime="2014-04-03T10:11:12" lang="cs">3. dubna 2014</time> → 2014
  Taken on <time class="dtstart" datetime="2014-04-03" lang="en" dir="ltr">3 April 2014</time> → 2014
  Aufgenommen am <time class="dtstart" datetime="2014-04-03" lang="de">3. April 2014</time> → 2014
  <time class="dtstart" datetime="2007-03-01">1 March 2007</time> (upload date) → unknown
  before <time class="dtstart" datetime="1918-11-11">11 November 1918</time> → unknown
  <time class="dtstart">11 November 1918</time> → unknown
  2013-05-04 (according to <a href="//commons.wikimedia.org/wiki/Commons:Exif">Exif</a> data) → 2013
  <p>1 May 1905</p> → 1905
  <span lang="en">circa&nbsp;1890</span> → 1890
  Copyrighted 1947, copyright not renewed.<a rel="nofollow" class="external autonumber" href="https://www.loc.gov/pictures/item/2004671908/">[1]</a> → unknown
  """#
