import { KNOWN_BROWSER_MAX_AGE } from '../config/session.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { openCookie, sealValue, type SessionContext } from '../request/context.ts'
import { asError } from '../errors/auth-error.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { FlowResult } from '../http/result.ts'
import { lastEndOfAll } from '../sessions/in-progress.ts'

/** How many accounts a browser is known for. Further ones replace the oldest. */
const MAX_ACCOUNTS = 4

/** An account that was proven in a browser: by a password, by a mail to an address, or by a passkey. */
export interface ProvenAccount {
  /** Id of the provider; `mail` for any provider that sends mails. */
  readonly by: string
  /** The exact text that was proven: two spellings may be two accounts, so that none is folded. */
  readonly name: string
  /** Id of the user, of whom any number of names may be exact texts. Default: a name is all there is of the account. */
  readonly user?: string
}

/** The cookie of a browser with an earlier sign-in. */
export interface KnownBrowser {
  /** Random; in no log and no store. */
  readonly id: string
  /** Keyed hashes, which reveal no account even to a reader with the key of the seal; with that of a user where there is one. */
  readonly accounts: readonly string[]
  /** The same of the users who signed in there, where the application listens to `newDevice`. */
  readonly users: readonly string[]
}

/** Where and what was proven: hosts and paths of one application may have different accounts of one name. */
export const accountText = (
  { config, origin }: Pick<SessionContext, 'config' | 'origin'>,
  { by, name }: ProvenAccount,
): string => JSON.stringify([origin.href, config.actionBase, by, name])

/** The same of a user, whatever name they enter. */
const userText = (
  { config, origin }: Pick<SessionContext, 'config' | 'origin'>,
  { by, user }: ProvenAccount,
): string => JSON.stringify([origin.href, config.actionBase, by, 'user', user])

/** In the cookie, between the hash of a name and that of its user. */
const OF_USER = '~'

const hashOfName = (entry: string): string => entry.split(OF_USER)[0] ?? ''

const textsIn = (list: unknown): readonly string[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []

/** Whether a browser was remembered before all sessions were ended. A known browser has budgets of its own, and is not signed in. */
async function isForgotten(config: ResolvedConfig, rememberedAt: unknown): Promise<boolean> {
  try {
    const { at } = await lastEndOfAll(config, 'in the window')
    return Number(rememberedAt) <= at
  } catch (error) {
    // With the store down, the budget stays: it keeps strangers from locking the person out.
    config.log.error(asError(error))
    return false
  }
}

/** Reads the cookie of the browser. */
export async function readDevice(context: SessionContext): Promise<KnownBrowser | undefined> {
  const { config, profile } = context
  const payload = await openCookie(context, 'device', profile.device.name)
  if (!payload) return undefined
  const { jti, at, accounts, users } = payload
  if (await isForgotten(config, at)) return undefined
  return { id: jti, accounts: textsIn(accounts), users: textsIn(users) }
}

/**
 * The account, if it was proven in this browser before.
 *
 * @returns what all known browsers of its user share, whichever name was proven in them; `undefined` where it was not
 */
export async function findKnownAccount(
  context: SessionContext,
  account: ProvenAccount,
): Promise<string | undefined> {
  const device = await readDevice(context)
  if (!device) return undefined
  const { macs } = context.config
  const text = accountText(context, account)
  for (const entry of device.accounts) {
    const [mac = '', user = text] = entry.split(OF_USER)
    if (await macs.verify('device', text, mac)) return user
  }
  return undefined
}

/**
 * Remembers that an account was proven in this browser.
 *
 * @param result - of the sign-in; its cookies go before that of the device
 */
export async function rememberDevice(
  context: SessionContext,
  result: FlowResult,
  account: ProvenAccount,
): Promise<FlowResult> {
  const { config } = context
  if (!config.limits || context.readOnly) return result
  const { jar } = result
  const device = await readDevice({ ...context, jar })
  const { macs } = config
  const known = await macs.all('device', accountText(context, account))
  const user = account.user && (await macs.sign('device', userText(context, account)))
  const entries = user ? known.map((mac) => mac + OF_USER + user) : known
  const accounts = putFirst(entries, device?.accounts)
  return { ...result, jar: await writeDevice({ ...context, jar }, { ...device, accounts }) }
}

/** The hash of the current account or user, then the latest others. */
export function putFirst(
  known: readonly string[],
  before: readonly string[] = [],
): readonly string[] {
  const [mac = ''] = known
  const names = known.map(hashOfName)
  return [mac, ...before.filter((one) => !names.includes(hashOfName(one)))].slice(0, MAX_ACCOUNTS)
}

/** Writes the cookie, for another year. */
export async function writeDevice(
  context: SessionContext,
  { id, accounts = [], users = [] }: Partial<KnownBrowser>,
): Promise<CookieJar> {
  const at = context.config.clock()
  const payload = { accounts, ...(users.length > 0 && { users }), jti: id, at }
  const sealed = await sealValue(context, 'device', payload, KNOWN_BROWSER_MAX_AGE)
  return context.jar.set(context.profile.device, sealed, { maxAge: KNOWN_BROWSER_MAX_AGE })
}
