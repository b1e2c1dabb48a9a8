import type { SignInPageErrorParam } from '../types/pages.ts'
import type { CredentialInput, ProviderButtonStyle, PublicProvider } from '../types/provider.ts'
import { credentialInput, idPart } from './credential-inputs.ts'
import { fill, type Html, html } from './html.ts'
import { loadTexts } from './language.ts'
import { layout } from './layout.ts'
import type { Page, PageProps } from './page.ts'
import { postForm, reference, submitButton } from './parts.ts'
import { providerMark } from './provider-mark.ts'
import type { Texts } from './texts/texts.ts'
import { markStyle } from './theme-style.ts'
import { webAuthnForm, type WebAuthnFormOptions } from './webauthn-form.ts'
import { WEBAUTHN_SCRIPT } from './webauthn-script.ts'

/** A provider as the sign-in page shows it. */
export interface SignInProvider extends PublicProvider {
  readonly style?: ProviderButtonStyle | undefined
  /** Inputs of a provider of type `credentials`. */
  readonly credentials?: Readonly<Record<string, CredentialInput>> | undefined
  /** For a provider of type `webauthn`; without it there is no form. */
  readonly webauthn?: WebAuthnFormOptions | undefined
}

/** Props of {@link renderSignIn}. */
export interface SignInProps extends PageProps {
  /** In the order of the page. Types the page has no form for are passed over. */
  readonly providers: readonly SignInProvider[]
  /** Left out where the check of the token is off. */
  readonly csrfToken?: string | undefined
  readonly callbackUrl: string
  /** A {@link SignInPageErrorParam}; any other value gets the general text. */
  readonly error?: string | undefined
  /** `code` of a `CredentialsSignin`; shown when it is a plain identifier. */
  readonly code?: string | undefined
  /** Reference of the failed flow. */
  readonly ref?: string | undefined
  /** For the developer, where there is no provider: what is wrong with each. Left out in production. */
  readonly problems?: readonly string[] | undefined
  /** Fills in the e-mail input. */
  readonly email?: string | undefined
}

// From here on the buttons show only the name, in two columns where there is room.
const MANY = 6
const ERROR_ID = 'signin-error'
const CODE = /^[A-Za-z][\w-]{0,31}$/

interface Section {
  readonly markup: Html
  readonly style: string
}

interface View {
  readonly props: SignInProps
  readonly texts: Texts
}

function isErrorParam(error: string, texts: Texts): error is SignInPageErrorParam {
  return Object.hasOwn(texts.signInErrors, error)
}

function notice({ props, texts }: View): Html | undefined {
  const { error, code, ref } = props
  if (!error) return undefined
  const key = isErrorParam(error, texts) ? error : 'Signin'
  const ownCode = key === 'CredentialsSignin' && code !== 'credentials' && CODE.test(code ?? '')
  return html`<div
    class="notice${key !== 'SessionRequired' && ' error'}"
    id="${ERROR_ID}"
    role="alert"
  >
    <p>${texts.signInErrors[key]}</p>
    ${ownCode && html`<p class="reference">${fill(texts.signIn.code, { code: html`<code>${code}</code>` })}</p>`}
    ${reference(texts, ref)}
  </div>`
}

function redirectProviders(
  view: View,
  providers: readonly SignInProvider[],
  first: number,
): Section {
  const { props, texts } = view
  const many = providers.length >= MANY
  const forms = providers.map((provider, index) => {
    const name = html`<bdi>${provider.name}</bdi>`
    const label = fill(texts.signIn.continueWith, { name: provider.name })
    const button = html`<button
      class="button with-mark"
      type="submit"
      ${many && html` aria-label="${label}"`}
    >
      ${providerMark(provider, `mark-${first + index}`)}<span
        >${many ? name : fill(texts.signIn.continueWith, { name })}</span
      >
    </button>`
    const target = {
      action: provider.signinUrl,
      csrfToken: props.csrfToken,
      callbackUrl: props.callbackUrl,
    }
    return postForm(target, button)
  })
  return {
    markup: html`<div class="provider${many && ' many'}">${forms}</div>`,
    style: providers
      .map((provider, index) => markStyle(`mark-${first + index}`, provider))
      .join(''),
  }
}

function emailForm({ props, texts }: View, provider: SignInProvider, index: number): Section {
  const id = `input-email-for-${idPart(provider.id, index)}-provider`
  const failed = props.error === 'EmailSignin'
  const input = html`<input
    id="${id}"
    name="email"
    type="email"
    autocomplete="email"
    required
    maxlength="254"
    placeholder="${texts.signIn.emailExample}"
    value="${props.email}"
    ${failed && html` aria-invalid="true" aria-describedby="${ERROR_ID}"`}
  />`
  const inside = html`<div class="field">
      <label for="${id}">${texts.signIn.email}</label>${input}
    </div>
    ${submitButton(texts.signIn.sendLink)}`
  const target = {
    action: provider.signinUrl,
    csrfToken: props.csrfToken,
    callbackUrl: props.callbackUrl,
  }
  return { markup: postForm(target, inside), style: '' }
}

function credentialsForm({ props, texts }: View, provider: SignInProvider, index: number): Section {
  const context = {
    formId: `${idPart(provider.id, index)}-provider`,
    describedBy: props.error === 'CredentialsSignin' ? ERROR_ID : undefined,
  }
  const inputs = Object.entries(provider.credentials ?? {}).map((entry, position) =>
    credentialInput(entry, position, context),
  )
  const others = props.providers.filter(({ type }) => type === 'credentials').length > 1
  const label = others
    ? fill(texts.signIn.continueWith, { name: html`<bdi>${provider.name}</bdi>` })
    : texts.signIn.submit
  const target = {
    action: provider.callbackUrl,
    csrfToken: props.csrfToken,
    callbackUrl: props.callbackUrl,
  }
  return { markup: postForm(target, html`${inputs}${submitButton(label)}`), style: '' }
}

function webAuthnSections(
  { props, texts }: View,
  provider: SignInProvider,
  index: number,
): readonly Section[] {
  const options = provider.webauthn
  if (!options) return []
  const target = {
    action: provider.callbackUrl,
    csrfToken: props.csrfToken,
    callbackUrl: props.callbackUrl,
  }
  const { email } = props
  const markClass = `mark-${index}`
  const form = { provider, index, markClass, options, target, email }
  const style = provider.style ? markStyle(markClass, provider) : ''
  return [{ markup: webAuthnForm(texts, form), style }]
}

/** What the page says when there is no way to sign in. */
function nothing({ props, texts }: View): Html {
  const { problems = [] } = props
  const lines = problems.map((problem) => html`<li>${problem}</li>`)
  return html`<p class="message">${texts.signIn.none}</p>
    ${
      lines.length > 0 &&
      html`<ul class="problems" dir="ltr" lang="en">
        ${lines}
      </ul>`
    }`
}

const isRedirect = ({ type }: SignInProvider): boolean => type === 'oauth' || type === 'oidc'

/** Neighbours of type `oauth` and `oidc` make one section; each other provider is a section of its own. */
function sections(view: View): readonly Section[] {
  const { providers } = view.props
  return providers.flatMap((provider, index): readonly Section[] => {
    if (provider.type === 'email') return [emailForm(view, provider, index)]
    if (provider.type === 'credentials') return [credentialsForm(view, provider, index)]
    if (provider.type === 'webauthn') return webAuthnSections(view, provider, index)
    const before = providers[index - 1]
    if (!isRedirect(provider) || (before && isRedirect(before))) return []
    const rest = providers.slice(index)
    const end = rest.findIndex((next) => !isRedirect(next))
    return [redirectProviders(view, end < 0 ? rest : rest.slice(0, end), index)]
  })
}

/** Renders the page on which a person chooses how to sign in. */
export function renderSignIn(props: SignInProps): Page {
  const texts = loadTexts(props.lang ?? 'en')
  const parts = sections({ props, texts })
  const separator = html`<p class="or">${texts.signIn.or}</p>`
  const forms = parts.map(({ markup }, index) => html`${index > 0 && separator}${markup}`)
  const wide = props.providers.filter(isRedirect).length >= MANY
  return layout(props, {
    title: texts.signIn.title,
    className: wide ? 'signin wide' : 'signin',
    lead: props.host ? fill(texts.signIn.to, { host: html`<bdi>${props.host}</bdi>` }) : undefined,
    body: html`${notice({ props, texts })} ${parts.length > 0 ? forms : nothing({ props, texts })}`,
    style: parts.map(({ style }) => style).join(''),
    script: props.providers.some(({ webauthn }) => webauthn) ? WEBAUTHN_SCRIPT : undefined,
  })
}
