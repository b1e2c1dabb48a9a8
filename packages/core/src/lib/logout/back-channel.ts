import type { ProviderOfKind } from '../config/providers.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { endSessions } from '../revocation/endings.ts'
import { providerKeys } from '../revocation/provider-keys.ts'
import { refuse, verifyLogoutToken, type LogoutToken } from './logout-token.ts'
import { useLogoutToken } from './used-tokens.ts'

const REASON = 'back-channel'

/** Id of the user, by whom a store finds sessions; `undefined` where the provider has signed nobody in by that name. */
async function findUser(
  { adapter }: ResolvedConfig,
  provider: string,
  sub: string | undefined,
): Promise<string | undefined> {
  if (sub === undefined) return undefined
  const user = await adapter?.getUserByAccount?.({ provider, providerAccountId: sub })
  return user ? String(user.id) : undefined
}

/**
 * The keys of what ends: all sessions of the user where no session is named, and else that one, with those of the user whose
 * ID token did not name theirs.
 */
async function findKeys({ issuer, sub, sid }: LogoutToken): Promise<readonly string[]> {
  const ofUser = await providerKeys(issuer, { sub })
  const ofSession = await providerKeys(issuer, { sid })
  const keys = sid === undefined ? [ofUser.user] : [ofSession.session, ofUser.session]
  return keys.filter((key) => key !== undefined)
}

/**
 * Ends what a logout token says (OpenID Connect Back-Channel Logout 1.0, section 2.7). A session that is unknown has ended.
 *
 * @throws InvalidLogoutToken when the token does not verify, or was used before
 * @throws AdapterError when the store fails
 */
export async function endByLogoutToken(
  config: ResolvedConfig,
  provider: ProviderOfKind<'oidc'>,
  text: string,
): Promise<void> {
  const token = await verifyLogoutToken(provider, text, config.clock())
  const use = await useLogoutToken(config, token)
  if (!use.isNew) throw refuse(provider, 'replayed', 'was used before')
  const { strategy, devices } = config.session
  const stored = strategy === 'database'
  const user = devices ? await findUser(config, provider.id, token.sub) : undefined
  if (stored && token.sub === undefined) {
    throw refuse(provider, 'subject', 'has no `sub`, by which a store finds sessions')
  }
  if (!stored || user !== undefined) {
    for (const key of await findKeys(token)) {
      await endSessions(config, { kind: 'provider', key, user }, REASON)
    }
  }
  await use.done()
}
