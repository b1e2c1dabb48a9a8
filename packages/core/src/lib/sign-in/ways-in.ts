import { sameId } from '../kit/account-id.ts'
import type { StoreMethods } from '../config/adapter.ts'
import { isProven } from '../config/first-proof.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { missingMethods } from '../config/store.ts'
import { asError } from '../errors/auth-error.ts'
import {
  AdapterError,
  CallbackRouteError,
  MissingAdapterMethods,
  SessionRequired,
} from '../errors/classes.ts'
import { naming } from '../errors/own-function.ts'
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterUser,
} from '../types/adapter.ts'
import { deleteAuthenticator, restoreAuthenticator } from './delete-authenticator.ts'
import { keepsWayIn } from './first-proof.ts'

const METHODS = ['getUser', 'listAccountsByUserId', 'unlinkAccount', 'linkAccount'] as const

type WayStore = Adapter & StoreMethods<(typeof METHODS)[number]>

/** An account or a passkey of a user. */
export interface WayIn {
  readonly account: AdapterAccount
  /** Of a passkey. */
  readonly authenticator: AdapterAuthenticator | undefined
  /** Whether the user can sign in with it now: its provider is configured, and a passkey is there. */
  readonly opens: boolean
}

/** How a user can sign in. */
export interface WaysIn {
  readonly user: AdapterUser
  readonly listed: readonly WayIn[]
  /** The address to which links are sent; nothing where it is not a way in. */
  readonly email: string | undefined
  /** Whether the application says that the user has credentials. */
  readonly credentials: boolean
}

/**
 * The store of the accounts of a user.
 *
 * @throws MissingAdapterMethods that names what the page needs
 */
function requireStore({ adapter = {} }: ResolvedConfig): WayStore {
  const missing = missingMethods(adapter, METHODS)
  if (missing.length > 0) {
    throw new MissingAdapterMethods(
      `\`account.page\` needs ${missing.join(', ')}; the adapter lacks them. Use one that has every method, such as @latchstring/adapter-sql.`,
    )
  }
  // The methods have just been found.
  return adapter as WayStore
}

const hasKind = ({ providers }: ResolvedConfig, kind: string): boolean =>
  [...providers.values()].some((provider) => provider.kind === kind)

async function hasCredentials(config: ResolvedConfig, user: AdapterUser): Promise<boolean> {
  const { page } = config.account
  if (typeof page !== 'object' || !page.hasCredentials || !hasKind(config, 'credentials'))
    return false
  const subject = 'The `account.page.hasCredentials` function'
  return (await naming(CallbackRouteError, subject, () => page.hasCredentials?.(user))) === true
}

/**
 * How a user can sign in, as the store has it now.
 *
 * @throws SessionRequired when the user no longer exists
 * @throws AdapterError when the store fails
 */
export async function listWaysIn(config: ResolvedConfig, userId: string): Promise<WaysIn> {
  const store = requireStore(config)
  const user = await store.getUser(userId)
  if (!user) throw new SessionRequired('The user of the session no longer exists.')
  const accounts = await store.listAccountsByUserId(user.id)
  const authenticators = (await store.listAuthenticatorsByUserId?.(user.id)) ?? []
  const toWay = (account: AdapterAccount): WayIn => {
    const kind = config.providers.get(account.provider)?.kind
    const authenticator = authenticators.find(
      (one) => account.type === 'webauthn' && one.providerAccountId === account.providerAccountId,
    )
    const isThere = account.type !== 'webauthn' || authenticator !== undefined
    return {
      account,
      authenticator,
      opens: kind !== undefined && kind !== 'credentials' && isThere,
    }
  }
  return {
    user,
    // A mail opens by the address of the user, whatever rows of accounts there are.
    listed: accounts
      .filter((one) => one.type !== 'email' && sameId(one.userId, user.id))
      .map(toWay),
    email: hasKind(config, 'email') && isProven(user) ? user.email : undefined,
    credentials: await hasCredentials(config, user),
  }
}

/** Whether the user can still sign in without one of them. */
export function canSpare({ listed, email, credentials }: WaysIn, way?: WayIn): boolean {
  return email !== undefined || credentials || listed.some((one) => one !== way && one.opens)
}

async function linkAgain(config: ResolvedConfig, user: AdapterUser, way: WayIn): Promise<void> {
  const { account, authenticator } = way
  const store = requireStore(config)
  await store.linkAccount(account)
  const again = async (): Promise<AdapterUser | null> => store.getUser(user.id)
  if (!(await keepsWayIn(config, { store, account, user, again }))) {
    throw new SessionRequired('The session that requested the removal has ended. Sign in again.')
  }
  if (authenticator) await restoreAuthenticator(store, authenticator)
}

/**
 * Puts an account back that was unlinked, unless the first proof of the address of its user has removed all of them meanwhile.
 *
 * @throws SessionRequired when the user belongs to somebody else by now
 * @throws AdapterError that says what is missing when the store fails
 */
async function putBack(config: ResolvedConfig, user: AdapterUser, way: WayIn): Promise<void> {
  try {
    await linkAgain(config, user, way)
  } catch (cause) {
    if (cause instanceof SessionRequired) throw cause
    const { provider } = way.account
    throw new AdapterError(
      `An account of "${provider}" was removed and could not be put back: its user may be left without a way to sign in. Link it again by \`linkAccount\` of the adapter.`,
      { err: asError(cause) },
    )
  }
}

/** Unlinks an account. A store that fails may have done it nevertheless, so that it is put back, to be removed again. */
async function unlink(config: ResolvedConfig, user: AdapterUser, way: WayIn): Promise<void> {
  const { provider, providerAccountId } = way.account
  try {
    await requireStore(config).unlinkAccount({ provider, providerAccountId })
  } catch (cause) {
    const left = await listWaysIn(config, user.id).catch(() => undefined)
    const isThere = left?.listed.some(
      ({ account }) =>
        account.provider === provider && account.providerAccountId === providerAccountId,
    )
    if (isThere === false) await putBack(config, user, way)
    throw cause
  }
}

/** What is left after an account was unlinked. Where the store does not say, the account is put back, so that it can be removed again. */
async function listLeft(config: ResolvedConfig, user: AdapterUser, way: WayIn): Promise<WaysIn> {
  try {
    return await listWaysIn(config, user.id)
  } catch (cause) {
    // A user who has been deleted has no accounts.
    if (!(cause instanceof SessionRequired)) await putBack(config, user, way)
    throw cause
  }
}

/**
 * Removes an account, with its passkey where it is of one, unless it is the last way in. Of two removals at the same moment each
 * looks again after its own: the later one sees what both have done, and puts its account back where nothing else is left. So no
 * store needs a lock, and none of them a transaction, in which neither would see the other.
 *
 * @returns whether it was removed
 * @throws SessionRequired when the user no longer exists, or belongs to somebody else by now
 * @throws AdapterError when the store fails
 */
export async function removeWayIn(
  config: ResolvedConfig,
  ways: WaysIn,
  way: WayIn,
): Promise<boolean> {
  if (!canSpare(ways, way)) return false
  const { account, authenticator } = way
  // The account goes first: signing in needs it, so that a passkey opens nothing from here on, whatever fails.
  await unlink(config, ways.user, way)
  const left = await listLeft(config, ways.user, way)
  if (!canSpare(left)) {
    await putBack(config, ways.user, way)
    return false
  }
  const isShared = left.listed.some(
    (one) => one.authenticator?.credentialID === authenticator?.credentialID,
  )
  if (authenticator && !isShared) {
    await deleteAuthenticator(config, account, authenticator)
  }
  return true
}
