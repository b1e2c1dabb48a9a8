import { canSpare, type WayIn, type WaysIn } from './ways-in.ts'
import { checkSeconds } from '../config/validate.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { SessionContext } from '../request/context.ts'
import { InvalidConfiguration, UnknownAction } from '../errors/classes.ts'

/** Seconds since the sign-in of whoever changes something, unless `requireFresh` says so. */
const FRESH = 3600

/** 128 bits. */
const ID_LENGTH = 22

/** An account or a passkey, as people and scripts see it. */
interface ShownWay {
  /** By which it is removed or renamed: a keyed hash, which has no other use. */
  readonly id: string
  readonly type: 'account' | 'passkey'
  /** Id of the provider. */
  readonly provider: string
  /** Name of the provider. */
  readonly name: string
  /** Of a passkey: whether it is on several devices. */
  readonly synced: boolean | undefined
  /** Of a passkey: what its owner calls it, or `null`. */
  readonly label: string | null | undefined
  readonly removable: boolean
  /** Of a passkey: whether it can be given a name. */
  readonly renamable: boolean | undefined
}

/** A column of that name may hold something else. */
const readLabel = (name: unknown): string | null =>
  typeof name === 'string' && name !== '' ? name : null

/** Whether names of passkeys are stored. */
export const keepsNames = ({ adapter }: ResolvedConfig): boolean =>
  adapter?.capabilities?.authenticatorNames === true

/** How old the sign-in may be of whoever changes something there. */
export function freshFor({ account: { page } }: ResolvedConfig): number | undefined {
  const { requireFresh: seconds = FRESH } = typeof page === 'object' ? page : {}
  return seconds === false ? undefined : seconds
}

/** There is no such action without the option. */
export function requirePage({ config }: SessionContext): void {
  const { account, session } = config
  if (!account.page) throw new UnknownAction('There is no account page. Set `account.page`.')
  const seconds = freshFor(config)
  checkSeconds('account.page.requireFresh', seconds, 1)
  // Sealed sessions always have such an age.
  if (session.devices || session.absoluteMaxAge || seconds === undefined) return
  throw new InvalidConfiguration(
    '`account.page` needs the time of the sign-in. Set `session.devices` or `session.absoluteMaxAge`, or `account.page.requireFresh` to false.',
  )
}

const nameWay = ({ account }: WayIn): string =>
  JSON.stringify([account.userId, account.provider, account.providerAccountId])

/** An account or a passkey as it is shown. */
export async function showWay(config: ResolvedConfig, ways: WaysIn, way: WayIn): Promise<ShownWay> {
  const { provider, type } = way.account
  const { authenticator } = way
  return {
    id: (await config.macs.sign('way-in', nameWay(way))).slice(0, ID_LENGTH),
    type: type === 'webauthn' ? 'passkey' : 'account',
    provider,
    name: config.providers.get(provider)?.name ?? provider,
    synced: authenticator?.credentialBackedUp,
    // Names of before are shown still where they cannot be changed any more.
    label: authenticator && readLabel(authenticator.name),
    renamable: authenticator && keepsNames(config),
    removable: canSpare(ways, way),
  }
}

/** The one that is called so, with whatever secret the page was made. */
export async function findWay(
  { macs }: ResolvedConfig,
  { listed }: WaysIn,
  id: string,
): Promise<WayIn | undefined> {
  for (const way of listed) {
    const names = await macs.all('way-in', nameWay(way))
    if (names.some((name) => name.slice(0, ID_LENGTH) === id)) return way
  }
  return undefined
}
