import type { Texts } from '../types/texts.ts'
import { fill, type Html, html } from './html.ts'
import { renderPage } from './layout.ts'
import type { FormTarget, Page, PageProps } from './page.ts'
import { address, ENVELOPE, postForm, submitButton, textLink } from './parts.ts'
import { en } from './texts/en.ts'

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
 * and the clipboard have one text. A typed hyphen or space has room after the eighth cell.
 */
export const CODE_STYLE = `
.field input.code {
  --gap: 0.5rem; --pitch: calc(1ch + 2 * var(--gap));
  padding-inline: calc(0.75rem + var(--gap)) 0; letter-spacing: calc(2 * var(--gap));
  font: clamp(1.125rem, 6vw, 1.5rem)/2.25rem ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; text-align: left; text-transform: uppercase;
  background: repeating-linear-gradient(to right, transparent 0 2px, var(--rim) 2px calc(var(--pitch) - 2px), transparent calc(var(--pitch) - 2px) var(--pitch)) 0.75rem center / calc(8 * var(--pitch)) 2.25rem no-repeat var(--field);
}
`

/** Renders the page after a sign-in mail was requested. */
export function renderVerifyRequest(props: VerifyRequestProps): Page {
  const { texts = en, email, signInUrl, codeForm, attemptsLeft } = props
  const { verifyRequest } = texts
  const failed = codeForm !== undefined && props.codeError === true
  const sent = email ? fill(verifyRequest.sentTo, { address: address(email) }) : verifyRequest.sent
  const inside = html`${codeInput(texts, failed)}${submitButton(verifyRequest.submit)}`
  return renderPage(props, {
    title: verifyRequest.title,
    className: 'verify-request',
    icon: ENVELOPE,
    sheets: codeForm && [CODE_STYLE],
    body: html`<p class="message">${sent}</p>
      ${failed && wrongCode(texts, attemptsLeft)} ${codeForm && postForm(codeForm, inside)}
      <div class="hint">
        <p>${verifyRequest.nothingThere}</p>
        <p>${textLink(signInUrl, verifyRequest.again)}</p>
      </div>`,
  })
}
