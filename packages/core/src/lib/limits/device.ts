import { KNOWN_BROWSER_MAX_AGE } from '../config/session.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { sealValue, type SessionContext } from '../request/context.ts'
import { asError } from '../errors/auth-error.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { FlowResult } from '../http/result.ts'
import { lastEndOfAll } from '../sessions/in-progress.ts'

/** How many accounts a browser is known for. Further ones replace the oldest. */
const MAX_ACCOUNTS = 4

/** An account that was proven in a browser: by the password of a name, or by a mail to an address. */
export interface ProvenAccount {
  /** Id of the provider of the credentials; `mail` for any provider that sends mails. */
  readonly by: string
  readonly name: string
}

/** The cookie of a browser with an earlier sign-in. */
export interface KnownBrowser {
  /** Random; in no log and no store. */
  readonly id: string
  /** Keyed hashes, which reveal no account even to a reader with the key of the seal. */
  readonly accounts: readonly string[]
  /** The same of the users who signed in there, where the application listens to `newDevice`. */
  readonly users: readonly string[]
}

const accountText = ({ by, name }: ProvenAccount): string => JSON.stringify([by, name])

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
export async function readDevice({
  config,
  jar,
  profile,
}: SessionContext): Promise<KnownBrowser | undefined> {
  // The same sign-in may have set it before.
  const sealed = jar.next(profile.device.name)
  const opened = sealed === undefined ? null : await profile.box.open('device', sealed)
  if (!opened) return undefined
  const { jti, at, accounts, users } = opened.payload
  if (await isForgotten(config, at)) return undefined
  return { id: jti, accounts: textsIn(accounts), users: textsIn(users) }
}

/** Id of the browser, if the account was proven in it before. */
export async function knownDevice(
  context: SessionContext,
  account: ProvenAccount,
): Promise<string | undefined> {
  const device = await readDevice(context)
  if (!device) return undefined
  const { macs } = context.config
  for (const mac of device.accounts) {
    if (await macs.verify('device', accountText(account), mac)) return device.id
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
  const known = await config.macs.all('device', accountText(account))
  const accounts = putFirst(known, device?.accounts)
  return { ...result, jar: await writeDevice({ ...context, jar }, { ...device, accounts }) }
}

/** The hash of the current account or user, then the latest others. */
export function putFirst(
  known: readonly string[],
  before: readonly string[] = [],
): readonly string[] {
  const [mac = ''] = known
  return [mac, ...before.filter((one) => !known.includes(one))].slice(0, MAX_ACCOUNTS)
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
