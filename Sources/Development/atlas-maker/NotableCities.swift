import Foundation

/// Cities that a map shows before others of their size, by the codes of their countries.
enum NotableCities {
  /// The seats of governments; none where that is disputed.
  static let capitals = cities(
    """
    AD Andorra la Vella; AE Abu Dhabi; AF Kabul; AG Saint John’s; AL Tirana; AM Yerevan; \
    AO Luanda; AR Buenos Aires; AT Vienna; AU Canberra; AZ Baku; BA Sarajevo; BB Bridgetown; \
    BD Dhaka; BE Brussels; BF Ouagadougou; BG Sofia; BH Manama; BI Gitega; BJ Porto-Novo; \
    BN Bandar Seri Begawan; BO Sucre; BR Brasília; BS Nassau; BT Thimphu; BW Gaborone; BY Minsk; \
    BZ Belmopan; CA Ottawa; CD Kinshasa; CF Bangui; CG Brazzaville; CH Bern; CI Yamoussoukro; \
    CL Santiago; CM Yaoundé; CN Beijing; CO Bogotá; CR San José; CU Havana; CV Praia; CY Nicosia; \
    CZ Prague; DE Berlin; DJ Djibouti; DK Copenhagen; DM Roseau; DO Santo Domingo; DZ Algiers; \
    EC Quito; EE Tallinn; EG Cairo; ER Asmara; ES Madrid; ET Addis Ababa; FI Helsinki; FJ Suva; \
    FM Palikir; FR Paris; GA Libreville; GB London; GD Saint George's; GE Tbilisi; GH Accra; \
    GL Nuuk; GM Banjul; GN Conakry; GQ Ciudad de la Paz; GR Athens; GT Guatemala City; GW Bissau; \
    GY Georgetown; HN Tegucigalpa; HR Zagreb; HT Port-au-Prince; HU Budapest; ID Jakarta; \
    IE Dublin; IN New Delhi; IQ Baghdad; IR Tehran; IS Reykjavík; IT Rome; JM Kingston; JO Amman; \
    JP Tokyo; KE Nairobi; KG Bishkek; KH Phnom Penh; KI Tarawa; KM Moroni; KN Basseterre; \
    KP Pyongyang; KR Seoul; KW Kuwait City; KZ Astana; LA Vientiane; LB Beirut; LC Castries; \
    LI Vaduz; LK Sri Jayewardenepura Kotte; LR Monrovia; LS Maseru; LT Vilnius; LU Luxembourg; \
    LV Riga; LY Tripoli; MA Rabat; MC Monaco; MD Chisinau; ME Podgorica; MG Antananarivo; \
    MH Majuro; MK Skopje; ML Bamako; MM Nay Pyi Taw; MN Ulan Bator; MR Nouakchott; MT Valletta; \
    MU Port Louis; MV Male; MW Lilongwe; MX Mexico City; MY Kuala Lumpur; MZ Maputo; NA Windhoek; \
    NE Niamey; NG Abuja; NI Managua; NL Amsterdam; NO Oslo; NP Kathmandu; NR Yaren; NZ Wellington; \
    OM Muscat; PA Panama City; PE Lima; PG Port Moresby; PH Manila; PK Islamabad; PL Warsaw; \
    PT Lisbon; PW Ngerulmud; PY Asunción; QA Doha; RO Bucharest; RS Belgrade; RU Moscow; \
    RW Kigali; SA Riyadh; SB Honiara; SC Victoria; SD Khartoum; SE Stockholm; SG Singapore; \
    SI Ljubljana; SK Bratislava; SL Freetown; SM San Marino; SN Dakar; SO Mogadishu; \
    SR Paramaribo; SS Juba; ST São Tomé; SV San Salvador; SY Damascus; SZ Mbabane; TD N'Djamena; \
    TG Lomé; TH Bangkok; TJ Dushanbe; TL Dili; TM Ashgabat; TN Tunis; TO Nuku‘alofa; TR Ankara; \
    TT Port of Spain; TV Funafuti; TW Taipei; TZ Dodoma; UA Kyiv; UG Kampala; US Washington; \
    UY Montevideo; UZ Tashkent; VA Vatican City; VC Kingstown; VE Caracas; VN Hanoi; VU Port-Vila; \
    WS Apia; XK Pristina; YE Sanaa; ZA Pretoria; ZM Lusaka; ZW Harare
    """)

  /// Cities that are known beyond their part of the world.
  static let famous = cities(
    """
    AE Dubai; AF Kabul; AO Luanda; AR Buenos Aires; AT Vienna; AU Sydney, Melbourne, Perth; \
    BD Dhaka; BE Brussels; BG Sofia; BR São Paulo, Rio de Janeiro, Brasília, Manaus; \
    CA Toronto, Vancouver, Montréal; CD Kinshasa; CH Zürich; CL Santiago; \
    CN Beijing, Shanghai, Lhasa; CO Bogotá; CU Havana; CZ Prague; \
    DE Berlin, Hamburg, Munich, Frankfurt am Main; DK Copenhagen; DZ Algiers; EG Cairo; \
    ES Madrid, Barcelona; ET Addis Ababa; FI Helsinki; FR Paris, Marseille, Lyon; \
    GB London, Edinburgh, Manchester; GR Athens; HK Hong Kong; HU Budapest; ID Jakarta; IE Dublin; \
    IL Jerusalem; IN Mumbai, Delhi; IQ Baghdad; IR Tehran; IS Reykjavík; IT Rome, Milan, Venice; \
    JP Tokyo; KE Nairobi; KR Seoul; KZ Almaty; LY Tripoli; MA Casablanca; MG Antananarivo; \
    MN Ulan Bator; MX Mexico City; NG Lagos; NL Amsterdam; NO Oslo; NZ Auckland; PE Lima; \
    PH Manila; PK Karachi; PL Warsaw; PT Lisbon; RO Bucharest; RS Belgrade; \
    RU Moscow, Saint Petersburg, Novosibirsk, Vladivostok; SA Riyadh; SD Khartoum; SE Stockholm; \
    SG Singapore; SN Dakar; TH Bangkok; TR Istanbul; UA Kyiv; \
    US New York City, Los Angeles, Chicago, San Francisco, Washington, Miami, Houston, Denver, Seattle, Honolulu, Anchorage; \
    UZ Tashkent; VE Caracas; VN Hanoi; ZA Johannesburg, Cape Town
    """)

  /// Reads codes of countries, each with one or more names behind it.
  private static func cities(_ text: String) -> [(country: String, name: String)] {
    text.components(separatedBy: "; ").flatMap { part in
      part.dropFirst(3).components(separatedBy: ", ").map { (String(part.prefix(2)), $0) }
    }
  }
}
