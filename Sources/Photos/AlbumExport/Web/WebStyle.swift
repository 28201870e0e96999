/// The style of an album's web page, in light and dark.
enum WebStyle {
  static let css = """
    :root{color-scheme:light dark;--page:#fafafa;--ink:#2e3436;--faint:#5e5c64;--link:#1c71d8}
    @media(prefers-color-scheme:dark){:root{--page:#1e1e1e;--ink:#f6f5f4;--faint:#b4b2ae;--link:#78aeed}}
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
    img{display:block;width:100%;height:auto;border-radius:8px;background:#8882}
    figcaption{margin-top:.4rem;font-size:.95rem;line-height:1.35}
    figcaption b{display:block}
    .map{border-radius:12px}
    @media print{main{display:block}figure{break-inside:avoid;margin-bottom:1rem}}
    """
}
