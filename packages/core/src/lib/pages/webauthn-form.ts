import type { CredentialInput, ProviderButtonStyle } from '../types/provider.ts'
import { credentialInput, idPart, readInputs } from './credential-inputs.ts'
import { fill, type Html, html } from './html.ts'
import { postForm, submitButton } from './parts.ts'
import { providerMark } from './provider-mark.ts'
import { EMAIL, type FormSlots, type Link } from './slots.ts'
import type { Texts } from '../types/texts.ts'

/** What the form of a provider of type `webauthn` needs beside what all providers have. */
export interface WebAuthnFormOptions {
  /** Where the script asks for options. */
  readonly optionsUrl: string
  /** Passkeys are suggested in an input of the page. */
  readonly conditional: boolean
  /** There is an input for the e-mail address. */
  readonly askEmail: boolean
  /** Inputs of the application's own, in place of that one. */
  readonly fields?: Readonly<Record<string, CredentialInput>> | undefined
}

/** A provider, its place on the page, and where its form leads. */
export interface WebAuthnForm {
  readonly provider: {
    readonly id: string
    readonly name: string
    readonly style?: ProviderButtonStyle | undefined
  }
  readonly index: number
  /** Class name of the provider's mark, which the button has where the provider has a style. */
  readonly markClass: string
  readonly options: WebAuthnFormOptions
  /** Where the script asks for options. */
  readonly optionsUrl: Link
  readonly target: FormSlots
  /** Whether there is an address to fill in. */
  readonly email: boolean
}

function emailField(texts: Texts, { provider, index }: WebAuthnForm): Html {
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

function ownFields(texts: Texts, form: WebAuthnForm): readonly Html[] {
  const { provider, index, options, email } = form
  const formId = `${idPart(provider.id, index)}-provider`
  return readInputs(options.fields, provider.id, texts).map(([name, input], position) => {
    const value = name === 'email' && email ? EMAIL : undefined
    return credentialInput([name, input], position, {
      formId,
      describedBy: undefined,
      value,
    })
  })
}

/** The form of a provider, for the script to show in place of the sentence that is shown without it. */
export function webAuthnForm(texts: Texts, form: WebAuthnForm): Html {
  const { provider, options, optionsUrl, target, markClass } = form
  const mark = provider.style && providerMark(provider, markClass)
  const name = html`<bdi>${provider.name}</bdi>`
  const fields = options.fields
    ? ownFields(texts, form)
    : options.askEmail && emailField(texts, form)
  const inside = html`${fields}
  ${submitButton(html`${mark}<span>${fill(texts.signIn.continueWith, { name })}</span>`)}`
  return html`<div data-webauthn="${optionsUrl}" ${options.conditional && html` data-conditional`}>
    <p class="message">${fill(texts.signIn.unsupported, { name })}</p>
    <div hidden>${postForm(target, inside, { action: '', data: '' })}</div>
  </div>`
}
