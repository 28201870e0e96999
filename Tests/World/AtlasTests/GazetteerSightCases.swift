extension NamingCases {
  /// Sights, and what an atlas has them in or near.
  static let sights = [
    // Taj Mahal
    NamingCase(27.1751, 78.0421, "IN", "at Agra IN"),
    // Burj Khalifa
    NamingCase(25.1972, 55.2744, "AE", "at Dubai AE"),
    // Giza
    NamingCase(29.9792, 31.1342, "EG", "at Giza EG"),
    // Angkor
    NamingCase(13.4125, 103.8670, "KH", "at Siem Reap KH"),
    // Christ the Redeemer
    NamingCase(-22.9519, -43.2105, "BR", "at Rio de Janeiro BR"),
    // Acropolis
    NamingCase(37.9715, 23.7267, "GR", "at Athens GR"),
    // Pisa
    NamingCase(43.7230, 10.3966, "IT", "at Pisa IT"),
    // Venice
    NamingCase(45.4341, 12.3388, "IT", "at Venice IT"),
    // Neuschwanstein
    NamingCase(47.5576, 10.7498, "DE", "near Schwangau DE 2 southEast"),
    // Cologne
    NamingCase(50.9413, 6.9583, "DE", "at Köln DE"),
    // Sagrada Família
    NamingCase(41.4036, 2.1744, "ES", "at Barcelona ES"),
    // Alhambra
    NamingCase(37.1761, -3.5881, "ES", "at Granada ES"),
    // Belém
    NamingCase(38.6916, -9.2160, "PT", "at Lisbon PT"),
    // Kremlin
    NamingCase(55.7520, 37.6175, "RU", "at Moscow RU"),
    // Fuji
    NamingCase(35.3606, 138.7274, "JP", "near Fujiyoshida JP 11 southWest"),
    // Marina Bay
    NamingCase(1.2834, 103.8607, "SG", "at Singapore SG"),
    // Opera House
    NamingCase(-33.8568, 151.2153, "AU", "at Sydney AU"),
    // Mont-Saint-Michel
    NamingCase(48.6360, -1.5115, "FR", "near Pontorson FR 9 north"),
    // Mont Blanc
    NamingCase(45.8326, 6.8652, "FR", "near Chamonix-Mont-Blanc FR 10 south"),
    // Matterhorn
    NamingCase(45.9763, 7.6586, "CH", "near Zermatt CH 8 southWest"),
    // Jungfraujoch
    NamingCase(46.5475, 7.9854, "CH", "near Lauterbrunnen CH 8 southEast"),
    // Kilimanjaro
    NamingCase(-3.0674, 37.3556, "TZ", "near Moshi TZ 32 north"),
    // Victoria Falls
    NamingCase(-17.9243, 25.8572, "ZM", "near Livingstone ZM 9 south"),
    // Teotihuacan
    NamingCase(19.6925, -98.8436, "MX", "at Teotihuacán de Arista MX"),
    // Chichén Itzá
    NamingCase(20.6843, -88.5678, "MX", "at Chichén-Itzá MX"),
    // Tikal
    NamingCase(17.2220, -89.6237, "GT", "near San Benito GT 46 northEast"),
    // Torres del Paine
    NamingCase(-51.0, -73.1, "CL", "near Puerto Natales CL 91 northWest"),
    // El Calafate
    NamingCase(-50.3379, -72.2648, "AR", "at El Calafate AR"),
    // Oia
    NamingCase(36.4618, 25.3753, "GR", "at Oía GR"),
    // Split
    NamingCase(43.5081, 16.4402, "HR", "at Split HR"),
    // Plitvice
    NamingCase(44.8654, 15.5820, "HR", "near Vrhovine HR 13 east"),
    // Dubrovnik
    NamingCase(42.6507, 18.0944, "HR", "at Dubrovnik HR"),
    // Cappadocia
    NamingCase(38.6431, 34.8289, "TR", "at Göreme TR"),
    // Pamukkale
    NamingCase(37.9250, 29.1200, "TR", "at Pamukkale TR"),
    // Ankara
    NamingCase(39.9255, 32.8369, "TR", "at Ankara TR"),
    // Isfahan
    NamingCase(32.6546, 51.6775, "IR", "at Isfahan IR"),
    // Persepolis
    NamingCase(29.9344, 52.8914, "IR", "near Marvdasht IR 11 northEast"),
    // Xian
    NamingCase(34.3416, 108.9398, "CN", "at Xi’an CN"),
    // Terracotta Army
    NamingCase(34.3841, 109.2785, "CN", "near Lintong CN 6 east"),
    // Potala Palace
    NamingCase(29.6578, 91.1170, "CN", "at Lhasa CN"),
    // Hong Kong
    NamingCase(22.3193, 114.1694, "HK", "at Kowloon HK"),
    // Seoul
    NamingCase(37.5796, 126.9770, "KR", "at Seoul KR"),
    // Hanoi
    NamingCase(21.0285, 105.8542, "VN", "at Hanoi VN"),
    // Ha Long Bay
    NamingCase(20.9101, 107.1839, "VN", "near Hạ Long VN 12 east"),
    // Bangkok
    NamingCase(13.7500, 100.4913, "TH", "at Bangkok TH"),
    // Kuta
    NamingCase(-8.7184, 115.1686, "ID", "at Kuta ID"),
    // Borobudur
    NamingCase(-7.6079, 110.2038, "ID", "near Mungkid ID 2 southWest"),
    // Manila
    NamingCase(14.5896, 120.9747, "PH", "at Manila PH"),
    // Thimphu
    NamingCase(27.4712, 89.6339, "BT", "at Thimphu BT"),
    // Kathmandu
    NamingCase(27.7172, 85.3240, "NP", "at Kathmandu NP"),
    // Annapurna Sanctuary
    NamingCase(28.5971, 83.8203, "NP", "near Pokhara NP 39 north"),
    // Leh
    NamingCase(34.1526, 77.5771, "IN", "at Leh IN"),
    // Hampi
    NamingCase(15.3350, 76.4600, "IN", "at Hampi IN"),
    // Alappuzha
    NamingCase(9.4981, 76.3388, "IN", "at Alappuzha IN"),
    // Colombo
    NamingCase(6.9271, 79.8612, "LK", "at Colombo LK"),
    // Sigiriya
    NamingCase(7.9570, 80.7603, "LK", "near Sigiriya LK 1 northEast"),
    // Victoria
    NamingCase(-4.6191, 55.4513, "SC", "at Victoria SC"),
    // Le Morne
    NamingCase(-20.4500, 57.3167, "MU", "near Petite Case Noyale MU 8 southWest"),
    // the middle of Madagascar
    NamingCase(-18.7669, 46.8691, "MG", "near Miarinarivo MG 22 north"),
    // Table Mountain
    NamingCase(-33.9628, 18.4098, "ZA", "at Cape Town ZA"),
    // Kruger
    NamingCase(-24.0, 31.5, "ZA", "near Phalaborwa ZA 37 east"),
    // Serengeti
    NamingCase(-2.3333, 34.8333, "TZ", "near Mugumu TZ 56 south"),
    // Mara
    NamingCase(-1.4061, 35.0100, "KE", "near Lolgorien KE 30 southEast"),
    // Lalibela
    NamingCase(12.0319, 39.0411, "ET", "at Lalibela ET"),
    // Marrakech
    NamingCase(31.6295, -7.9811, "MA", "at Marrakesh MA"),
    // Fes
    NamingCase(34.0650, -4.9730, "MA", "at Fes MA"),
    // Merzouga
    NamingCase(31.1499, -4.0130, "MA", "near Moulay Ali Cherif MA 28 southEast"),
    // Carthage
    NamingCase(36.8529, 10.3233, "TN", "at Le Kram TN"),
    // Timbuktu
    NamingCase(16.7666, -3.0026, "ML", "at Timbuktu ML"),
    // Goree
    NamingCase(14.6708, -17.3983, "SN", "at Dakar SN"),
    // Accra
    NamingCase(5.6037, -0.1870, "GH", "at Accra GH"),
    // Lagos
    NamingCase(6.5244, 3.3792, "NG", "at Lagos NG"),
    // Windhoek
    NamingCase(-22.5600, 17.0658, "NA", "at Windhoek NA"),
    // Sossusvlei
    NamingCase(-24.7270, 15.3000, "NA", "remote Walvis Bay NA 213 south"),
    // Gullfoss
    NamingCase(64.3271, -20.1199, "IS", "near Reykjavík IS 88 east"),
    // Jökulsárlón
    NamingCase(64.0484, -16.1800, "IS", "near Höfn IS 52 southWest"),
    // Geiranger
    NamingCase(62.1049, 7.0940, "NO", "near Stranda NO 24 south"),
    // Svolvaer
    NamingCase(68.2330, 14.5680, "NO", "at Svolvær NO"),
    // North Cape
    NamingCase(71.1710, 25.7830, "NO", "near Honningsvåg NO 22 north"),
    // Kiruna
    NamingCase(67.8558, 20.2253, "SE", "at Kiruna SE"),
    // Helsinki
    NamingCase(60.1699, 24.9384, "FI", "at Helsinki FI"),
    // Rovaniemi
    NamingCase(66.5039, 25.7294, "FI", "at Rovaniemi FI"),
    // Aberdeen
    NamingCase(57.1497, -2.0943, "GB", "at Aberdeen GB"),
    // Loch Ness
    NamingCase(57.3229, -4.4244, "GB", "near Drumnadrochit GB 4 east"),
    // Old Man of Storr
    NamingCase(57.5069, -6.1750, "GB", "near Portree GB 11 north"),
    // Giant's Causeway
    NamingCase(55.2408, -6.5116, "GB", "near Bushmills GB 4 north"),
    // Cliffs of Moher
    NamingCase(52.9715, -9.4309, "IE", "near Ennistimon IE 10 west"),
    // Glendalough
    NamingCase(53.0100, -6.3300, "IE", "near Dublin IE 36 south"),
    // Dublin
    NamingCase(53.3498, -6.2603, "IE", "at Dublin IE"),
    // Newfoundland
    NamingCase(49.1, -55.6, "CA", "near Bishop's Falls CA 13 northWest"),
    // Lake Louise
    NamingCase(51.4254, -116.1773, "CA", "near Banff CA 51 northWest"),
    // Whistler
    NamingCase(50.1163, -122.9574, "CA", "at Whistler CA"),
    // Quebec
    NamingCase(46.8139, -71.2080, "CA", "at Québec CA"),
    // Denali
    NamingCase(63.0695, -151.0074, "US", "near Susitna North US 117 northWest"),
    // Yosemite
    NamingCase(37.7456, -119.5936, "US", "near Yosemite Valley US 1 west"),
    // Monument Valley
    NamingCase(36.9980, -110.0985, "US", "near Kayenta US 33 northEast"),
    // Mount Rushmore
    NamingCase(43.8791, -103.4591, "US", "near Rapid City US 29 southWest"),
    // Zion Canyon
    NamingCase(37.2982, -113.0263, "US", "near Hurricane US 27 northEast"),
    // Miami
    NamingCase(25.7617, -80.1918, "US", "at Miami US"),
    // Key West
    NamingCase(24.5465, -81.7975, "US", "at Key West US"),
    // New Orleans
    NamingCase(29.9584, -90.0644, "US", "at New Orleans US"),
    // Haleakala
    NamingCase(20.7097, -156.2533, "US", "near Kula US 12 southEast"),
    // Kilauea
    NamingCase(19.4069, -155.2834, "US", "near Volcano US 7 southWest"),
    // Pebble Beach
    NamingCase(36.5725, -121.9486, "US", "at Del Monte Forest US"),
    // Quito
    NamingCase(-0.1807, -78.4678, "EC", "at Quito EC"),
    // Cusco
    NamingCase(-13.5170, -71.9785, "PE", "at Cusco PE"),
    // Nazca lines
    NamingCase(-14.7390, -75.1300, "PE", "near Nazca PE 23 northWest"),
    // Salar de Uyuni
    NamingCase(-20.1338, -67.4891, "BO", "near Colchani BO 61 west"),
    // Iguazú Falls
    NamingCase(-25.6953, -54.4367, "AR", "near Puerto Iguazú AR 17 southEast"),
    // San Pedro
    NamingCase(-22.9083, -68.1997, "CL", "at San Pedro de Atacama CL"),
    // Bariloche
    NamingCase(-41.1335, -71.3103, "AR", "at San Carlos de Bariloche AR"),
    // Ushuaia
    NamingCase(-54.8019, -68.3030, "AR", "at Ushuaia AR"),
    // Fernando de Noronha
    NamingCase(-3.8576, -32.4297, "BR", "near Vila dos Remédios BR 3 southWest"),
    // Cartagena
    NamingCase(10.3910, -75.4794, "CO", "at Cartagena CO"),
    // Havana
    NamingCase(23.1136, -82.3666, "CU", "at Havana CU"),
    // San Juan
    NamingCase(18.4655, -66.1057, "PR", "at San Juan PR"),
    // Bora Bora
    NamingCase(-16.5004, -151.7415, "PF", "at Vaitape PF"),
    // Milford Sound
    NamingCase(-44.6717, 167.9259, "NZ", "near Queenstown NZ 70 northWest"),
    // Rotorua
    NamingCase(-38.1368, 176.2497, "NZ", "at Rotorua NZ"),
    // K'gari
    NamingCase(-25.2400, 153.1300, "AU", "near Urangan AU 23 east"),
    // Twelve Apostles
    NamingCase(-38.6662, 143.1044, "AU", "near Timboon AU 23 southEast"),
    // Darwin
    NamingCase(-12.4634, 130.8456, "AU", "at Darwin AU"),
  ]
}
