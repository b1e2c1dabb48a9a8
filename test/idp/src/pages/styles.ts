/** The stylesheet of every page; system fonts and no image from elsewhere. */
export const STYLES: string = `
:root {
  color-scheme: light dark;
  --page: #eef3f6; --glow: #d5e8ee; --card: #fff; --line: #d5dee5; --ink: #10222e; --soft: #4d6170;
  --accent: #0b6477; --accent-ink: #fff; --accent-hover: #084c5b; --wash: #eef6f8; --danger: #a3262a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0c151b; --glow: #12303a; --card: #14212a; --line: #2c3e4a; --ink: #e9f1f5; --soft: #a3b7c3;
    --accent: #6fd0e2; --accent-ink: #06232b; --accent-hover: #97dfec; --wash: #1b2d38; --danger: #ff9d9a;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; align-items: center;
  padding: clamp(1rem, 6vh, 4.5rem) 1rem 1.5rem; color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  background: radial-gradient(60rem 30rem at 50% -8rem, var(--glow), transparent) no-repeat, var(--page);
}
main {
  width: 100%; max-width: 27rem; padding: clamp(1.25rem, 5vw, 2.25rem); background: var(--card);
  border: 1px solid var(--line); border-radius: 1.25rem; box-shadow: 0 1.25rem 3rem -1.5rem rgb(6 30 42 / .35);
}
.brand { display: flex; align-items: center; gap: .6rem; margin: 0 0 1.5rem; font-weight: 650; letter-spacing: -.01em; }
.brand svg { width: 1.9rem; height: 1.9rem; flex: none; }
h1 { margin: 0; font-size: 1.55rem; line-height: 1.2; letter-spacing: -.02em; font-weight: 680; text-wrap: balance; overflow-wrap: anywhere; }
.lead { margin: .4rem 0 1.5rem; color: var(--soft); overflow-wrap: anywhere; }
.lead strong, .person strong { color: var(--ink); font-weight: 620; }
form { margin: 0; }
.people { list-style: none; margin: 0; padding: 0; display: grid; gap: .6rem; }
.person {
  display: flex; align-items: center; gap: .85rem; width: 100%; padding: .7rem .85rem; text-align: left; font: inherit;
  color: var(--soft); background: transparent; border: 1px solid var(--line); border-radius: .9rem;
}
button.person { cursor: pointer; transition: background-color .12s, border-color .12s; }
button.person:hover { background: var(--wash); border-color: var(--accent); }
.person .who { min-width: 0; flex: 1; display: grid; font-size: .9rem; line-height: 1.35; overflow-wrap: anywhere; }
.person strong { font-size: 1rem; }
.person .go { flex: none; width: 1.1rem; height: 1.1rem; color: var(--soft); }
.face {
  flex: none; width: 2.75rem; height: 2.75rem; border-radius: 50%; display: grid; place-items: center; object-fit: cover;
  font-weight: 650; background: var(--wash); color: var(--accent);
}
.or { display: flex; align-items: center; gap: .8rem; margin: 1.5rem 0 1rem; font-size: .9rem; color: var(--soft); font-weight: 400; }
.or::before, .or::after { content: ""; flex: 1; height: 1px; background: var(--line); }
label { display: block; margin: 0 0 .3rem; font-size: .9rem; font-weight: 600; }
.hint { float: right; color: var(--soft); font-weight: 400; }
.field { margin: 0 0 .9rem; }
input {
  width: 100%; min-height: 2.75rem; padding: .5rem .8rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--soft); border-radius: .7rem;
}
.actions { display: grid; grid-template-columns: 1fr 1fr; gap: .7rem; margin-top: 1.4rem; }
.actions.wide { grid-template-columns: 1fr; margin-top: .3rem; }
.button {
  min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 620; cursor: pointer; border-radius: .7rem;
  color: var(--ink); background: transparent; border: 1px solid var(--line); transition: background-color .12s, border-color .12s;
}
.button:hover { background: var(--wash); border-color: var(--accent); }
.button.main { color: var(--accent-ink); background: var(--accent); border-color: var(--accent); }
.button.main:hover { background: var(--accent-hover); border-color: var(--accent-hover); }
.button.plain { border-color: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.scopes { list-style: none; margin: 1.5rem 0 0; padding: 0; display: grid; gap: .75rem; }
.scopes li { display: flex; gap: .7rem; overflow-wrap: anywhere; }
.scopes svg { flex: none; width: 1.25rem; height: 1.25rem; margin-top: .13rem; color: var(--accent); }
.scopes small { display: block; color: var(--soft); font-size: .875rem; }
.switch { margin: .35rem 0 0; text-align: right; }
.link {
  padding: .25rem 0; font: inherit; font-size: .9rem; color: var(--accent); background: none; border: 0;
  text-decoration: underline; text-underline-offset: .2em; cursor: pointer;
}
.problem { margin: 1.2rem 0 0; padding: .8rem 1rem; border-left: 4px solid var(--danger); border-radius: .4rem; background: var(--wash); overflow-wrap: anywhere; }
.problem code { font: .9em ui-monospace, SFMono-Regular, Menlo, monospace; color: var(--danger); font-weight: 650; }
footer { max-width: 27rem; margin: 1.25rem 0 0; font-size: .875rem; color: var(--soft); text-align: center; text-wrap: balance; }
@media (max-width: 24rem) { main { border-radius: 1rem; } .person .go { display: none; } }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media (forced-colors: active) { .button.main { border: 2px solid ButtonText; } }
`
