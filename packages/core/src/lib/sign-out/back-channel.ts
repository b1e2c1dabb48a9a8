import type { OAuthProvider, ProviderOfKind } from '../config/providers.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { loadDevices } from '../sessions/devices/registry.ts'
import { endSessions, type Ending } from '../sessions/endings/endings.ts'
import { providerKeys } from '../sessions/endings/provider-keys.ts'
import { Refusal, verifyLogoutToken, type LogoutToken } from './logout-token.ts'
import { useLogoutToken } from './used-tokens.ts'

const BACK_CHANNEL = 'back-channel'

type ProviderEnding = Extract<Ending, { readonly kind: 'provider' }>

/**
 * Ids of the users whose sessions a token may end: the user of the account `sub`, or those of devices with the provider session `sid`.
 */
async function findUsers(
  config: ResolvedConfig,
  provider: OAuthProvider,
  { issuer, sub, sid }: LogoutToken,
): Promise<readonly string[]> {
  if (sub !== undefined) {
    const account = { provider: provider.id, providerAccountId: sub }
    const user = await config.adapter?.getUserByAccount?.(account)
    return user ? [String(user.id)] : []
  }
  const key = (await providerKeys(issuer, { sid })).session ?? ''
  const { listDevicesOf } = await loadDevices()
  const devices = await listDevicesOf(config, key)
  return [...new Set(devices.map(({ userId }) => userId))]
}

/**
 * The endings of a token. Without `sid`, all sessions of the user end. With it, that session ends, and those of the user whose ID token
 * had no `sid`.
 */
async function findEndings({ issuer, sub, sid }: LogoutToken): Promise<readonly ProviderEnding[]> {
  const { user, session: unnamed } = await providerKeys(issuer, { sub })
  const { session } = await providerKeys(issuer, { sid })
  const ends =
    session === undefined ? [{ key: user }] : [{ key: session }, { key: unnamed, unnamed: true }]
  return ends.flatMap(({ key, ...how }) =>
    key === undefined ? [] : [{ kind: 'provider', key, ...how }],
  )
}

/** Ends the sessions that a token names. */
async function endNamed(
  config: ResolvedConfig,
  provider: OAuthProvider,
  token: LogoutToken,
): Promise<void> {
  const { strategy, devices } = config.session
  const users = devices ? await findUsers(config, provider, token) : []
  // A sealed session ends by its key, also without a known user; a store ends sessions of users.
  const owners = strategy === 'jwt' && users.length === 0 ? [undefined] : users
  for (const ending of await findEndings(token)) {
    for (const user of owners) await endSessions(config, { ...ending, user }, BACK_CHANNEL)
  }
}

/**
 * Ends the sessions that a logout token names (OpenID Connect Back-Channel Logout 1.0, section 2.7). An unknown session counts as ended.
 *
 * @returns a refusal when the token does not verify, or was used before
 * @throws AdapterError when the store fails
 */
export async function endByLogoutToken(
  config: ResolvedConfig,
  provider: ProviderOfKind<'oidc'>,
  text: string,
): Promise<Refusal | undefined> {
  const token = await verifyLogoutToken(provider, text, config.clock())
  if (token instanceof Refusal) return token
  const use = await useLogoutToken(config, token)
  if (!use.isNew) return new Refusal('replayed', 'was used before')
  try {
    await endNamed(config, provider, token)
    await use.done()
    return undefined
  } catch (error) {
    use.failed()
    throw error
  }
}
