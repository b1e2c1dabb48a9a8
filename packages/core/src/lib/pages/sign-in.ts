import type { EndedReason, SignInPageErrorParam, SignInPageReason } from '../types/pages.ts'
import { createNames, type Named } from '../kit/cache.ts'
import type { Attempt } from './credential-inputs.ts'
import { fill, type Html, html, slot } from './html.ts'
import { layout } from './layout.ts'
import type { Page, PageProps } from './page.ts'
import { problemList, reference } from './parts.ts'
import {
  ERROR_ID,
  type Failed,
  type Forms,
  type FormType,
  type FormView,
  NOTICE,
  type ProviderForm,
  type Section,
  type SignInProvider,
} from './provider-form.ts'
import { isRedirect, MANY, redirectButtons } from './redirect-buttons.ts'
import { formShape, type FormShape, HOST } from './slots.ts'
import { findLook, type Look, renderPage, type Template } from './template.ts'
import type { Texts } from '../types/texts.ts'

/** Props of {@link renderSignIn}. */
export interface SignInProps extends PageProps {
  /** In the order of the page. Types the page has no form for are passed over. They never change. */
  readonly providers: readonly SignInProvider[]
  /** Their forms. A provider whose form is not there is passed over. */
  readonly forms: Forms
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
  /** Fills in the email input. */
  readonly email?: string | undefined
  /** Id of the provider that this browser used last. It is marked where there are others. */
  readonly used?: string | undefined
  /** The address names a provider that is not there. */
  readonly unknown?: 'unknown' | 'ours' | undefined
  /** What one input of a provider is filled in with after a wrong password. */
  readonly attempt?: Attempt | undefined
}

const CODE = /^[A-Za-z][\w-]{0,31}$/

interface Shape {
  readonly look: Look
  readonly providers: Named<readonly SignInProvider[]>
  readonly form: FormShape
  /** Whether there is an address to fill in. */
  readonly email: boolean
  readonly failed: Failed | undefined
  /** The input that is filled in, of a provider with credentials. */
  readonly attempt: Omit<Attempt, 'value'> | undefined
  readonly used: string | undefined
  /** Types of the forms that could be loaded. */
  readonly forms: readonly string[]
}

const PRESENT = slot('present')
const PROBLEMS = slot('problems')
const DEVELOPMENT = slot('development')

/** The form of a provider, as far as it could be loaded. */
function findForm(forms: Forms, { type }: SignInProvider): ProviderForm | undefined {
  // No other type has one.
  return Object.hasOwn(forms, type) ? forms[type as FormType] : undefined
}

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

/** The address of the page names a way in that is not there: somebody made it up, or it does not work at the moment. */
function unknownNotice(unknown: 'unknown' | 'ours', texts: Texts): Html {
  const text = unknown === 'ours' ? texts.signInReasons.ours : texts.signIn.unknown
  return html`<div class="notice error" id="${ERROR_ID}" role="alert"><p>${text}</p></div>`
}

function notice(
  { error, reason, code, ref, ended, unknown }: SignInProps,
  texts: Texts,
): Html | undefined {
  // Why somebody has to sign in says more than that.
  if (ended !== undefined && (!error || error === 'SessionRequired')) {
    return html`<div class="notice" id="${ERROR_ID}" role="alert">
      <p>${texts.ended[ended]}</p>
    </div>`
  }
  if (!error) return unknown && unknownNotice(unknown, texts)
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

/** Neighbours of type `oauth` and `oidc` make one section; each other provider is a section of its own. */
function sections(view: FormView, forms: Forms): readonly Section[] {
  const { providers } = view
  return providers.flatMap((provider, index): readonly Section[] => {
    if (!isRedirect(provider)) {
      const section = findForm(forms, provider)?.section(view, provider, index)
      return section ? [section] : []
    }
    const before = providers[index - 1]
    if (before && isRedirect(before)) return []
    const rest = providers.slice(index)
    const end = rest.findIndex((next) => !isRedirect(next))
    return [redirectButtons(view, end < 0 ? rest : rest.slice(0, end), index)]
  })
}

/** The scripts of the forms, each once. */
function listScripts(
  forms: Forms,
  providers: readonly SignInProvider[],
): Pick<Template, 'scripts' | 'connects'> {
  const needed = providers.flatMap((provider) => {
    const form = findForm(forms, provider)
    const script = form?.script?.(provider)
    return script === undefined ? [] : [{ script, connects: form?.connects }]
  })
  return {
    scripts: [...new Set(needed.map(({ script }) => script))],
    connects: needed.some(({ connects }) => connects),
  }
}

function build(shape: Shape, forms: Forms): Template {
  const texts = shape.look.texts.value
  const { form, email, failed, attempt, used } = shape
  const providers = shape.providers.value
  const parts = sections({ texts, providers, form, email, failed, attempt, used }, forms)
  const separator = html`<p class="or">${texts.signIn.or}</p>`
  const shown = parts.map(({ markup }, index) => html`${index > 0 && separator}${markup}`)
  const none = html`<p class="message">${texts.signIn.none}</p>
    ${PROBLEMS}`
  const wide = providers.filter(isRedirect).length >= MANY
  return layout(shape.look, {
    title: texts.signIn.title,
    className: wide ? 'signin wide' : 'signin',
    lead: shape.look.host ? fill(texts.signIn.to, { host: html`<bdi>${HOST}</bdi>` }) : undefined,
    body: html`${DEVELOPMENT} ${failed?.id === undefined && NOTICE} ${PRESENT}
    ${parts.length > 0 ? shown : none}`,
    style: parts.map(({ style }) => style).join(''),
    sheets: [...new Set(parts.flatMap(({ sheet }) => sheet ?? []))],
    ...listScripts(forms, providers),
  })
}

const FAILED: ReadonlyMap<string | undefined, Failed['type']> = new Map([
  ['EmailSignin', 'email'],
  ['CredentialsSignin', 'credentials'],
])

/** Which forms a failure is about. Of several that may have failed, none has the message. */
function findFailed({ error, providers, forms, attempt }: SignInProps): Failed | undefined {
  const type = FAILED.get(error)
  if (type === undefined) return undefined
  const able = providers.filter((one) => one.type === type && findForm(forms, one))
  const [only, ...others] = able
  const meant =
    able.find(({ id }) => id === attempt?.provider) ?? (others.length > 0 ? undefined : only)
  return { type, id: meant?.id }
}

/** Renders the page on which a person chooses how to sign in. */
export function renderSignIn(props: SignInProps): Page {
  const { providers, forms, host, origin, csrfToken, callbackUrl, email, attempt } = props
  const look = findLook(props)
  const shape: Shape = {
    look,
    providers: nameProviders(providers),
    form: formShape(props),
    email: Boolean(email),
    failed: findFailed(props),
    attempt: attempt && { provider: attempt.provider, input: attempt.input },
    used: providers.length > 1 ? props.used : undefined,
    forms: Object.keys(forms),
  }
  return renderPage('signin', shape, (one) => build(one, forms), {
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
