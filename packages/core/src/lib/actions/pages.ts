import { pageProps, pageResult } from '../pages/page-result.ts'
import { publicProvider } from '../request/public-providers.ts'
import type { Context } from '../request/context.ts'
import { actionUrl, homeUrl, withParameters } from '../request/context.ts'
import { asReference } from '../crypto/reference.ts'
import { csrfToken } from '../sessions/csrf/token.ts'
import { parseOwnTarget } from '../http/redirect-target.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../kit/lazy.ts'
import { whyEnded } from '../sessions/why-ended.ts'
import { redactText } from '../logger/redact.ts'
import { asReason } from '../pages/reasons.ts'
import { rememberTarget } from '../request/return-to.ts'
import { readMailTransactions } from '../sign-in/transaction/cookies.ts'
import type { Html } from '../pages/html.ts'
import type { Texts } from '../types/texts.ts'
import { mayBeActing } from '../sessions/acting/acting-cookie.ts'
import { selectStrategy } from '../sessions/select.ts'
import type { Forms, SignInProvider } from '../pages/provider-form.ts'
import { isRedirect, renderSignIn, type SignInProps } from '../pages/sign-in.ts'
import type { Page } from '../pages/page.ts'
import type { PagesOptions } from '../types/pages.ts'
import { listProviders, providerToLink } from './listed-providers.ts'
import { MAX_ATTEMPTS } from '../sign-in/transaction/transaction.ts'

// Everything but the sign-in page, the most requested page, is loaded on demand.
const people = lazy(() => import('../sessions/describe-signed-in-user.ts'))
const formModule = lazy(() => import('../pages/forms.ts'))
const mistakes = lazy(() => import('../development/notices.ts'))
const notices = lazy(() => import('../pages/signed-in-notice.ts'))
const errors = lazy(() => import('../pages/error.ts'))
const signOutForm = lazy(() => import('../pages/sign-out.ts'))
const lastIdentifiers = lazy(() => import('../sign-in/credentials/last-identifier.ts'))
const acting = lazy(() => import('../sessions/acting/leave-over.ts'))
const samePerson = lazy(() => import('../sign-in/same-person.ts'))
const lastUsed = lazy(() => import('../sign-in/last-used.ts'))
// In development alone.
const explanations = lazy(() => import('../development/explanation.ts'))
const verifyRequests = lazy(() => import('../pages/verify-request.ts'))
const banners = lazy(() => import('../development/keyless-banner.ts'))

/** Redirects to the application's own page, if there is one. */
function ownPage(
  { config, origin, jar, original }: Context,
  name: keyof PagesOptions,
  parameters: Readonly<Record<string, string | undefined>>,
): FlowResult | undefined {
  const path = config.pages[name]
  const url = parseOwnTarget(path, origin.href)
  // A page at the address of this action would be an endless redirect.
  if (!url || url.pathname === new URL(original.url).pathname) return undefined
  return { kind: 'redirect', to: withParameters(url, parameters), jar }
}

/** Problems of providers that were left out, where they may be shown. */
function listProblems({ tellsWhy, skipped }: Context['config']): readonly string[] {
  return tellsWhy ? skipped.map(({ error }) => redactText(error.message)) : []
}

/** The forms of the page. Without their module the page still has its buttons, and the log the error. */
async function loadForms(
  { config }: Context,
  providers: readonly SignInProvider[],
): Promise<Forms> {
  if (providers.every(isRedirect)) return {}
  try {
    return (await formModule()).FORMS
  } catch (cause) {
    const message =
      'The sign-in page has only buttons: the module of its forms could not be loaded. Deploy all files of @latchstring/core.'
    config.log.error(new Error(message, { cause }))
    return {}
  }
}

/** Whether the browser has a cookie of a session, valid or not. */
async function hasSession(context: Context): Promise<boolean> {
  const { jar, profile } = context
  if (jar.namesWith(profile.cookies.sessionToken.name).length > 0) return true
  return (await selectStrategy(context).binding(context)) !== ''
}

/** The notice of the signed-in user on the sign-in page. */
async function noticeOfUser(
  context: Context,
  texts: Texts,
  csrf: string | undefined,
): Promise<Html | undefined> {
  if (!(await hasSession(context))) return undefined
  const { describeSignedInUser } = await people()
  const { signedInNotice } = await notices()
  const person = await describeSignedInUser(context)
  if (!person) return undefined
  const { returnTo, request } = context
  const targets = {
    // A page that redirected here with an error would do so again.
    onward: request.query.has('error') ? undefined : returnTo,
    signOut: actionUrl(context, 'signout'),
    again: actionUrl(context, 'signin', { callbackUrl: returnTo }),
    csrfToken: csrf,
  }
  return signedInNotice(person, targets, texts)
}

/** The page, in development with the explanation of the failure. */
async function explainFailure(
  { config }: Context,
  page: Page,
  ref: string | undefined,
): Promise<Page> {
  return config.development ? (await explanations()).explainOnPage(page, ref) : page
}

/** Whether the address names a provider that is not configured, or one that was left out. */
function findUnknown({ config, request }: Context): SignInProps['unknown'] {
  const { providerId: id } = request
  if (id === undefined || config.providers.has(id)) return undefined
  return config.skipped.some((one) => one.id === id) ? 'ours' : 'unknown'
}

/** GET signin. */
export const signInPage = async (context: Context): Promise<FlowResult> =>
  showSignIn(mayBeActing(context) ? await (await acting()).leaveOver(context) : context)

/** Notes whether the page asks who is signed in to sign in again. */
async function noteStepUp(
  context: Context,
  jar: CookieJar,
  reason: SignInProps['reason'],
): Promise<CookieJar> {
  const asks = reason === 'step-up' && (await hasSession(context))
  if (!asks && !jar.mentions('.step-up')) return jar
  return (await samePerson()).noteStepUp(context, jar, asks)
}

async function showSignIn(context: Context): Promise<FlowResult> {
  const { config, request, returnTo } = context
  const { ended, jar: noticed, unread } = await whyEnded(context)
  const failedProvider = config.providers.get(request.query.get('provider') ?? '')
  const seen = { ...context, jar: noticed }
  // Of the failure, or the ending of a session, that led to the page.
  const outcome = {
    error: request.query.get('error'),
    reason: asReason(request.query.get('reason')),
    provider: failedProvider?.id,
    code: request.query.get('code'),
    ref: asReference(request.query.get('ref')),
    ended,
  }
  const own = providerToLink(context)
    ? undefined
    : ownPage(seen, 'signIn', { callbackUrl: returnTo, ...outcome })
  if (own && config.development) void (await mistakes()).warnOfMissingPage(context)
  if (own) return own
  const noted = await noteStepUp(context, rememberTarget(seen), outcome.reason)
  const { token, jar } = await csrfToken({ ...context, jar: noted })
  const props = await pageProps(context)
  const providers = await listProviders(context)
  const page = renderSignIn({
    ...props,
    ...outcome,
    failedAt: failedProvider && publicProvider(context, failedProvider).name,
    providers,
    forms: await loadForms(context, providers),
    csrfToken: token,
    callbackUrl: returnTo,
    problems: listProblems(config),
    present: unread ? undefined : await noticeOfUser(context, props.texts, token),
    development: config.keyless && (await banners()).keylessBanner(config.keyless),
    email: request.query.get('email'),
    used: providers.length > 1 ? (await lastUsed()).findLastUsed(context) : undefined,
    unknown: findUnknown(context),
    lastIdentifier:
      outcome.error === 'CredentialsSignin'
        ? await (await lastIdentifiers()).readLastIdentifier(context)
        : undefined,
  })
  return pageResult(await explainFailure(context, page, outcome.ref), jar)
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
  const { describeSignedInUser } = await people()
  const { signedInSentence } = await notices()
  const person = mayBe ? await describeSignedInUser(context) : undefined
  const page = renderSignOut({
    ...props,
    present: person && signedInSentence(person, props.texts),
    signedOut: !mayBe,
    homeUrl: homeUrl(context),
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
    codeForm:
      mail?.codeHash === undefined
        ? undefined
        : { action: actionUrl(context, `callback/${mail.provider}`), csrfToken: token },
    codeError: request.query.has('error'),
    attemptsLeft: mail && MAX_ATTEMPTS - mail.attempts,
    // With a session the page would leave at once.
    watch:
      mail && !(await hasSession(context))
        ? { sessionUrl: actionUrl(context, 'session'), onward: mail.returnTo }
        : undefined,
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
  const { request, jar } = context
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
    homeUrl: homeUrl(context),
  })
  return pageResult(await explainFailure(context, page, ref), jar, ERROR_STATUS.get(error))
}
