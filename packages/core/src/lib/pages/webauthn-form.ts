import { credentialInput, readInputs } from './credential-inputs.ts'
import { fill, type Html, html } from './html.ts'
import { idPart, postForm, submitButton } from './parts.ts'
import {
  type FormView,
  type ProviderForm,
  type SignInProvider,
  target,
  type WebAuthnFormOptions,
} from './provider-form.ts'
import { providerMark } from './provider-mark.ts'
import { EMAIL, link, ORIGIN } from './slots.ts'
import type { Texts } from '../types/texts.ts'
import { markStyle } from './theme-style.ts'
import { WEBAUTHN_SCRIPT } from './webauthn-script.ts'

function emailField(texts: Texts, provider: SignInProvider, index: number): Html {
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
      value="${EMAIL}"
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
    const value = name === 'email' && email ? EMAIL : undefined
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
  { index, mark }: { readonly index: number; readonly mark: Html | undefined },
): Html {
  const { texts } = view
  const { fields, askEmail, conditional, optionsUrl } = provider.webauthn
  const name = html`<bdi>${provider.name}</bdi>`
  const inputs = fields
    ? ownFields(view, provider, index)
    : askEmail && emailField(texts, provider, index)
  const inside = html`${inputs}
  ${submitButton(html`${mark}<span>${fill(texts.signIn.continueWith, { name })}</span>`)}`
  const form = postForm(target(view, provider.callbackUrl), inside, { action: '', data: '' })
  return html`<div
    data-webauthn="${link(optionsUrl, ORIGIN)}"
    ${conditional && html` data-conditional`}
  >
    <p class="message">${fill(texts.signIn.unsupported, { name })}</p>
    <div hidden>${form}</div>
  </div>`
}

/** The form of a provider, for the script to show in place of the sentence that is shown without it. */
export const webAuthnForm: ProviderForm = {
  section(view, provider, index) {
    const { webauthn, style } = provider
    if (!webauthn) return undefined
    const markClass = `mark-${index}`
    const mark = style && providerMark(provider, markClass)
    return {
      markup: markup(view, { ...provider, webauthn }, { index, mark }),
      style: style ? markStyle(markClass, provider) : '',
    }
  },
  script: ({ webauthn }) => webauthn && WEBAUTHN_SCRIPT,
  connects: true,
}
