/** The stylesheet of every page; system fonts and no image from elsewhere. */
export const STYLES: string = `
:root {
  color-scheme: light dark;
  --page: #f4f3fa; --glow: #e3e0f6; --card: #fff; --line: #dcdae8; --ink: #1b1930; --soft: #5b5874;
  --accent: #4f3fc4; --accent-ink: #fff; --accent-hover: #3d2fa3; --wash: #f3f1fd;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #100f19; --glow: #231f42; --card: #1a1926; --line: #34324a; --ink: #efedfb; --soft: #aeaac6;
    --accent: #b3a8ff; --accent-ink: #17123a; --accent-hover: #cbc3ff; --wash: #262439;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; padding: clamp(1rem, 4vh, 3rem) 1rem 3rem; color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  background: radial-gradient(70rem 28rem at 50% -10rem, var(--glow), transparent) no-repeat, var(--page);
}
.page { width: 100%; max-width: 46rem; margin: 0 auto; }
header { display: flex; align-items: center; gap: .7rem 1rem; flex-wrap: wrap; margin-bottom: 1.25rem; }
.brand { display: flex; align-items: center; gap: .65rem; margin: 0; flex: 1; font-size: 1.35rem; font-weight: 680; letter-spacing: -.02em; color: inherit; text-decoration: none; }
.brand svg { width: 2.1rem; height: 2.1rem; flex: none; }
.brand .count { font-size: .9rem; font-weight: 600; letter-spacing: 0; padding: .05rem .55rem; border-radius: 1rem; background: var(--wash); color: var(--accent); }
form { margin: 0; }
.tools { display: flex; gap: .5rem; }
.button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: .4rem 1rem;
  font: inherit; font-weight: 620; text-decoration: none; cursor: pointer; border-radius: .7rem;
  color: var(--ink); background: var(--card); border: 1px solid var(--line); transition: background-color .12s, border-color .12s;
}
.button:hover { background: var(--wash); border-color: var(--accent); }
.button.main { color: var(--accent-ink); background: var(--accent); border-color: var(--accent); }
.button.main:hover { background: var(--accent-hover); border-color: var(--accent-hover); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.card {
  background: var(--card); border: 1px solid var(--line); border-radius: 1.1rem; overflow: hidden;
  box-shadow: 0 1.2rem 2.6rem -1.8rem rgb(20 10 60 / .4);
}
.mails { list-style: none; margin: 0; padding: 0; }
.mails li + li { border-top: 1px solid var(--line); }
.mail { display: grid; grid-template-columns: auto 1fr auto; gap: .1rem .9rem; align-items: start; padding: .9rem 1.1rem; color: inherit; text-decoration: none; }
.mail:hover { background: var(--wash); }
.mail:focus-visible { outline-offset: -3px; border-radius: 1.1rem; }
.mail .dot { grid-row: span 2; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%; font-weight: 650; background: var(--wash); color: var(--accent); }
.mail .subject { font-weight: 640; overflow-wrap: anywhere; }
.mail .about { grid-column: 2 / -1; font-size: .9rem; color: var(--soft); overflow-wrap: anywhere; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; }
time { font-size: .85rem; color: var(--soft); font-variant-numeric: tabular-nums; white-space: nowrap; padding-top: .1rem; }
.empty { padding: 3.5rem 1.5rem; text-align: center; color: var(--soft); }
.empty svg { width: 3.2rem; height: 3.2rem; color: var(--accent); opacity: .8; }
.empty h2 { margin: .8rem 0 .2rem; font-size: 1.15rem; color: var(--ink); }
.empty p { margin: 0; }
.back { display: inline-flex; align-items: center; gap: .35rem; min-height: 2.75rem; color: var(--accent); font-weight: 600; text-decoration: none; }
.back:hover { text-decoration: underline; text-underline-offset: .2em; }
.back svg { width: 1rem; height: 1rem; }
article { padding: clamp(1.1rem, 4vw, 1.9rem); }
h1 { margin: 0 0 .6rem; font-size: clamp(1.25rem, 4.5vw, 1.6rem); line-height: 1.25; letter-spacing: -.015em; overflow-wrap: anywhere; text-wrap: balance; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .15rem .8rem; margin: 0 0 1.4rem; font-size: .92rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
dd time { font-size: inherit; color: inherit; }
.act { display: grid; gap: 1rem; margin: 0 0 1.5rem; }
@media (min-width: 42rem) { .act.two { grid-template-columns: 1fr 1fr; } }
.tile { display: flex; flex-direction: column; gap: .6rem; align-items: flex-start; padding: 1.1rem; border-radius: .9rem; background: var(--wash); min-width: 0; }
.tile h2, h2.part { margin: 0; font-size: .9rem; font-weight: 600; color: var(--soft); }
.tile .button.main { align-self: stretch; }
.url { max-width: 100%; font-size: .82rem; line-height: 1.4; color: var(--soft); overflow-wrap: anywhere; display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical; overflow: hidden; }
.code { display: flex; flex-wrap: wrap; align-items: center; gap: .6rem 1rem; align-self: stretch; flex: 1; }
.code output { flex: 1 1 auto; font: 680 clamp(1.5rem, 7vw, 2rem)/1.2 ui-monospace, SFMono-Regular, Menlo, "Liberation Mono", monospace; letter-spacing: .06em; user-select: all; -webkit-user-select: all; overflow-wrap: anywhere; }
h2.part { margin: 0 0 .5rem; }
iframe { display: block; width: 100%; height: min(32rem, 70vh); margin: 0 0 1.5rem; border: 1px solid var(--line); border-radius: .8rem; resize: vertical; }
details { border-top: 1px solid var(--line); }
summary { display: list-item; padding: .7rem 0; font-weight: 600; cursor: pointer; }
pre { margin: 0 0 1rem; padding: 1rem; border-radius: .8rem; background: var(--wash); font: .875rem/1.5 ui-monospace, SFMono-Regular, Menlo, "Liberation Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.links { margin: 0 0 1rem; padding-left: 1.2rem; }
.links a { color: var(--accent); overflow-wrap: anywhere; }
footer { margin: 1.25rem 0 0; text-align: center; font-size: .875rem; color: var(--soft); overflow-wrap: anywhere; }
footer code { font: .95em ui-monospace, SFMono-Regular, Menlo, "Liberation Mono", monospace; }
@media (max-width: 30rem) {
  .tools { width: 100%; }
  .tools > * { flex: 1 1 auto; }
  .tools .button { width: 100%; padding-inline: .7rem; white-space: nowrap; }
  .mail { grid-template-columns: auto 1fr; }
  .mail .dot { grid-row: span 3; }
  .mail time { grid-row: 3; grid-column: 2; padding: 0; }
}
[hidden] { display: none; }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media (forced-colors: active) { .button.main { border: 2px solid ButtonText; } }
`
