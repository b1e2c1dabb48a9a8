import { credentialInput, readInputs } from './credential-inputs.ts'
import { fill, type Html, html } from './html.ts'
import { idPart, postForm, submitButton } from './parts.ts'
import {
  buttonLabel,
  describedByMark,
  type FormView,
  type ProviderForm,
  type SignInProvider,
  target,
  type WebAuthnFormOptions,
} from './provider-form.ts'
import { providerMark } from './provider-mark.ts'
import { markStyle } from './theme-style.ts'
import { linkTarget } from './url.ts'
import { WEBAUTHN_SCRIPT } from './webauthn-script.ts'

/** Default name of a passkey provider, which is no label for a button. */
const DEFAULT_NAME = 'Passkey'

/** A person with a key, an own drawing. */
const PASSKEY_ICON = html`<svg class="glyph" aria-hidden="true" viewBox="0 0 24 24">
  <circle cx="9.5" cy="7.5" r="3.75" />
  <path d="M2.75 19.5a6.75 6.75 0 0 1 9.9-5.96M2.75 19.5h9" />
  <circle cx="17.25" cy="12.5" r="2.75" />
  <path d="M17.25 15.25v6l1.75-1.5M17.25 18.25h1.75" />
</svg>`

function emailField({ texts, email }: FormView, provider: SignInProvider, index: number): Html {
  const id = `input-email-for-${idPart(provider.id, index)}-provider`
  return html`<div class="field">
    <label for="${id}">${texts.signIn.email}</label
    ><input
      id="${id}"
      name="email"
      type="email"
      autocomplete="email"
      maxlength="254"
      placeholder="${texts.signIn.emailExample}"
      value="${email}"
    />
  </div>`
}

function ownFields(
  { texts, email }: FormView,
  { id, webauthn }: SignInProvider,
  index: number,
): readonly Html[] {
  const formId = `${idPart(id, index)}-provider`
  return readInputs(webauthn?.fields, id, texts).map(([name, input], position) => {
    const value = name === 'email' && email ? email : undefined
    return credentialInput([name, input], position, {
      formId,
      describedBy: undefined,
      value,
    })
  })
}

function markup(
  view: FormView,
  provider: SignInProvider & { readonly webauthn: WebAuthnFormOptions },
  { index, mark }: { readonly index: number; readonly mark: Html },
): Html {
  const { texts } = view
  const { fields, askEmail, conditional, optionsUrl } = provider.webauthn
  const name = html`<bdi>${provider.name}</bdi>`
  const isDefault = provider.name === DEFAULT_NAME
  const { passkey, continueWith, unsupported, unsupportedPasskey } = texts.signIn
  const label = isDefault ? passkey : fill(continueWith, { name })
  const inputs = fields
    ? ownFields(view, provider, index)
    : askEmail && emailField(view, provider, index)
  const inside = html`${inputs}
  ${submitButton(html`${mark}${buttonLabel(view, provider, label)}`, describedByMark(view, provider))}`
  const form = postForm(target(view, provider.callbackUrl), inside, { action: '', data: '' })
  const suggests = conditional && html` data-conditional`
  return html`<div data-webauthn="${linkTarget(optionsUrl)}" ${suggests}>
    <p class="message">${isDefault ? unsupportedPasskey : fill(unsupported, { name })}</p>
    <div hidden>${form}</div>
  </div>`
}

/** The form is hidden until the script shows it, in place of the sentence for browsers without WebAuthn. */
export const webAuthnForm: ProviderForm = {
  section(view, provider, index) {
    const { webauthn, style } = provider
    if (!webauthn) return undefined
    const markClass = `mark-${index}`
    const mark = style ? providerMark(provider, markClass) : PASSKEY_ICON
    return {
      markup: markup(view, { ...provider, webauthn }, { index, mark }),
      style: style ? markStyle(markClass, provider) : '',
    }
  },
  script: ({ webauthn }) => webauthn && WEBAUTHN_SCRIPT,
  connects: true,
}
