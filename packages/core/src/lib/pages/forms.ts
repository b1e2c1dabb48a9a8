import { credentialInputs, nameRefused, readInputs } from './credential-inputs.ts'
import { fill, html, type Html } from './html.ts'
import { idPart, postForm, submitButton, textLink } from './parts.ts'
import {
  buttonLabel,
  describedByMark,
  ERROR_ID,
  type Forms,
  hasFailed,
  ownNotice,
  type ProviderForm,
  type SignInProvider,
  target,
} from './provider-form.ts'
import { REVEAL_SCRIPT, REVEAL_STYLE, revealButton } from './reveal.ts'
import { webAuthnForm } from './webauthn-form.ts'

/** The form of a provider that sends mails. */
const emailForm: ProviderForm = {
  section(view, provider, index) {
    const { texts } = view
    const id = `input-email-for-${idPart(provider.id, index)}-provider`
    const failed = hasFailed(view, provider)
    // Only one input of a page can have the focus.
    const focused = failed && view.failed?.id === provider.id
    const input = html`<input
      id="${id}"
      name="email"
      type="email"
      autocomplete="email"
      required
      maxlength="254"
      placeholder="${texts.signIn.emailExample}"
      value="${view.email}"
      ${failed && html` aria-invalid="true" aria-describedby="${ERROR_ID}"`}
      ${focused && html` autofocus`}
    />`
    const inside = html`${ownNotice(view, provider)}
      <div class="field"><label for="${id}">${texts.signIn.email}</label>${input}</div>
      ${submitButton(buttonLabel(view, provider, texts.signIn.sendLink), describedByMark(view, provider))}`
    return { markup: postForm(target(view, provider.signinUrl), inside), style: '' }
  },
}

function hasPassword({ credentials = {} }: SignInProvider): boolean {
  return Object.values(credentials).some(({ type }) => type?.toLowerCase() === 'password')
}

const linksOf = ({ links = [] }: SignInProvider): Html | undefined =>
  links.length === 0
    ? undefined
    : html`<div class="links">${links.map(({ url, label }) => textLink(url, label))}</div>`

/** The form of a provider with credentials. */
const credentialsForm: ProviderForm = {
  section(view, provider, index) {
    const { texts, lastIdentifier, providers } = view
    const context = {
      formId: `${idPart(provider.id, index)}-provider`,
      describedBy: hasFailed(view, provider) ? ERROR_ID : undefined,
      inPassword: (input: string) => revealButton(input, texts.signIn.showPassword),
    }
    const own = lastIdentifier?.provider === provider.id ? lastIdentifier : undefined
    const inputs = credentialInputs(
      readInputs(provider.credentials, provider.id, texts),
      context,
      own,
    )
    const others = providers.filter(({ type }) => type === 'credentials').length > 1
    const label = others
      ? fill(texts.signIn.continueWith, { name: html`<bdi>${provider.name}</bdi>` })
      : texts.signIn.submit
    const inside = html`${ownNotice(view, provider)}${inputs}${submitButton(buttonLabel(view, provider, label), describedByMark(view, provider))}`
    return {
      markup: html`${postForm(target(view, provider.callbackUrl), inside)}${linksOf(provider)}`,
      style: '',
      sheet: hasPassword(provider) ? REVEAL_STYLE : undefined,
    }
  },
  refusal: ({ id, credentials, refusal }, texts) =>
    refusal ?? nameRefused(readInputs(credentials, id, texts), texts),
  script: (provider) => (hasPassword(provider) ? REVEAL_SCRIPT : undefined),
}

/** The form of each type of provider that has one. */
export const FORMS: Required<Forms> = {
  email: emailForm,
  credentials: credentialsForm,
  webauthn: webAuthnForm,
}
