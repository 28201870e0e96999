/// The parts of countries by their codes in the table of cities, where the table of provinces has
/// smaller parts.
enum RegionNames {
  static let byCountry: [String: [String: String]] = [
    "BA": ["01": "Federation of Bosnia and Herzegovina", "02": "Republika Srpska", "BRC": "Brčko"],
    "BE": ["BRU": "Brussels", "VLG": "Flanders", "WAL": "Wallonia"],
    "ES": [
      "07": "Balearic Islands", "27": "La Rioja", "29": "Madrid", "31": "Murcia", "32": "Navarre",
      "34": "Asturias", "39": "Cantabria", "51": "Andalusia", "52": "Aragon",
      "53": "Canary Islands", "54": "Castilla-La Mancha", "55": "Castilla y León",
      "56": "Catalonia", "57": "Extremadura", "58": "Galicia", "59": "Basque Country",
      "60": "Valencia", "CE": "Ceuta", "ML": "Melilla",
    ],
    "FR": [
      "11": "Île-de-France", "24": "Centre-Val de Loire", "27": "Bourgogne-Franche-Comté",
      "28": "Normandy", "32": "Hauts-de-France", "44": "Grand Est", "52": "Pays de la Loire",
      "53": "Brittany", "75": "Nouvelle-Aquitaine", "76": "Occitanie",
      "84": "Auvergne-Rhône-Alpes", "93": "Provence-Alpes-Côte d’Azur", "94": "Corsica",
    ],
    "GB": ["ENG": "England", "NIR": "Northern Ireland", "SCT": "Scotland", "WLS": "Wales"],
    "IE": ["C": "Connacht", "L": "Leinster", "M": "Munster", "U": "Ulster"],
    "IT": [
      "01": "Abruzzo", "02": "Basilicata", "03": "Calabria", "04": "Campania",
      "05": "Emilia-Romagna", "06": "Friuli Venezia Giulia", "07": "Lazio", "08": "Liguria",
      "09": "Lombardy", "10": "Marche", "11": "Molise", "12": "Piedmont", "13": "Apulia",
      "14": "Sardinia", "15": "Sicily", "16": "Tuscany", "17": "Trentino-Alto Adige",
      "18": "Umbria", "19": "Aosta Valley", "20": "Veneto",
    ],
    "PH": [
      "01": "Ilocos", "02": "Cagayan Valley", "03": "Central Luzon", "05": "Bicol",
      "06": "Western Visayas", "07": "Central Visayas", "08": "Eastern Visayas",
      "09": "Zamboanga Peninsula", "10": "Northern Mindanao", "11": "Davao",
      "12": "Soccsksargen", "13": "Caraga", "14": "Bangsamoro", "15": "Cordillera",
      "40": "Calabarzon", "41": "Mimaropa", "NCR": "Metro Manila",
    ],
    "RS": ["VO": "Vojvodina"],
    "UG": [
      "C": "Central Region", "E": "Eastern Region", "N": "Northern Region", "W": "Western Region",
    ],
  ]

  /// The provinces of codes that cannot be found by where the places with these codes are.
  static let corrections: [String: [String: String]] = [
    "AL": ["42": "Durrës", "50": "Tiranë"], "CH": ["NW": "Nidwalden", "OW": "Obwalden"],
    "ID": ["24": "Sumatera Barat", "26": "Sumatera Utara"], "MM": ["05": "Kayin", "13": "Mon"],
    "PY": ["06": "Central", "22": "Asunción"],
  ]

  /// Countries that are divided only into communes, about as many as towns.
  static let undivided: Set = ["AZ", "MK", "SI"]

  /// A province's name as it is written on a map; nil where a source has a number in its place.
  static func spelled(_ name: String) -> String? {
    if name.isEmpty || name.contains(where: \.isNumber) || name.contains("minor island") {
      return nil
    }
    if name == "Moskovsskaya" { return "Moskovskaya" }
    // Of two names, as in "Homs (Hims)", the first is enough.
    return name.split(separator: " (").first.map(String.init)
  }
}
