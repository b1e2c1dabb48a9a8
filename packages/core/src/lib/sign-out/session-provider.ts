import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { OAuthProvider, ResolvedProvider } from '../config/providers.ts'
import type { SessionContext } from '../request/context.ts'
import { InvalidProvider } from '../errors/classes.ts'
import { findDevice } from '../sessions/devices/registry.ts'
import { selectStrategy } from '../sessions/select.ts'
import type { Current } from '../sessions/strategy.ts'
import type { AdapterAccount } from '../types/adapter.ts'

/** The provider whose session ends as well, with the hints of the request. */
export interface SessionProvider {
  readonly provider: OAuthProvider
  /** `logout_hint`. */
  readonly hint?: string
  /** `id_token_hint`. */
  readonly idToken?: string
}

function asOAuth(provider: ResolvedProvider | undefined): OAuthProvider | undefined {
  return provider?.kind === 'oauth' || provider?.kind === 'oidc' ? provider : undefined
}

/** Id of the provider that opened a stored session, by its device. */
async function findInDevices(
  { config }: SessionContext,
  { sessionId, userId }: Current,
): Promise<string | undefined> {
  if (userId === undefined) return undefined
  const device = await findDevice(config, { sessionId, userId })
  return device?.provider ?? undefined
}

/** Accounts of the user at OAuth providers. */
async function listAccounts(
  { config }: SessionContext,
  { userId }: Current,
): Promise<readonly AdapterAccount[]> {
  const { adapter, providers } = config
  if (userId === undefined || adapter?.capabilities?.accountUpdates !== true) return []
  const accounts = (await adapter.listAccountsByUserId?.(userId)) ?? []
  return accounts.filter(({ provider }) => asOAuth(providers.get(provider)) !== undefined)
}

/** `provider` of a sign-out: `true` for the provider of the session, or the id of one. */
export type AskedProvider = string | true

function findIdToken(
  { config }: OAuthProvider,
  accounts: readonly AdapterAccount[],
  id: string,
): string | undefined {
  const { endSession } = config
  if (typeof endSession !== 'object' || endSession.hint !== 'id_token') return undefined
  const mine = accounts.filter(({ provider }) => provider === id)
  // Of several accounts at one provider, the one of the session is unknown.
  return mine.length === 1 ? (mine[0]?.id_token ?? undefined) : undefined
}

/**
 * The provider that a sign-out names, if it names one; `null` for a provider without sessions of its own.
 *
 * @throws InvalidProvider when it is not configured
 */
function findNamed(
  { providers }: Pick<ResolvedConfig, 'providers'>,
  asked: AskedProvider,
): OAuthProvider | null | undefined {
  if (asked === true) return undefined
  const found = providers.get(asked)
  if (found) return asOAuth(found) ?? null
  throw new InvalidProvider('`provider` of a sign-out is `true`, or the id of an OAuth provider.')
}

/**
 * The provider whose session ends with that of the request.
 *
 * @returns `undefined` without a session, or where its provider is unknown or has no sessions of its own
 * @throws InvalidProvider when one is named that is not configured
 */
export async function findSessionProvider(
  context: SessionContext,
  asked: AskedProvider,
): Promise<SessionProvider | undefined> {
  const { config } = context
  const named = findNamed(config, asked)
  if (named === null) return undefined
  const current = await selectStrategy(context).current(context)
  if (!current) return undefined
  const { signedInBy: kept } = current
  const accounts = kept?.t === undefined ? await listAccounts(context, current) : []
  const known = named ? undefined : await findProviderId(context, current, accounts)
  const provider = named ?? asOAuth(config.providers.get(known ?? ''))
  return provider && toSessionProvider(provider, kept, accounts)
}

/** Id of the provider of a session: from the session, from its device, or the only one at which its user has an account. */
async function findProviderId(
  context: SessionContext,
  current: Current,
  accounts: readonly AdapterAccount[],
): Promise<string | undefined> {
  const known = current.signedInBy?.p ?? (await findInDevices(context, current))
  const [only, ...others] = new Set(accounts.map(({ provider }) => provider))
  return known ?? (others.length === 0 ? only : undefined)
}

function toSessionProvider(
  provider: OAuthProvider,
  kept: Current['signedInBy'],
  accounts: readonly AdapterAccount[],
): SessionProvider {
  const own = kept?.p === provider.id ? kept : undefined
  const idToken = own?.t ?? findIdToken(provider, accounts, provider.id)
  return {
    provider,
    ...(own?.h === undefined ? {} : { hint: own.h }),
    ...(idToken === undefined ? {} : { idToken }),
  }
}
