import MapDrawing

/// The style of an album's web page, in light and dark.
enum WebStyle {
  static var css: String {
    """
    :root{color-scheme:light dark;--page:#fafafa;--ink:#2e3436;--faint:#5e5c64;--link:#1c71d8;\(colors(.light))}
    @media(prefers-color-scheme:dark){:root{--page:#1e1e1e;--ink:#f6f5f4;--faint:#b4b2ae;--link:#78aeed;\(colors(.dark))}}
    *{box-sizing:border-box}
    body{margin:0 auto;padding:1rem;max-width:90rem;background:var(--page);color:var(--ink);font:1rem/1.45 system-ui,sans-serif;overflow-wrap:anywhere}
    h1{margin:.5rem 0 0;font-size:clamp(1.6rem,5vw,2.6rem);line-height:1.15}
    p{margin:.4rem 0 1rem}
    a{color:var(--link)}
    header p,footer,figcaption small{color:var(--faint)}
    footer{margin-top:2rem;font-size:.85rem}
    main{display:flex;flex-wrap:wrap;gap:1.25rem 1rem;align-items:flex-start;margin-top:1.5rem}
    main::after{content:"";flex:1000 1 12rem}
    figure{margin:0;flex:var(--r) 1 calc(var(--r)*14rem);min-width:min(9rem,100%);max-width:100%}
    img{display:block;width:100%;height:auto;border-radius:8px;background:var(--land)}
    figcaption{margin-top:.4rem;font-size:.95rem;line-height:1.35}
    figcaption b{display:block}
    .map{display:block;width:100%;height:auto;min-height:\(WebMap.leastHeight)rem;border-radius:12px}
    .water,.lakes{fill:var(--water)}.land,.islands{fill:var(--land)}.towns{fill:var(--town)}.glaciers{fill:var(--ice)}
    .rivers,.coasts,.regions,.borders,.disputes{fill:none;stroke-width:8;stroke-linejoin:round}
    .rivers{stroke:var(--river)}.coasts{stroke:var(--coast)}.regions{stroke:var(--region)}
    .borders,.disputes{stroke:var(--border);stroke-width:12}.disputes{stroke-dasharray:30 30}
    .city{fill:var(--ink)}.photo{fill:var(--link);stroke:#fff;stroke-width:10}
    .map text{fill:var(--ink);font-size:\(WebMap.whole(WebMap.textSize))px;stroke:var(--land);stroke-width:30;paint-order:stroke}
    .map .place{font-weight:bold}
    .pin{fill:#c01c28;stroke:#fff;stroke-width:12}.eye{fill:#fff}
    @media(max-width:30rem){.map text{font-size:\(WebMap.whole(WebMap.smallTextSize))px}.marker{transform:scale(1.5)}.city{r:45px}.photo{r:70px}.side{display:none}}
    @media print{main{display:block}figure{break-inside:avoid;margin-bottom:1rem}}
    """
  }

  private static func colors(_ palette: MapPalette) -> String {
    [
      ("water", palette.water), ("land", palette.land), ("town", palette.urbanArea),
      ("ice", palette.glacier), ("river", palette.river), ("coast", palette.coast),
      ("region", palette.region), ("border", palette.border),
    ].map { "--\($0):\(hex($1))" }.joined(separator: ";")
  }

  private static func hex(_ color: MapColor) -> String {
    "#"
      + [color.red, color.green, color.blue].map {
        let digits = String(Int(($0 * 255).rounded()), radix: 16)
        return digits.count < 2 ? "0\(digits)" : digits
      }.joined()
  }
}
