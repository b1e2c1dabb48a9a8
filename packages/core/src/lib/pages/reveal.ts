import { html, type Html } from './html.ts'

/**
 * A button that shows the value of a password. It is hidden until the script runs. Its name stays the same, and `aria-pressed`
 * has its state.
 *
 * @param input - id of the password
 */
export function revealButton(input: string, label: string): Html {
  return html`<button
    class="reveal"
    type="button"
    aria-controls="${input}"
    aria-pressed="false"
    title="${label}"
    hidden
  >
    <span>${label}</span>
    <svg class="glyph" aria-hidden="true" viewBox="0 0 24 24">
      <path d="M2.5 12S6 5.75 12 5.75 21.5 12 21.5 12 18 18.25 12 18.25 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="2.75" />
      <path class="slash" d="m4 20 16-16" />
    </svg>
  </button>`
}

/** The rules of the button, a constant text. */
export const REVEAL_STYLE = `
.secret { position: relative }
.secret input { padding-inline-end: 3.25rem }
.secret:has(.reveal:not([hidden])) input::-ms-reveal { display: none }
.reveal { position: absolute; inset-block: 0; inset-inline-end: 0; display: grid; place-items: center; width: 3rem; padding: 0; border: 0; border-radius: 0.75rem; background: none; color: var(--muted); cursor: pointer }
.reveal > span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.reveal:hover { color: var(--text) }
.reveal[aria-pressed="false"] .slash { display: none }
`

/**
 * The script of a sign-in page with passwords, a constant text, which a hash identifies. A password that is shown is hidden again
 * before it is sent, so that the browser offers to store it, and when the page is left for the cache.
 */
export const REVEAL_SCRIPT = `
(() => {
  'use strict'
  const show = (button, shown) => {
    const input = document.getElementById(button.getAttribute('aria-controls'))
    // Browsers may send text inputs to spelling services.
    input.spellcheck = false
    input.autocapitalize = 'off'
    input.type = shown ? 'text' : 'password'
    button.setAttribute('aria-pressed', shown)
  }
  const buttons = document.querySelectorAll('.reveal')
  const hide = () => buttons.forEach((button) => show(button, false))
  for (const button of buttons) {
    button.hidden = false
    button.addEventListener('click', () => show(button, button.getAttribute('aria-pressed') === 'false'))
  }
  addEventListener('submit', hide, true)
  addEventListener('pagehide', hide)
})()
`
