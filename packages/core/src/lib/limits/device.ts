import { sealValue, type SessionContext } from '../context.ts'
import type { FlowResult } from '../http/result.ts'

/** Seconds that a browser is known: a year. */
const MAX_AGE = 31_536_000

/** How many accounts a browser is known for; then the oldest is forgotten. */
const MAX_ACCOUNTS = 4

/** What somebody proved in a browser: that they have the password of a name, or read the mails of an address. */
export interface ProvenAccount {
  /** Id of the provider of the credentials; `mail` for any provider that sends mails. */
  readonly by: string
  readonly name: string
}

/** A browser in which somebody signed in before. */
export interface KnownDevice {
  /** Random; in no log and no store. */
  readonly id: string
  /** Keyed hashes: the cookie says nothing of whom, even to those with the key of the seal. */
  readonly accounts: readonly string[]
}

const describe = ({ by, name }: ProvenAccount): string => JSON.stringify([by, name])

async function readDevice({ jar, profile }: SessionContext): Promise<KnownDevice | undefined> {
  const sealed = jar.get(profile.device.name)
  const opened = sealed === undefined ? null : await profile.box.open('device', sealed)
  if (!opened) return undefined
  const { jti, accounts } = opened.payload
  if (!Array.isArray(accounts)) return undefined
  return { id: jti, accounts: accounts.filter((one) => typeof one === 'string') }
}

/** Id of the browser, where the account was signed in to in it before. */
export async function knownDevice(
  context: SessionContext,
  account: ProvenAccount,
): Promise<string | undefined> {
  const device = await readDevice(context)
  if (!device) return undefined
  const { macs } = context.config
  for (const mac of device.accounts) {
    if (await macs.verify('device', describe(account), mac)) return device.id
  }
  return undefined
}

/**
 * Remembers that an account was signed in to in this browser.
 *
 * @param result - of the sign-in; its cookies go before that of the device
 */
export async function rememberDevice(
  context: SessionContext,
  result: FlowResult,
  account: ProvenAccount,
): Promise<FlowResult> {
  const { config, profile } = context
  if (!config.limits || context.readOnly) return result
  const device = await readDevice(context)
  const known = await config.macs.all('device', describe(account))
  const [mac = ''] = known
  const others = (device?.accounts ?? []).filter((one) => !known.includes(one))
  const accounts = [mac, ...others].slice(0, MAX_ACCOUNTS)
  const payload = { accounts, ...(device && { jti: device.id }) }
  const sealed = await sealValue(context, 'device', payload, MAX_AGE)
  return { ...result, jar: result.jar.set(profile.device, sealed, { maxAge: MAX_AGE }) }
}
