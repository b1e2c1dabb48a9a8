import type { EndedReason, SignInPageErrorParam, SignInPageReason } from '../types/pages.ts'
import type { CredentialInput, ProviderButtonStyle, PublicProvider } from '../types/provider.ts'
import { createNames, type Named } from '../cache.ts'
import { type Attempt, credentialInputs, idPart, readInputs } from './credential-inputs.ts'
import { fill, type Html, html, slot } from './html.ts'
import { layout } from './layout.ts'
import type { Page, PageProps } from './page.ts'
import { postForm, problemList, reference, submitButton } from './parts.ts'
import { providerMark } from './provider-mark.ts'
import {
  EMAIL,
  formShape,
  type FormShape,
  type FormSlots,
  formSlots,
  HOST,
  link,
  ORIGIN,
} from './slots.ts'
import { findLook, type Look, renderPage, type Template } from './template.ts'
import type { Texts } from '../types/texts.ts'
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
  /** In the order of the page. Types the page has no form for are passed over. They never change. */
  readonly providers: readonly SignInProvider[]
  /** Origin of the application, which goes before addresses that begin with a slash. */
  readonly origin?: string | undefined
  /** Left out where the check of the token is off. */
  readonly csrfToken?: string | undefined
  readonly callbackUrl: string
  /** A {@link SignInPageErrorParam}; any other value gets the general text. */
  readonly error?: string | undefined
  /** Whose doing it was; chooses the sentence of an error that leaves that open. */
  readonly reason?: SignInPageReason | undefined
  /** `code` of a `CredentialsSignin`; shown when it is a plain identifier. */
  readonly code?: string | undefined
  /** Why a session of this browser is over. */
  readonly ended?: EndedReason | undefined
  /** Reference of the failed flow. */
  readonly ref?: string | undefined
  /** For the developer, where there is no provider: what is wrong with each. Left out in production. */
  readonly problems?: readonly string[] | undefined
  /** For the developer, above the ways to sign in. Left out in production. */
  readonly development?: Html | undefined
  /** Says who is signed in. */
  readonly present?: Html | undefined
  /** Fills in the e-mail input. */
  readonly email?: string | undefined
  /** What one input of a provider is filled in with after a wrong password. */
  readonly attempt?: Attempt | undefined
}

// From here on the buttons show only the name, in two columns where there is room.
const MANY = 6
const ERROR_ID = 'signin-error'
const CODE = /^[A-Za-z][\w-]{0,31}$/

interface Section {
  readonly markup: Html
  readonly style: string
}

interface Shape {
  readonly look: Look
  readonly providers: Named<readonly SignInProvider[]>
  readonly form: FormShape
  /** Whether there is an address to fill in. */
  readonly email: boolean
  /** The form that the last failure is about. */
  readonly failed: 'email' | 'credentials' | undefined
  /** The input that is filled in, of a provider with credentials. */
  readonly attempt: Omit<Attempt, 'value'> | undefined
}

interface View {
  readonly shape: Shape
  readonly texts: Texts
}

const ATTEMPT = slot('attempt')
const NOTICE = slot('notice')
const PRESENT = slot('present')
const PROBLEMS = slot('problems')
const DEVELOPMENT = slot('development')

const nameProviders = createNames<readonly SignInProvider[]>({ entries: 64 })

function isErrorParam(error: string, texts: Texts): error is SignInPageErrorParam {
  return Object.hasOwn(texts.signInErrors, error)
}

/** Errors that say where a sign-in failed, and not why. */
const OPEN: ReadonlySet<SignInPageErrorParam> = new Set([
  'Signin',
  'OAuthSignin',
  'OAuthCallbackError',
  'OAuthCreateAccount',
  'EmailCreateAccount',
  'EmailSignin',
  'Callback',
])

function sentence(
  error: SignInPageErrorParam,
  reason: SignInPageReason | undefined,
  texts: Texts,
): string {
  return reason && OPEN.has(error) ? texts.signInReasons[reason] : texts.signInErrors[error]
}

function notice({ error, reason, code, ref, ended }: SignInProps, texts: Texts): Html | undefined {
  // Why somebody has to sign in says more than that.
  if (ended !== undefined && (!error || error === 'SessionRequired')) {
    return html`<div class="notice" id="${ERROR_ID}" role="alert">
      <p>${texts.ended[ended]}</p>
    </div>`
  }
  if (!error) return undefined
  const key = isErrorParam(error, texts) ? error : 'Signin'
  const ownCode = key === 'CredentialsSignin' && code !== 'credentials' && CODE.test(code ?? '')
  return html`<div
    class="notice${key !== 'SessionRequired' && ' error'}"
    id="${ERROR_ID}"
    role="alert"
  >
    <p>${sentence(key, reason, texts)}</p>
    ${ownCode && html`<p class="reference">${fill(texts.signIn.code, { code: html`<code>${code}</code>` })}</p>`}
    ${reference(texts, ref)}
  </div>`
}

function target({ shape }: View, url: string): FormSlots {
  return formSlots(shape.form, link(url, ORIGIN))
}

function redirectProviders(
  view: View,
  providers: readonly SignInProvider[],
  first: number,
): Section {
  const { texts } = view
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
    return postForm(target(view, provider.signinUrl), button)
  })
  return {
    markup: html`<div class="provider${many && ' many'}">${forms}</div>`,
    style: providers
      .map((provider, index) => markStyle(`mark-${first + index}`, provider))
      .join(''),
  }
}

function emailForm(view: View, provider: SignInProvider, index: number): Section {
  const { shape, texts } = view
  const id = `input-email-for-${idPart(provider.id, index)}-provider`
  const input = html`<input
    id="${id}"
    name="email"
    type="email"
    autocomplete="email"
    required
    maxlength="254"
    placeholder="${texts.signIn.emailExample}"
    value="${EMAIL}"
    ${shape.failed === 'email' && html` aria-invalid="true" aria-describedby="${ERROR_ID}"`}
  />`
  const inside = html`<div class="field">
      <label for="${id}">${texts.signIn.email}</label>${input}
    </div>
    ${submitButton(texts.signIn.sendLink)}`
  return { markup: postForm(target(view, provider.signinUrl), inside), style: '' }
}

function credentialsForm(view: View, provider: SignInProvider, index: number): Section {
  const { shape, texts } = view
  const context = {
    formId: `${idPart(provider.id, index)}-provider`,
    describedBy: shape.failed === 'credentials' ? ERROR_ID : undefined,
  }
  const { attempt } = shape
  const again = attempt?.provider === provider.id ? attempt.input : undefined
  const given = readInputs(provider.credentials, provider.id, texts)
  const inputs = credentialInputs(given, context, again, ATTEMPT)
  const others = shape.providers.value.filter(({ type }) => type === 'credentials').length > 1
  const label = others
    ? fill(texts.signIn.continueWith, { name: html`<bdi>${provider.name}</bdi>` })
    : texts.signIn.submit
  const inside = html`${inputs}${submitButton(label)}`
  return { markup: postForm(target(view, provider.callbackUrl), inside), style: '' }
}

function webAuthnSections(view: View, provider: SignInProvider, index: number): readonly Section[] {
  const options = provider.webauthn
  if (!options) return []
  const { shape, texts } = view
  const markClass = `mark-${index}`
  const markup = webAuthnForm(texts, {
    provider,
    index,
    markClass,
    options,
    optionsUrl: link(options.optionsUrl, ORIGIN),
    target: target(view, provider.callbackUrl),
    email: shape.email,
  })
  const style = provider.style ? markStyle(markClass, provider) : ''
  return [{ markup, style }]
}

const isRedirect = ({ type }: SignInProvider): boolean => type === 'oauth' || type === 'oidc'

/** Neighbours of type `oauth` and `oidc` make one section; each other provider is a section of its own. */
function sections(view: View): readonly Section[] {
  const providers = view.shape.providers.value
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

function build(shape: Shape): Template {
  const texts = shape.look.texts.value
  const providers = shape.providers.value
  const parts = sections({ shape, texts })
  const separator = html`<p class="or">${texts.signIn.or}</p>`
  const forms = parts.map(({ markup }, index) => html`${index > 0 && separator}${markup}`)
  const none = html`<p class="message">${texts.signIn.none}</p>
    ${PROBLEMS}`
  const wide = providers.filter(isRedirect).length >= MANY
  return layout(shape.look, {
    title: texts.signIn.title,
    className: wide ? 'signin wide' : 'signin',
    lead: shape.look.host ? fill(texts.signIn.to, { host: html`<bdi>${HOST}</bdi>` }) : undefined,
    body: html`${DEVELOPMENT} ${NOTICE} ${PRESENT} ${parts.length > 0 ? forms : none}`,
    style: parts.map(({ style }) => style).join(''),
    script: providers.some(({ webauthn }) => webauthn) ? WEBAUTHN_SCRIPT : undefined,
  })
}

const FAILED: ReadonlyMap<string | undefined, Shape['failed']> = new Map([
  ['EmailSignin', 'email'],
  ['CredentialsSignin', 'credentials'],
])

/** Renders the page on which a person chooses how to sign in. */
export function renderSignIn(props: SignInProps): Page {
  const { providers, host, origin, csrfToken, callbackUrl, error, email, attempt } = props
  const look = findLook(props)
  const shape: Shape = {
    look,
    providers: nameProviders(providers),
    form: formShape(props),
    email: Boolean(email),
    failed: FAILED.get(error),
    attempt: attempt && { provider: attempt.provider, input: attempt.input },
  }
  return renderPage('signin', shape, build, {
    host,
    origin,
    csrfToken,
    callbackUrl,
    email,
    attempt: attempt?.value,
    notice: notice(props, look.texts.value),
    present: props.present,
    problems: problemList(props.problems),
    development: props.development,
  })
}
