import { credentialInputs, readInputs } from './credential-inputs.ts'
import { fill, html, slot } from './html.ts'
import { idPart, postForm, submitButton } from './parts.ts'
import {
  buttonLabel,
  describedByMark,
  ERROR_ID,
  hasFailed,
  ownNotice,
  type ProviderForm,
  type SignInProvider,
  target,
} from './provider-form.ts'
import { REVEAL_SCRIPT, REVEAL_STYLE, revealButton } from './reveal.ts'

const ATTEMPT = slot('attempt')

function hasPassword({ credentials = {} }: SignInProvider): boolean {
  return Object.values(credentials).some(({ type }) => type?.toLowerCase() === 'password')
}

/** The form of a provider with credentials. */
export const credentialsForm: ProviderForm = {
  section(view, provider, index) {
    const { texts, attempt, providers } = view
    const context = {
      formId: `${idPart(provider.id, index)}-provider`,
      describedBy: hasFailed(view, provider) ? ERROR_ID : undefined,
      inPassword: (input: string) => revealButton(input, texts.signIn.showPassword),
    }
    const again = attempt?.provider === provider.id ? attempt.input : undefined
    const given = readInputs(provider.credentials, provider.id, texts)
    const inputs = credentialInputs(given, context, again, ATTEMPT)
    const others = providers.filter(({ type }) => type === 'credentials').length > 1
    const label = others
      ? fill(texts.signIn.continueWith, { name: html`<bdi>${provider.name}</bdi>` })
      : texts.signIn.submit
    const inside = html`${ownNotice(view, provider)}${inputs}${submitButton(buttonLabel(view, provider, label), describedByMark(view, provider))}`
    return {
      markup: postForm(target(view, provider.callbackUrl), inside),
      style: '',
      sheet: hasPassword(provider) ? REVEAL_STYLE : undefined,
    }
  },
  script: (provider) => (hasPassword(provider) ? REVEAL_SCRIPT : undefined),
}
