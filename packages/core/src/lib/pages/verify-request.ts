import { fill, type Html, html } from './html.ts'
import { loadTexts } from './language.ts'
import { layout } from './layout.ts'
import type { FormTarget, Page, PageProps } from './page.ts'
import { address, ENVELOPE, postForm, submitButton, textLink } from './parts.ts'
import type { Texts } from './texts/texts.ts'

/** Props of {@link renderVerifyRequest}. */
export interface VerifyRequestProps extends PageProps {
  /** Where the mail went, when this browser is known to have asked for it. */
  readonly email?: string | undefined
  /** The sign-in page, to begin again. */
  readonly signInUrl: string
  /** Where the code of the mail is sent. Without it there is no input for the code. */
  readonly codeForm?: FormTarget | undefined
  /** The last code was wrong. */
  readonly codeError?: boolean | undefined
  /** How many more codes are accepted; said after a wrong one. */
  readonly attemptsLeft?: number | undefined
}

const ERROR_ID = 'code-error'
const HINT_ID = 'code-hint'

function codeError(texts: Texts, attemptsLeft: number | undefined): Html {
  const { wrongCode, attemptsLeft: left } = texts.verifyRequest
  return html`<div class="notice error" id="${ERROR_ID}" role="alert">
    <p>${wrongCode}</p>
    ${attemptsLeft !== undefined && html`<p>${fill(left, { count: attemptsLeft })}</p>`}
  </div>`
}

function codeInput(texts: Texts, failed: boolean): Html {
  const describedBy = failed ? `${ERROR_ID} ${HINT_ID}` : HINT_ID
  // Letters and digits, however a person spaces or hyphenates them; the flow decides what they are worth.
  return html`<div class="field">
    <label for="code">${texts.verifyRequest.code}</label>
    <input
      class="code"
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

/** Renders the page shown once a sign-in mail was asked for. */
export function renderVerifyRequest(props: VerifyRequestProps): Page {
  const texts = loadTexts(props.lang ?? 'en')
  const { verifyRequest } = texts
  const failed = props.codeForm !== undefined && props.codeError === true
  const sent = props.email
    ? fill(verifyRequest.sentTo, { address: address(props.email) })
    : verifyRequest.sent
  const form =
    props.codeForm &&
    postForm(props.codeForm, html`${codeInput(texts, failed)}${submitButton(verifyRequest.submit)}`)
  return layout(props, {
    title: verifyRequest.title,
    className: 'verify-request',
    icon: ENVELOPE,
    body: html`<p class="message">${sent}</p>
      ${failed && codeError(texts, props.attemptsLeft)} ${form}
      <div class="hint">
        <p>${verifyRequest.nothingThere}</p>
        <p>${textLink(props.signInUrl, verifyRequest.again)}</p>
      </div>`,
  })
}
