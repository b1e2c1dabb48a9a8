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
import { staysLinked } from './first-proof.ts'
import { namePasskey } from './names/passkey-names.ts'
import { lazy } from '../kit/lazy.ts'
import { forgetUnused, isUnused } from './unused-passkey.ts'

// Only with features.
const points = lazy(() => import('../features/points.ts'))
const forms = lazy(() => import('./has-form.ts'))

const REQUIRED = ['getUser', 'listAccountsByUserId', 'unlinkAccount', 'linkAccount'] as const

type MethodStore = Adapter & StoreMethods<(typeof REQUIRED)[number]>

/** An account or a passkey of a user. */
export interface SignInMethod {
  readonly account: AdapterAccount
  /** Of a passkey. */
  readonly authenticator: AdapterAuthenticator | undefined
  /** Whether the user can sign in with it now: its provider is configured, and the passkey of an account of one exists. */
  readonly works: boolean
  /** Of a passkey: it was added here and has never signed in, so that it may be one that never will. */
  readonly unused?: boolean
}

/** How a user can sign in. */
export interface SignInMethods {
  readonly user: AdapterUser
  readonly listed: readonly SignInMethod[]
  /** The address to which links are sent; `undefined` where the user cannot sign in by mail. */
  readonly email: string | undefined
  /** Whether the application, or the feature of a form, says that the user has credentials. */
  readonly credentials: boolean
}

/**
 * The store of the accounts of a user.
 *
 * @throws MissingAdapterMethods that names what the page needs
 */
function requireStore({ adapter = {} }: ResolvedConfig): MethodStore {
  const missing = missingMethods(adapter, REQUIRED)
  if (missing.length > 0) {
    throw new MissingAdapterMethods(
      `\`account.page\` needs ${missing.join(', ')}; the adapter lacks them. Use one that has every method, such as @latchstring/adapter-sql.`,
    )
  }
  // `missingMethods` has checked the methods.
  return adapter as MethodStore
}

const hasKind = ({ providers }: ResolvedConfig, kind: string): boolean =>
  [...providers.values()].some((provider) => provider.kind === kind)

async function hasCredentials(config: ResolvedConfig, user: AdapterUser): Promise<boolean> {
  const { page } = config.account
  if (config.features && (await (await forms()).hasForm(config, user.id))) return true
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
export async function listSignInMethods(
  config: ResolvedConfig,
  userId: string,
): Promise<SignInMethods> {
  const store = requireStore(config)
  const user = await store.getUser(userId)
  if (!user) throw new SessionRequired('The user of the session no longer exists.')
  const accounts = await store.listAccountsByUserId(user.id)
  const authenticators = (await store.listAuthenticatorsByUserId?.(user.id)) ?? []
  const toMethod = async (account: AdapterAccount): Promise<SignInMethod> => {
    const kind = config.providers.get(account.provider)?.kind
    const authenticator = authenticators.find(
      (one) => account.type === 'webauthn' && one.providerAccountId === account.providerAccountId,
    )
    const isComplete = account.type !== 'webauthn' || authenticator !== undefined
    return {
      account,
      authenticator,
      unused: authenticator !== undefined && (await isUnused(store, authenticator)),
      works: kind !== undefined && kind !== 'credentials' && isComplete,
    }
  }
  return {
    user,
    // A mail signs in by the address of the user, and needs no account.
    listed: await Promise.all(
      accounts.filter((one) => one.type !== 'email' && sameId(one.userId, user.id)).map(toMethod),
    ),
    email: hasKind(config, 'email') && isProven(user) ? user.email : undefined,
    credentials: await hasCredentials(config, user),
  }
}

/**
 * Whether the user can still sign in without one of the methods. An account was linked by a sign-in at its provider, the address is
 * proven, and the application or a feature answers for credentials; a passkey counts once it has signed in.
 */
export function canRemove(
  { listed, email, credentials }: SignInMethods,
  method?: SignInMethod,
): boolean {
  const others = listed.filter((one) => one !== method)
  if (email !== undefined || credentials || others.some((one) => one.works && !one.unused)) {
    return true
  }
  // One that has never signed in does not need another one that has.
  return method?.unused === true && others.some((one) => one.works)
}

/**
 * Removes an account, with the passkey that belongs to it, unless it is the last sign-in method. Of two removals at the same time
 * each lists the methods again after its own: the later one sees the effect of both, and links its account again where no method is
 * left. This needs neither locks nor transactions; in a transaction neither would see the other.
 *
 * @returns whether it was removed
 * @throws SessionRequired when the user no longer exists, or the first proof of the address has removed all accounts meanwhile
 * @throws AdapterError when the store fails
 */
export async function removeSignInMethod(
  config: ResolvedConfig,
  methods: SignInMethods,
  method: SignInMethod,
): Promise<boolean> {
  if (!canRemove(methods, method)) return false
  const { account, authenticator } = method
  const ended = { ...account, userId: String(methods.user.id) }
  // Where a feature fails to remove what it keeps of the account, the account stays for another try.
  if (config.features) await (await points()).endAccount(config, ended)
  // The account goes first: signing in needs it, so the passkey is useless from here on, whatever fails.
  await unlink(config, methods.user, method)
  const left = await listLeft(config, methods.user, method)
  if (!canRemove(left, method)) {
    await linkAgain(config, methods.user, method)
    return false
  }
  // A sign-in that was under way may have stored its tokens between.
  if (config.features) await (await points()).endQuietly(config, ended)
  const isShared = left.listed.some(
    (one) => one.authenticator?.credentialID === authenticator?.credentialID,
  )
  if (authenticator && !isShared) {
    await deleteAuthenticator(config, account, authenticator)
    if (method.unused) await forgetUnused(requireStore(config), authenticator)
  }
  return true
}

/** Unlinks an account. A store that fails may have unlinked it all the same: it is then linked again, so that the person can retry. */
async function unlink(
  config: ResolvedConfig,
  user: AdapterUser,
  method: SignInMethod,
): Promise<void> {
  const { provider, providerAccountId } = method.account
  try {
    await requireStore(config).unlinkAccount({ provider, providerAccountId })
  } catch (cause) {
    const left = await listSignInMethods(config, user.id).catch(() => undefined)
    const isLinked = left?.listed.some(
      ({ account }) =>
        account.provider === provider && account.providerAccountId === providerAccountId,
    )
    if (isLinked === false) await linkAgain(config, user, method)
    throw cause
  }
}

/** The methods after an account was unlinked. Where the store cannot list them, the account is linked again, for another try. */
async function listLeft(
  config: ResolvedConfig,
  user: AdapterUser,
  method: SignInMethod,
): Promise<SignInMethods> {
  try {
    return await listSignInMethods(config, user.id)
  } catch (cause) {
    // A user who has been deleted has no accounts.
    if (!(cause instanceof SessionRequired)) await linkAgain(config, user, method)
    throw cause
  }
}

/**
 * Links an unlinked account again, unless the first proof of the address has removed all accounts of the user meanwhile.
 *
 * @throws SessionRequired after such a proof: the user then belongs to the owner of the address
 * @throws AdapterError with the missing account when the store fails
 */
async function linkAgain(
  config: ResolvedConfig,
  user: AdapterUser,
  { account, authenticator }: SignInMethod,
): Promise<void> {
  try {
    const store = requireStore(config)
    await store.linkAccount(account)
    if (!(await staysLinked(config, { store, account, user }))) {
      throw new SessionRequired('The session that requested the removal has ended. Sign in again.')
    }
    if (authenticator) await restoreAuthenticator(store, authenticator)
  } catch (cause) {
    if (cause instanceof SessionRequired) throw cause
    throw new AdapterError(
      `An account of "${account.provider}" was removed and could not be put back: its user may be left without a way to sign in. Link it again by \`linkAccount\` of the adapter.`,
      { err: asError(cause) },
    )
  }
}

/** Stores a deleted authenticator again, unless another request has done so. */
export async function restoreAuthenticator(
  adapter: Adapter,
  authenticator: AdapterAuthenticator,
): Promise<void> {
  const isStored = async (): Promise<boolean> =>
    Boolean(await adapter.getAuthenticator?.(authenticator.credentialID))
  if (await isStored()) return
  try {
    await adapter.createAuthenticator?.(authenticator)
  } catch (error) {
    if (!(await isStored())) throw error
  }
}

/**
 * Deletes the authenticator of an unlinked account, where the adapter can. Without its account it signs in no user, so that a failure
 * of the store is only logged.
 */
export async function deleteAuthenticator(
  config: Pick<ResolvedConfig, 'adapter' | 'clock' | 'log'>,
  { provider, providerAccountId }: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  authenticator: AdapterAuthenticator,
): Promise<void> {
  const { adapter = {}, log } = config
  // The method of an adapter that does not declare it may be another one.
  if (adapter.capabilities?.authenticatorDeletion !== true) return
  const { credentialID, userId } = authenticator
  try {
    await adapter.deleteAuthenticator?.({ credentialID, userId })
    // `linkAgain` links first and looks for the authenticator afterwards: the later of two requests sees the effect of both.
    const isLinked = await adapter.getAccount?.(providerAccountId, provider)
    if (isLinked) await restoreAuthenticator(adapter, authenticator)
    else await namePasskey(config, authenticator, null)
  } catch (error) {
    log.error(asError(error))
  }
}
