const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f1f3f8; --glow: #dfe3f6; --card: #fff; --line: #d6dae6; --ink: #171a2b; --soft: #555b73;
  --accent: #4338a8; --accent-ink: #fff; --accent-hover: #342b86; --wash: #f0effb; --danger: #a3262a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f111a; --glow: #23244a; --card: #191c2a; --line: #343a52; --ink: #eceefa; --soft: #a9b0c9;
    --accent: #b4adff; --accent-ink: #16123d; --accent-hover: #cdc8ff; --wash: #24273c; --danger: #ff9d9a;
  }
}
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100% }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; color: var(--ink);
  padding: clamp(1rem, 6vh, 4rem) 1rem 1.5rem; font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  background: radial-gradient(60rem 30rem at 50% -8rem, var(--glow), transparent) no-repeat, var(--page);
}
main {
  width: 100%; max-width: 28rem; padding: clamp(1.25rem, 5vw, 2.25rem); background: var(--card);
  border: 1px solid var(--line); border-radius: 1.25rem; box-shadow: 0 1.25rem 3rem -1.5rem rgb(12 10 50 / .35);
}
main.wide { max-width: 44rem }
.brand { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .7rem; margin: 0 0 1.4rem; font-weight: 650 }
.badge { padding: .1rem .6rem; border-radius: 1rem; background: var(--wash); color: var(--accent); font-size: .8125rem; font-weight: 600 }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.2; letter-spacing: -.02em; overflow-wrap: anywhere; text-wrap: balance }
h2 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere }
p { overflow-wrap: anywhere }
.lead { margin: .4rem 0 1.2rem; color: var(--soft) }
.lead strong { color: var(--ink) }
form { margin: 0 }
fieldset { min-width: 0; margin: 0 0 1.2rem; padding: 0; border: 0; display: grid; gap: .55rem }
legend { padding: 0 0 .5rem; font-weight: 620 }
.person {
  display: flex; align-items: center; gap: .85rem; padding: .65rem .85rem; border: 1px solid var(--line);
  border-radius: .9rem; cursor: pointer; transition: background-color .12s, border-color .12s;
}
.person:hover, .person:has(:checked) { background: var(--wash); border-color: var(--accent) }
.person:focus-within { outline: 3px solid var(--accent); outline-offset: 2px }
.person input { flex: none; width: 1.1rem; height: 1.1rem; margin: 0; accent-color: var(--accent); outline: none }
.face { flex: none; width: 2.75rem; height: 2.75rem; border-radius: 50% }
.who { min-width: 0; display: grid; font-size: .9rem; line-height: 1.35; color: var(--soft); overflow-wrap: anywhere }
.who strong { font-size: 1rem; font-weight: 620; color: var(--ink) }
.actions { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(9rem, 100%), 1fr)); gap: .6rem }
button, .button {
  display: inline-block; min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none;
  color: var(--ink); background: none; border: 1px solid var(--line); border-radius: .7rem; cursor: pointer;
  transition: background-color .12s, border-color .12s;
}
button:hover, .button:hover { background: var(--wash); border-color: var(--accent) }
button[value='allow'], .main { color: var(--accent-ink); background: var(--accent); border-color: var(--accent) }
button[value='allow']:hover, .main:hover { background: var(--accent-hover); border-color: var(--accent-hover) }
button:focus-visible, a:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.wrong { margin: 1.4rem 0 0; padding: 1.1rem 0 0; border-top: 1px solid var(--line) }
.wrong button { font-weight: 500; font-size: .9375rem }
a { color: var(--accent) }
details { margin: 0 0 1.2rem; color: var(--soft); font-size: .9rem }
summary { cursor: pointer }
ul { margin: .3rem 0 0; padding-left: 1.25rem }
pre, code { font: .9em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere }
pre { white-space: pre-wrap; margin: .8rem 0 0 }
.problem { padding: .8rem 1rem; border-left: 4px solid var(--danger); border-radius: .4rem; background: var(--wash) }
.mail { margin: 1.2rem 0 0; padding: 1.1rem 0 0; border-top: 1px solid var(--line) }
iframe { display: block; width: 100%; height: min(32rem, 70vh); margin: 1rem 0; border: 1px solid var(--line); border-radius: .6rem; resize: vertical }
.mail p { margin: .2rem 0 .8rem; color: var(--soft); font-size: .9rem }
footer { max-width: 28rem; margin: 1.2rem 0 0; font-size: .875rem; color: var(--soft); text-align: center; text-wrap: balance }
@media (max-width: 24rem) { main { border-radius: 1rem } }
@media (prefers-reduced-motion: reduce) { * { transition: none !important } }
@media (forced-colors: active) { button[value='allow'], .main { border: 2px solid ButtonText } }
`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** A text as markup, also within quotation marks. */
export const escape = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)

/** Fields that a form carries unseen. */
export const hidden = (fields: Iterable<readonly [string, string]>): string =>
  [...fields]
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('\n')

/** A page before it is a document. */
export interface Page {
  readonly title: string
  /** Markup. */
  readonly main: string
  /** Who speaks. Default: the lab. */
  readonly brand?: string
  readonly wide?: boolean
  readonly status?: number
  readonly script?: string
}

/** A page as a response. */
export function page({
  title,
  main,
  brand = 'Identity lab',
  wide,
  status = 200,
  script,
}: Page): Response {
  const nonce = crypto.randomUUID()
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'`
  const markup = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main${wide ? ' class="wide"' : ''}>
<p class="brand">${escape(brand)} <span class="badge">emulator</span></p>
${main}
</main>
<footer>For development and tests. Nothing here leaves this machine.</footer>
${script === undefined ? '' : `<script nonce="${nonce}">${script}</script>`}
</body>
</html>
`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  return new Response(markup, { status, headers })
}
