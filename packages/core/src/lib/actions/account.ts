import {
  changeMaxAge,
  describeMethod,
  findMethod,
  readPasskeyName,
  requirePage,
} from '../sign-in/account-page.ts'
import { LONGEST_PASSKEY_NAME } from '../records/passkey-names.ts'
import { keepsNames, namePasskey, tryListNames } from '../sign-in/names/passkey-names.ts'
import {
  listSignInMethods,
  removeSignInMethod,
  type SignInMethod,
  type SignInMethods,
} from '../sign-in/sign-in-methods.ts'
import { actionUrl, type Context } from '../request/context.ts'
import { InvalidRequest } from '../errors/classes.ts'
import { emit } from '../request/emit.ts'
import type { FlowResult } from '../http/result.ts'
import { acceptsPage } from '../failures/failure-result.ts'
import { csrfToken } from '../sessions/csrf/token.ts'
import type { Current } from '../sessions/strategy.ts'
import { requireEstablishedWay } from '../sessions/marks.ts'
import { canEndSessions } from '../sessions/endings/can-end.ts'
import type { AccountSection } from './features/account-sections.ts'
import { html, type Html } from '../pages/html.ts'
import { lazy } from '../kit/lazy.ts'
import { isObject } from '../kit/values.ts'
import type { KnownPasskeys } from '../sign-in/passkey/known-passkeys.ts'
import { accountTexts } from '../pages/account-texts.ts'
import { type AccountProps, renderAccount } from '../pages/account.ts'
import { pageProps, pageResult } from '../pages/page-result.ts'
import { requestTexts } from '../pages/request-texts.ts'
import {
  givenTarget,
  loadSessions,
  requireSessionPage,
  type PageSession,
} from './require-session-page.ts'

const loadFeaturePage = lazy(() => import('../pages/feature-page.ts'))
const loadAddress = lazy(() => import('./features/page-address.ts'))
const loadSections = lazy(() => import('./features/account-sections.ts'))
const loadSamePerson = lazy(() => import('../sign-in/same-person.ts'))
const loadKnownPasskeys = lazy(() => import('../sign-in/passkey/known-passkeys.ts'))

/** The address of the page, with the target that it leads to. */
const accountUrl = (context: Context): string =>
  actionUrl(context, 'account', { callbackUrl: givenTarget(context) })

/** GET account: the sign-in methods of the user, who has left a sign-in page that asked to sign in again. */
export async function showAccount(given: Context): Promise<FlowResult> {
  requirePage(given)
  const context = given.jar.mentions('.step-up')
    ? { ...given, jar: (await loadSamePerson()).noteStepUp(given, given.jar, false) }
    : given
  const result = await requireSessionPage(context, accountUrl(context), (session) =>
    listMethods(context, session),
  )
  return result.kind === 'json' ? withTexts(context, result) : result
}

/** The answer for components, with their texts in the language of the request; also where there is no session. */
async function withTexts(
  { config, request }: Context,
  result: FlowResult & { readonly kind: 'json' },
): Promise<FlowResult> {
  const texts = accountTexts(await requestTexts(config, request.headers))
  return { ...result, body: { ...(isObject(result.body) && result.body), texts } }
}

/** What the page tells the authenticators of the user; nothing where the configuration has no passkeys. */
async function listPasskeys(
  context: Context,
  { user, listed }: SignInMethods,
): Promise<readonly KnownPasskeys[]> {
  const { providers, adapter } = context.config
  const exists = [...providers.values()].some(({ kind }) => kind === 'webauthn')
  if (!exists || !adapter?.listAuthenticatorsByUserId) return []
  const { describeKnownPasskeys } = await loadKnownPasskeys()
  const accepted = listed.flatMap(({ authenticator }) => authenticator ?? [])
  return describeKnownPasskeys(context, user, accepted)
}

/** The parts of features, whose forms lead back to this page: those above the link to the sessions, and those below it. */
async function renderSections(
  context: Context,
  sections: readonly AccountSection[],
  token: string | undefined,
): Promise<Pick<AccountProps, 'sections' | 'lastSections'>> {
  const { renderBlocks } = await loadFeaturePage()
  const { addressOf } = await loadAddress()
  const render = ({ feature: name, blocks }: AccountSection): readonly Html[] => {
    const feature = context.config.features?.byName.get(name)
    if (!feature || blocks.length === 0) return []
    const inside = renderBlocks(blocks, {
      name,
      urlOf: (word) => addressOf(context, feature, word),
      csrfToken: token,
      callbackUrl: accountUrl(context),
    })
    return [html`<section class="part">${inside}</section>`]
  }
  const isLast = ({ feature }: AccountSection): boolean =>
    context.config.features?.byName.get(feature)?.account?.place === 'last'
  return {
    sections: sections.filter((section) => !isLast(section)).flatMap(render),
    lastSections: sections.filter(isLast).flatMap(render),
  }
}

async function listMethods(context: Context, session: PageSession): Promise<FlowResult> {
  const { config, returnTo } = context
  const { owner } = session
  const methods = await listSignInMethods(config, owner)
  const hasPasskey = methods.listed.some(({ authenticator }) => authenticator !== undefined)
  const names = hasPasskey ? await tryListNames(config, owner) : new Map<string, string>()
  const listed = await Promise.all(
    methods.listed.map(async (method) => describeMethod(config, methods, method, names)),
  )
  const { email = null, credentials } = methods
  const passkeys = await listPasskeys(context, methods)
  const sections = config.features
    ? await (await loadSections()).listSections(context, session)
    : []
  if (!acceptsPage(context.request)) {
    const { listSessions } = await loadSessions()
    const devices = config.session.devices ? await listSessions(context) : null
    const longestLabel = LONGEST_PASSKEY_NAME
    const body = { ways: listed, email, credentials, longestLabel, devices, passkeys, sections }
    return { kind: 'json', status: 200, body, jar: context.jar }
  }
  const { token, jar } = await csrfToken(context)
  const page = renderAccount({
    ...(await pageProps(context)),
    methods: listed,
    email,
    action: actionUrl(context, 'account'),
    devicesUrl: config.session.devices
      ? actionUrl(context, 'devices', { callbackUrl: accountUrl(context) })
      : undefined,
    csrfToken: token,
    callbackUrl: givenTarget(context),
    homeUrl: returnTo,
    longestLabel: LONGEST_PASSKEY_NAME,
    passkeys,
    ...(sections.length > 0 && (await renderSections(context, sections, token))),
  })
  return pageResult(page, jar)
}

/**
 * POST account: removes an account or a passkey of the user of the session, or renames a passkey.
 *
 * @throws InvalidRequest when the request names no change, or a name cannot be used; to a script also when the user does not have the
 * account or passkey, or it is the last sign-in method
 * @throws AdapterError when the store fails
 */
export async function changeAccount(context: Context): Promise<FlowResult> {
  requirePage(context)
  return requireSessionPage(context, accountUrl(context), async ({ current, owner }) => {
    const change = readChange(context)
    const { config, jar } = context
    const { requireRecentSignIn } = await loadSessions()
    requireRecentSignIn(config, current, changeMaxAge(config))
    const methods = await listSignInMethods(config, owner)
    if ('remove' in change) await removeMethod(context, current, { methods, id: change.remove })
    else await renamePasskey(context, change, methods)
    return { kind: 'redirect', to: accountUrl(context), status: 303, jar }
  })
}

/** The change that a request names. */
type PageChange =
  | { readonly remove: string }
  | { readonly rename: string; readonly name: string | null }

function readChange({ request: { body, duplicates } }: Context): PageChange {
  const [removed, renamed] = [body.get('remove'), body.get('rename')]
  const isTwice = ['remove', 'rename', 'label'].some((name) => duplicates.has(name))
  if (!isTwice && renamed === undefined && typeof removed === 'string' && removed !== '') {
    return { remove: removed }
  }
  if (!isTwice && removed === undefined && typeof renamed === 'string' && renamed !== '') {
    return { rename: renamed, name: readPasskeyName(body.get('label')) }
  }
  throw new InvalidRequest(
    'The request does not say what is changed. Send `remove` with the `id` of an account or a passkey, or `rename` with the `id` of a passkey and `label` with its new name.',
  )
}

const notFound = (): InvalidRequest =>
  new InvalidRequest(
    'The account or passkey does not belong to the user, or has been removed already.',
  )

async function removeMethod(
  context: Context,
  current: Current,
  { methods, id }: { readonly methods: SignInMethods; readonly id: string },
): Promise<void> {
  const { config } = context
  const method = await findMethod(config, methods, id)
  if (method && changeMaxAge(config) !== undefined) {
    await requireEstablishedWay(config, current, method.account)
  }
  if (method && (await removeSignInMethod(config, methods, method))) {
    await announceRemoval(context, methods, method)
    return
  }
  // A person sees the list again, which answers a second press, and shows the last sign-in method without a button.
  if (acceptsPage(context.request)) return
  if (!method) throw notFound()
  throw new InvalidRequest(
    'This is the only way in which the user can sign in. Add another one first.',
  )
}

/** Ends sessions, where the application wants that, and emits `unlinkAccount`. */
async function announceRemoval(
  context: Context,
  { user }: SignInMethods,
  { account, authenticator }: SignInMethod,
): Promise<void> {
  const { config } = context
  const { endAfterChange } = await loadSessions()
  const change = account.type === 'webauthn' ? 'passkey-removed' : 'account-unlinked'
  if (canEndSessions(config)) await endAfterChange(context, user.id, change)
  await emit(config, 'unlinkAccount', { user, account, ...(authenticator && { authenticator }) })
}

async function renamePasskey(
  context: Context,
  { rename: id, name }: Extract<PageChange, { rename: string }>,
  methods: SignInMethods,
): Promise<void> {
  const { config } = context
  const authenticator = (await findMethod(config, methods, id))?.authenticator
  if (authenticator && keepsNames(config)) {
    await namePasskey(config, authenticator, name)
    return
  }
  // A person who has removed the passkey meanwhile sees the list again.
  if (acceptsPage(context.request)) return
  if (!authenticator) throw notFound()
  throw new InvalidRequest(
    'The adapter keeps no names of passkeys. Where it has the option `records`, set it to `true` and run `npx @latchstring/cli migrate --apply --records all`.',
  )
}
