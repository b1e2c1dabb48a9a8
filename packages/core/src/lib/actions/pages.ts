import { pageProps, pageResult } from '../pages/page-result.ts'
import { memoize } from '../kit/cache.ts'
import type { ResolvedProvider } from '../config/providers.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { Context } from '../request/context.ts'
import { actionPath, actionUrl, withParameters } from '../request/context.ts'
import { asReference } from '../crypto/reference.ts'
import { csrfToken } from '../sessions/csrf/token.ts'
import { parseOwnTarget } from '../http/redirect-target.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../kit/lazy.ts'
import { whyEnded } from '../sessions/why-ended.ts'
import { redactText } from '../logger/redact.ts'
import { asReason } from '../pages/reasons.ts'
import { rememberTarget } from '../request/return-to.ts'
import { readMailTransactions } from '../sign-in/transaction/cookies.ts'
import { html, type Html } from '../pages/html.ts'
import { en } from '../pages/texts/en.ts'
import type { Texts } from '../types/texts.ts'
import { selectStrategy } from '../sessions/select.ts'
import { formTypes, loadForms } from '../pages/forms.ts'
import type {
  Forms,
  FormType,
  SignInProvider,
  WebAuthnFormOptions,
} from '../pages/provider-form.ts'
import { renderSignIn, type SignInProps } from '../pages/sign-in.ts'
import type { Page } from '../pages/page.ts'
import type { PagesOptions } from '../types/pages.ts'
import type { WebAuthnConfig } from '../types/webauthn.ts'
import { MAX_ATTEMPTS } from '../sign-in/transaction/transaction.ts'

// Loaded on first use: most requests for a page are for the sign-in page.
const presentPerson = lazy(() => import('../sessions/present-person.ts'))
const present = lazy(() => import('../pages/present.ts'))
const errors = lazy(() => import('../pages/error.ts'))
const signOutForm = lazy(() => import('../pages/sign-out.ts'))
const attempts = lazy(() => import('../sign-in/credentials/last-identifier.ts'))
const lastUsed = lazy(() => import('../sign-in/last-used.ts'))
// In development alone.
const explanations = lazy(() => import('../development/explanation.ts'))
const verifyRequests = lazy(() => import('../pages/verify-request.ts'))
const banners = lazy(() => import('../development/keyless-banner.ts'))

/** Redirects to the page of the application, if it has one. */
function ownPage(
  { config, origin, jar, original }: Context,
  name: keyof PagesOptions,
  parameters: Readonly<Record<string, string | undefined>>,
): FlowResult | undefined {
  const path = config.pages[name]
  const url = parseOwnTarget(path, origin.href)
  // A page at the address of the action itself would redirect to itself for ever.
  if (!url || url.pathname === new URL(original.url).pathname) return undefined
  return { kind: 'redirect', to: withParameters(url, parameters), jar }
}

function formOptions(config: ResolvedConfig, provider: WebAuthnConfig): WebAuthnFormOptions {
  const { getUserInfo, listCredentials = getUserInfo !== undefined, formFields } = provider
  return {
    optionsUrl: actionPath(config, `webauthn-options/${provider.id}`),
    conditional: provider.enableConditionalUI ?? true,
    askEmail: listCredentials,
    fields: formFields,
  }
}

/** The properties of the form of a provider that are not public. */
function formProps(config: ResolvedConfig, provider: ResolvedProvider): Partial<SignInProvider> {
  switch (provider.kind) {
    case 'credentials':
      return { credentials: provider.config.credentials }
    case 'webauthn':
      return {
        webauthn: formOptions(config, provider.config),
        style: provider.config.style,
      }
    case 'email':
      return {}
    case 'oauth':
    case 'oidc':
      return { style: provider.config.style }
  }
}

/** The errors of skipped providers, where the page may show them. */
function listProblems({ tellsWhy, skipped }: Context['config']): readonly string[] {
  return tellsWhy ? skipped.map(({ error }) => redactText(error.message)) : []
}

/** The providers, as the page shows them, and the types of their forms. */
interface Choices {
  readonly providers: readonly SignInProvider[]
  readonly types: readonly FormType[]
}

const listChoices = memoize((config: ResolvedConfig): Choices => {
  const providers = Array.from(config.providers.values(), (provider) => ({
    id: provider.id,
    name: provider.name,
    type: provider.kind,
    signinUrl: actionPath(config, `signin/${provider.id}`),
    callbackUrl: actionPath(config, `callback/${provider.id}`),
    ...formProps(config, provider),
  }))
  return { providers, types: formTypes(providers) }
})

/** The forms of the page. One that cannot be loaded is logged and left out. */
function formsFor({ config }: Context, types: readonly FormType[]): Promise<Forms> {
  return loadForms(types, (type, cause) => {
    const message = `The sign-in page has no ${type} form: its module could not be loaded. Deploy all files of @latchstring/core.`
    config.log.error(new Error(message, { cause }))
  })
}

/** Whether the browser has a cookie that may be a session. */
async function hasSession(context: Context): Promise<boolean> {
  const { jar, profile, config } = context
  if (jar.namesWith(profile.cookies.sessionToken.name).length > 0) return true
  return (await selectStrategy(config).binding(context)) !== ''
}

/** The notice of the sign-in page for a user who is signed in. */
async function signedInNotice(
  context: Context,
  texts: Texts,
  csrf: string | undefined,
): Promise<Html | undefined> {
  if (!(await hasSession(context))) return undefined
  const { findPerson } = await presentPerson()
  const { presentNotice } = await present()
  const person = await findPerson(context)
  if (!person) return undefined
  const { returnTo, request } = context
  const targets = {
    // A page that redirected here with an error would do so again.
    onward: request.query.has('error') ? undefined : returnTo,
    signOut: actionUrl(context, 'signout'),
    again: actionUrl(context, 'signin', { callbackUrl: returnTo }),
    csrfToken: csrf,
  }
  return presentNotice(person, targets, texts)
}

/** The page, in development with the cause of the failure that it shows. */
async function explainFailure(
  { config }: Context,
  page: Page,
  ref: string | undefined,
): Promise<Page> {
  return config.development ? (await explanations()).explainOnPage(page, ref) : page
}

/** Whether the address names a provider that is not configured, or one that was skipped. */
function findUnknown({ config, request }: Context): SignInProps['unknown'] {
  const { providerId: id } = request
  if (id === undefined || config.providers.has(id)) return undefined
  return config.skipped.some((one) => one.id === id) ? 'ours' : 'unknown'
}

/** GET signin. */
export async function signInPage(context: Context): Promise<FlowResult> {
  const { config, origin, request, returnTo } = context
  const error = request.query.get('error')
  const code = request.query.get('code')
  const reason = asReason(request.query.get('reason'))
  const ref = asReference(request.query.get('ref'))
  const { ended, jar: withoutNotice, unread } = await whyEnded(context)
  const own = ownPage({ ...context, jar: withoutNotice }, 'signIn', {
    callbackUrl: returnTo,
    error,
    reason,
    code,
    ref,
    ended,
  })
  if (own) return own
  const { token, jar } = await csrfToken({
    ...context,
    jar: rememberTarget({ ...context, jar: withoutNotice }),
  })
  const { theme, texts = en, host } = await pageProps(context)
  const { providers, types } = listChoices(config)
  // One by one: a spread takes longer than the rest of the page.
  const page = renderSignIn({
    theme,
    texts,
    host,
    providers,
    forms: await formsFor(context, types),
    origin: origin.href,
    csrfToken: token,
    callbackUrl: returnTo,
    error,
    reason,
    code,
    ref,
    ended,
    problems: listProblems(config),
    present: unread ? undefined : await signedInNotice(context, texts, token),
    development: config.keyless && (await banners()).keylessBanner(html, config.keyless),
    email: request.query.get('email'),
    used: providers.length > 1 ? (await lastUsed()).findLastProvider(context) : undefined,
    unknown: findUnknown(context),
    attempt:
      error === 'CredentialsSignin' ? await (await attempts()).readAttempt(context) : undefined,
  })
  return pageResult(await explainFailure(context, page, ref), jar)
}

/** GET signout. */
export async function signOutPage(context: Context): Promise<FlowResult> {
  const { returnTo } = context
  const own = ownPage(context, 'signOut', { callbackUrl: returnTo })
  if (own) return own
  const { token, jar } = await csrfToken(context)
  const { renderSignOut } = await signOutForm()
  const props = await pageProps(context)
  const mayBe = await hasSession(context)
  const { findPerson } = await presentPerson()
  const { sayPresent } = await present()
  const person = mayBe ? await findPerson(context) : undefined
  const page = renderSignOut({
    ...props,
    present: person && sayPresent(person, props.texts ?? en),
    nobody: !mayBe,
    homeUrl: context.origin.href,
    signInUrl: actionUrl(context, 'signin'),
    action: actionUrl(context, 'signout'),
    csrfToken: token,
    callbackUrl: returnTo,
    cancelUrl: returnTo,
  })
  return pageResult(page, jar)
}

/** GET verify-request. */
export async function verifyRequestPage(context: Context): Promise<FlowResult> {
  const { request, config } = context
  const [kind, id, error] = ['type', 'provider', 'error'].map((name) => request.query.get(name))
  const own = ownPage(context, 'verifyRequest', { provider: id, type: kind, error })
  if (own) return own
  const provider = config.providers.get(request.query.get('provider') ?? '')
  const mail =
    provider?.kind === 'email' ? (await readMailTransactions(context, provider.id))[0] : undefined
  const { token, jar } = mail ? await csrfToken(context) : { token: undefined, jar: context.jar }
  const { renderVerifyRequest } = await verifyRequests()
  const page = renderVerifyRequest({
    ...(await pageProps(context)),
    email: mail?.identifier,
    signInUrl: actionUrl(context, 'signin'),
    codeForm: mail && { action: actionUrl(context, `callback/${mail.provider}`), csrfToken: token },
    codeError: request.query.has('error'),
    attemptsLeft: mail && MAX_ATTEMPTS - mail.attempts,
  })
  return pageResult(page, jar)
}

const ERROR_STATUS: ReadonlyMap<string | undefined, number> = new Map([
  ['Configuration', 500],
  ['AccessDenied', 403],
  ['Verification', 403],
])

/** GET error. */
export async function errorPage(context: Context): Promise<FlowResult> {
  const { request, origin, jar } = context
  const error = request.query.get('error')
  const ref = asReference(request.query.get('ref'))
  const own = ownPage(context, 'error', { error, ref })
  if (own) return own
  const { renderError } = await errors()
  const page = renderError({
    ...(await pageProps(context)),
    error,
    ref,
    signInUrl: actionUrl(context, 'signin'),
    homeUrl: origin.href,
  })
  return pageResult(await explainFailure(context, page, ref), jar, ERROR_STATUS.get(error))
}
