import type { Texts } from '../types/texts.ts'
import { fill, type Html, html } from './html.ts'
import { renderPage } from './layout.ts'
import type { FormTarget, Page, PageProps } from './page.ts'
import { address, ENVELOPE, postForm, submitButton, textLink } from './parts.ts'
import { en } from './texts/en.ts'
import { linkTarget } from './url.ts'

/** Props of {@link renderVerifyRequest}. */
export interface VerifyRequestProps extends PageProps {
  /** Recipient of the mail, when this browser is known to have requested it. */
  readonly email?: string | undefined
  /** The sign-in page, to request another mail. */
  readonly signInUrl: string
  /** Where the code of the mail is sent. Without it there is no input for the code. */
  readonly codeForm?: FormTarget | undefined
  /** Whether the last code was wrong. */
  readonly codeError?: boolean | undefined
  /** How many more codes are accepted; shown after a wrong one. */
  readonly attemptsLeft?: number | undefined
  /** Where the page goes once its browser has a session, and where it asks. */
  readonly watch?: { readonly sessionUrl: string; readonly onward: string } | undefined
}

const ERROR_ID = 'code-error'
const HINT_ID = 'code-hint'

function wrongCode({ verifyRequest }: Texts, count: number | undefined): Html {
  return html`<div class="notice error" id="${ERROR_ID}" role="alert">
    <p>${verifyRequest.wrongCode}</p>
    ${count !== undefined && html`<p>${fill(verifyRequest.attemptsLeft, { count })}</p>`}
  </div>`
}

function codeInput(texts: Texts, failed: boolean): Html {
  const describedBy = failed ? `${ERROR_ID} ${HINT_ID}` : HINT_ID
  // Letters and digits with any spaces and hyphens; the flow normalizes them.
  return html`<div class="field">
    <label for="code">${texts.verifyRequest.code}</label>
    <input
      class="code"
      dir="ltr"
      id="code"
      name="code"
      type="text"
      inputmode="text"
      autocomplete="one-time-code"
      autocapitalize="characters"
      autocorrect="off"
      spellcheck="false"
      required
      maxlength="40"
      pattern="[A-Za-z0-9\\s\\-]+"
      title="${texts.verifyRequest.codeHint}"
      aria-describedby="${describedBy}"
      ${failed && html` aria-invalid="true"`}
    />
    <p class="hint" id="${HINT_ID}">${texts.verifyRequest.codeHint}</p>
  </div>`
}

/**
 * One input that looks like a cell for each of eight characters. The cells are a background, so that screen readers, autofill
 * and the clipboard have one text. A typed hyphen or space has room after the eighth cell; they fill the field where browsers have a
 * unit for its width.
 */
export const CODE_STYLE = `
.field input.code {
  --gap: 0.5rem; --pitch: calc(1ch + 2 * var(--gap));
  padding-inline: calc(0.75rem + var(--gap)) 0; letter-spacing: calc(2 * var(--gap));
  font: clamp(1.125rem, 6vw, 1.5rem)/2.25rem ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; text-align: left; text-transform: uppercase;
  background: repeating-linear-gradient(to right, transparent 0 2px, var(--rim) 2px calc(var(--pitch) - 2px), transparent calc(var(--pitch) - 2px) var(--pitch)) 0.75rem center / calc(8 * var(--pitch)) 2.25rem no-repeat var(--field);
}
@supports (width: 1cqi) {
  .verify-request .field { container-type: inline-size }
  .field input.code { --pitch: calc((100cqi - 1rem + 0.5ch) / 9.5); --gap: calc((var(--pitch) - 1ch) / 2) }
}
`

/**
 * The script of the page, a constant text: the link of the mail may be opened in another tab. The page asks when it is looked at again, and
 * not more often than every five seconds.
 */
const WATCH_SCRIPT = `
(() => {
  'use strict'
  const { session, onward } = document.querySelector('[data-session]').dataset
  let next = 0
  let waiting
  const look = async () => {
    clearTimeout(waiting)
    if (document.hidden) return
    const early = next - Date.now()
    if (early > 0) return (waiting = setTimeout(look, early))
    next = Date.now() + 5000
    try {
      const response = await fetch(session, { cache: 'no-store' })
      if (response.ok && (await response.json())) location.replace(onward)
    } catch {}
  }
  document.addEventListener('visibilitychange', look)
  addEventListener('focus', look)
})()
`

const watched = ({ sessionUrl, onward }: NonNullable<VerifyRequestProps['watch']>): Html =>
  html`<div
    hidden
    data-session="${linkTarget(sessionUrl)}"
    data-onward="${linkTarget(onward)}"
  ></div>`

/** Renders the page after a sign-in mail was requested. */
export function renderVerifyRequest(props: VerifyRequestProps): Page {
  const { texts = en, email, signInUrl, codeForm, attemptsLeft, watch } = props
  const { verifyRequest } = texts
  const failed = codeForm !== undefined && props.codeError === true
  const sentTo = codeForm ? verifyRequest.sentTo : verifyRequest.linkSentTo
  const sent = email ? fill(sentTo, { address: address(email) }) : verifyRequest.sent
  const inside = html`${codeInput(texts, failed)}${submitButton(verifyRequest.submit)}`
  return renderPage(props, {
    title: verifyRequest.title,
    className: 'verify-request',
    icon: ENVELOPE,
    sheets: codeForm && [CODE_STYLE],
    scripts: watch ? [WATCH_SCRIPT] : [],
    connects: watch !== undefined,
    body: html`<p class="message">${sent}</p>
      ${failed && wrongCode(texts, attemptsLeft)} ${codeForm && postForm(codeForm, inside)}
      <div class="hint">
        <p>${verifyRequest.nothingThere}</p>
        <p>${textLink(signInUrl, verifyRequest.again)}</p>
      </div>
      ${watch && watched(watch)}`,
  })
}
