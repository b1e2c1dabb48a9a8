import { fill, type Html, html, slot } from './html.ts'
import { layout } from './layout.ts'
import type { FormTarget, Page, PageProps } from './page.ts'
import { address, ENVELOPE, postForm, submitButton, textLink } from './parts.ts'
import { ACTION, EMAIL, formShape, type FormShape, formSlots, SIGN_IN_URL } from './slots.ts'
import { findLook, type Look, renderPage, type Template } from './template.ts'
import type { Texts } from '../types/texts.ts'

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

interface Shape {
  readonly look: Look
  readonly form: FormShape | undefined
  /** Whether the address is known. */
  readonly email: boolean
  readonly failed: boolean
  /** Whether the number of tries is known. */
  readonly counted: boolean
}

const ATTEMPTS_LEFT = slot('attemptsLeft')
const ERROR_ID = 'code-error'
const HINT_ID = 'code-hint'

function codeError(texts: Texts, counted: boolean): Html {
  const { wrongCode, attemptsLeft: left } = texts.verifyRequest
  return html`<div class="notice error" id="${ERROR_ID}" role="alert">
    <p>${wrongCode}</p>
    ${counted && html`<p>${fill(left, { count: ATTEMPTS_LEFT })}</p>`}
  </div>`
}

function codeInput(texts: Texts, failed: boolean): Html {
  const describedBy = failed ? `${ERROR_ID} ${HINT_ID}` : HINT_ID
  // Letters and digits, however a person spaces or hyphenates them; the flow decides what they are worth.
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
 * One input that looks like a cell for each of eight characters, drawn behind the text, which stays whole for screen readers,
 * for what fills in codes, and for the clipboard. A hyphen or a space that is typed finds room behind the eighth.
 */
export const CODE_STYLE = `
.field input.code {
  --gap: 0.5rem; --pitch: calc(1ch + 2 * var(--gap));
  padding-inline: calc(0.75rem + var(--gap)) 0; letter-spacing: calc(2 * var(--gap));
  font: clamp(1.125rem, 6vw, 1.5rem)/2.25rem ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; text-align: left; text-transform: uppercase;
  background: repeating-linear-gradient(to right, transparent 0 2px, var(--rim) 2px calc(var(--pitch) - 2px), transparent calc(var(--pitch) - 2px) var(--pitch)) 0.75rem center / calc(8 * var(--pitch)) 2.25rem no-repeat var(--field);
}
`

function build(shape: Shape): Template {
  const { form, failed } = shape
  const texts = shape.look.texts.value
  const { verifyRequest } = texts
  const sent = shape.email
    ? fill(verifyRequest.sentTo, { address: address(EMAIL) })
    : verifyRequest.sent
  const inside = html`${codeInput(texts, failed)}${submitButton(verifyRequest.submit)}`
  return layout(shape.look, {
    title: verifyRequest.title,
    className: 'verify-request',
    icon: ENVELOPE,
    sheets: form && [CODE_STYLE],
    body: html`<p class="message">${sent}</p>
      ${failed && codeError(texts, shape.counted)}
      ${form && postForm(formSlots(form, ACTION), inside)}
      <div class="hint">
        <p>${verifyRequest.nothingThere}</p>
        <p>${textLink(SIGN_IN_URL, verifyRequest.again)}</p>
      </div>`,
  })
}

/** Renders the page shown once a sign-in mail was asked for. */
export function renderVerifyRequest(props: VerifyRequestProps): Page {
  const { host, email, signInUrl, codeForm, attemptsLeft } = props
  const shape: Shape = {
    look: findLook(props),
    form: codeForm && formShape(codeForm),
    email: Boolean(email),
    failed: codeForm !== undefined && props.codeError === true,
    counted: attemptsLeft !== undefined,
  }
  const { action, csrfToken, callbackUrl } = codeForm ?? {}
  const values = { host, email, signInUrl, attemptsLeft, action, csrfToken, callbackUrl }
  return renderPage('verify-request', shape, build, values)
}
