const LIGHT = `color-scheme: light;
  --page: #f3f4f7; --card: #ffffff; --text: #16181d; --muted: #565b66; --line: #d9dce3; --rim: #e6e8ed;
  --field: #ffffff; --field-line: #838998; --hover: #f4f5f8;
  --accent: #16181d; --accent-text: #ffffff; --edge: rgb(0 0 0 / 0.14); --focus: #1d5fe0;
  --bad: #8f1519; --bad-back: #fdf1f1; --bad-line: #efc3c4;
  --note: #123f8f; --note-back: #eff4fe; --note-line: #c3d4f5;
  --shadow: 0 1px 2px rgb(16 20 32 / 0.05), 0 12px 40px -12px rgb(16 20 32 / 0.14);`

const DARK = `color-scheme: dark;
  --page: #0e0f12; --card: #18191d; --text: #f2f3f5; --muted: #a8adb8; --line: #383b43; --rim: #26282e;
  --field: #111215; --field-line: #757b88; --hover: #212329;
  --accent: #f2f3f5; --accent-text: #131417; --edge: rgb(255 255 255 / 0.2); --focus: #8ab4ff;
  --bad: #ffb8b5; --bad-back: #341718; --bad-line: #6d2d2f;
  --note: #b9d0ff; --note-back: #14213b; --note-line: #2f4a80;
  --shadow: 0 12px 40px -12px rgb(0 0 0 / 0.6);`

/**
 * The stylesheet of every page, a constant text, so that its hash is computed once. Values that depend on the configuration are
 * in the custom properties `--brand`, `--brand-text`, `--mark` and `--mark-text`.
 */
export const BASE_STYLE: string = `
:root {
  ${LIGHT}
}
:root[data-scheme="dark"] {
  ${DARK}
}
@media (prefers-color-scheme: dark) {
  :root[data-scheme="auto"] {
  ${DARK}
  }
}
*, *::before, *::after { box-sizing: border-box }
[hidden] { display: none !important }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body, h1, p, form { margin: 0 }
.page {
  min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 2rem 1rem;
  background: color-mix(in srgb, var(--brand, var(--page)) 5%, var(--page)); color: var(--text);
  font: 400 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
}
.card {
  display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem; width: 100%; max-width: 26.5rem; padding: 2.5rem;
  background: var(--card); border: 1px solid var(--rim); border-radius: 1.25rem; box-shadow: var(--shadow);
  overflow-wrap: anywhere;
}
.heading { display: grid; gap: 0.375rem }
.logo {
  display: block; width: 100%; height: 3rem; margin-block-end: 1rem;
  object-fit: contain; object-position: left center;
}
[dir="rtl"] .logo { object-position: right center }
.icon {
  display: grid; place-items: center; width: 3rem; height: 3rem; margin-block-end: 0.875rem;
  border: 1px solid var(--rim); border-radius: 0.875rem; background: var(--hover);
}
.icon svg, .glyph { width: 1.5rem; height: 1.5rem; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round }
h2 { margin: 0; font-size: 1.125rem; font-weight: 650; line-height: 1.35 }
h1 { font-size: 1.625rem; font-weight: 650; line-height: 1.25; letter-spacing: -0.015em; text-wrap: balance }
/* Lines end between phrases, where the browser knows them, and between words where there are spaces. */
:lang(ja) { word-break: auto-phrase }
:lang(ko) { word-break: keep-all }
.lead, .message, .hint, .site { color: var(--muted); text-wrap: pretty }
.problems { margin-block-start: 1rem; padding-inline-start: 1.25rem; text-align: start; overflow-wrap: anywhere }
.problems li + li { margin-block-start: 0.5rem }
.message p + p { margin-block-start: 0.5rem }
.message strong { color: var(--text); font-weight: 600 }
.hint, .reference, .site { font-size: 0.875rem }
.reference { color: var(--muted) }
/* Codes, keys and references are read from left to right in every language. */
code { direction: ltr; unicode-bidi: isolate; font: 0.9375em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; user-select: all }
.uri code { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem }
.provider { display: grid; gap: 0.625rem }
.button {
  display: flex; align-items: center; justify-content: center; gap: 0.75rem; width: 100%; min-height: 3rem; padding: 0.625rem 1rem;
  border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card); color: var(--text);
  font: inherit; font-weight: 550; line-height: 1.3; text-align: center; text-decoration: none; cursor: pointer;
  transition: background-color 0.12s, box-shadow 0.12s, border-color 0.12s;
}
.button:hover { background: var(--hover); border-color: var(--field-line) }
.button:active { box-shadow: inset 0 1px 3px var(--edge) }
.with-mark { justify-content: flex-start; padding-inline: 0.75rem; text-align: start }
.says { display: flex; flex-wrap: wrap; gap: 0.125rem 0.75rem; align-items: center; justify-content: center; min-width: 0 }
.with-mark .says { flex: 1; justify-content: space-between }
.glyph + .says { flex-direction: column }
.used { padding: 0 0.5rem; border: 1px solid; border-radius: 1rem; font-size: 0.75rem; font-weight: 500; line-height: 1.5 }
.with-mark .used { color: var(--muted) }
.primary { background: var(--brand, var(--accent)); border-color: var(--edge); color: var(--brand-text, var(--accent-text)) }
.primary:hover {
  background: var(--brand, var(--accent)); border-color: var(--edge);
  box-shadow: 0 0 0 0.25rem color-mix(in srgb, var(--brand, var(--accent)) 22%, transparent);
}
/* One button is filled: that of the first form that is shown. */
.signin > :is(form, [data-webauthn]:has(> div:not([hidden]))) ~ :is(form, [data-webauthn]) .primary { background: var(--card); border-color: var(--field-line); color: var(--text) }
.mark {
  display: grid; flex: none; place-items: center; width: 1.75rem; height: 1.75rem; border-radius: 50%;
  background: var(--mark, var(--muted)); color: var(--mark-text, var(--card)); box-shadow: inset 0 0 0 1px var(--edge);
  font-size: 0.75rem; font-weight: 700; line-height: 1;
}
.mark svg { width: 1rem; height: 1rem; fill: currentColor }
img.mark { border-radius: 0; background: none; box-shadow: none; object-fit: contain }
.or { display: flex; align-items: center; gap: 0.875rem; color: var(--muted); font-size: 0.875rem }
.or::before, .or::after { content: ""; flex: 1; border-block-start: 1px solid var(--line) }
.field { display: grid; gap: 0.4375rem }
.field label { font-size: 0.9375rem; font-weight: 550 }
.field input {
  width: 100%; min-height: 3rem; padding: 0.625rem 0.875rem; border: 1px solid var(--field-line); border-radius: 0.75rem;
  background: var(--field); color: var(--text); font: inherit; font-size: max(1rem, 16px);
}
.field input::placeholder { color: var(--muted); opacity: 1 }
.field input[type="color"], .field input[type="range"] { padding: 0.25rem }
.field input[aria-invalid="true"] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad) }
.choice { display: flex; align-items: center; gap: 0.75rem; min-height: 2.75rem }
.choice input { flex: none; width: 1.375rem; height: 1.375rem; margin: 0; accent-color: var(--brand, var(--accent)) }
.choice label { flex: 1; padding-block: 0.625rem }
.notice { display: grid; gap: 0.25rem; padding: 0.875rem 1rem; border: 1px solid var(--note-line); border-radius: 0.75rem; background: var(--note-back); color: var(--note); font-size: 0.9375rem }
.notice.error { border-color: var(--bad-line); background: var(--bad-back); color: var(--bad) }
.present .button { margin-block-start: 0.375rem }
.notice .reference { color: inherit }
.devices { display: grid; margin: 0; padding: 0; list-style: none }
.device { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: center; padding-block: 1rem; border-block-start: 1px solid var(--line) }
.device > div { flex: 1 1 11rem }
.device .button { width: auto; min-height: 2.75rem }
.device details { margin-block-start: 0.5rem }
.device details form { margin-block-start: 0.75rem }
/* Parts of the account page. */
.part { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; padding-block-start: 1.25rem; border-block-start: 1px solid var(--line) }
.part .devices { margin-block-start: -0.25rem }
.part li:first-child { border-block-start: 0 }
.onward { display: grid; justify-items: start }
.onward .link { padding-block: 0.375rem }
.qr { display: block; max-width: 100%; height: auto; border-radius: 0.75rem }
.here { color: var(--note); font-size: 0.875rem; white-space: nowrap }
/* Links of a form stand close to its button. */
.links { display: flex; flex-wrap: wrap; justify-content: space-between; column-gap: 1.5rem; margin-block-start: -0.75rem }
.link { display: inline-flex; align-items: center; min-height: 2.75rem; color: inherit; font-weight: 550; text-underline-offset: 0.2em }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
@media (min-width: 34rem) {
  .card.wide { max-width: 36rem }
  .many { grid-template-columns: repeat(2, minmax(0, 1fr)) }
}
@media (max-width: 30rem) {
  .page { place-items: start stretch; padding: 0; background: var(--card) }
  .card { padding: 2rem 1.25rem; border: 0; border-radius: 0; box-shadow: none }
}
@media (prefers-contrast: more) {
  :root { --line: currentColor; --rim: currentColor; --muted: var(--text) }
}
@media (prefers-reduced-motion: reduce) {
  .button { transition: none }
}
@media (forced-colors: active) {
  .mark { border: 1px solid }
  .primary { border-width: 2px }
}
`
