import type { NetworkAddress } from '../config/budgets/address.ts'
import { findClientAddress } from '../config/budgets/client-address.ts'
import { SUBJECTS } from '../config/budgets/table.ts'
import type { ResolvedLimits } from '../config/limits.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { Context } from '../request/context.ts'
import { asError } from '../errors/auth-error.ts'
import { CallbackRouteError } from '../errors/classes.ts'
import { describeMore, takeLine } from '../logger/lines.ts'
import type { AdapterSpend } from '../types/adapter-limits.ts'
import type { Budget, LimitedAction, LimitSubject } from '../types/limits.ts'
import { knownDevice, type ProvenAccount } from './device.ts'

/** The accounts of a try, as far as the flow knows them. */
export interface TriedAs {
  /** Names of accounts, in the spelling that is counted. */
  readonly names?: readonly string[]
  /** What has to have proven the account before, for the budget of a known browser: see {@link ProvenAccount}. */
  readonly by?: string
}

/** The charge of a try to one budget. */
export interface Charge extends AdapterSpend {
  readonly subject: LimitSubject
  readonly budget: Budget
}

/** The members of a charge that a store gets, which do not say whose budget it is. */
export const storeRequest = ({ key, interval, burst, now }: Charge): AdapterSpend => ({
  key,
  interval,
  burst,
  now,
})

/** The identity of each subject of a try; several accounts where several names were entered. */
type Identities = { readonly [S in LimitSubject]?: readonly string[] }

const ADDRESS_HINT =
  "For example, clientAddress: 'nginx' behind nginx, 'vercel' on Vercel, or 'peer' without a proxy; docs/limits.md has the others."

/** Logs that a function of the application threw. The lines are limited, since a stranger can make any number of tries. */
export function logFailedFunction(
  config: Pick<ResolvedConfig, 'application' | 'clock' | 'limits' | 'log'>,
  name: 'clientAddress' | 'limits.challenge',
  error: Error,
): void {
  const line = takeLine(config, name)
  if (line === 'own') config.log.error(error)
  if (line !== 'more') return
  config.log.error(new CallbackRouteError(describeMore(`calls of \`${name}\` failed`)))
}

/** The address of the client. Where the function of the application throws, it is unknown, and the try goes on. */
async function findNetworkAddress(
  { config, original }: Pick<Context, 'config' | 'original'>,
  { address }: ResolvedLimits,
): Promise<NetworkAddress | undefined> {
  try {
    return await findClientAddress(address, original)
  } catch (cause) {
    logFailedFunction(config, 'clientAddress', asError(cause))
    return undefined
  }
}

async function findAddress(context: Context, limits: ResolvedLimits): Promise<string | undefined> {
  const found = await findNetworkAddress(context, limits)
  if (!found && limits.warns && limits.address.kind === 'unset') {
    context.config.log.warn('client-address', ADDRESS_HINT)
  }
  return found?.key
}

/** The browser, by a cookie. A client that sends another one each time is still limited by address and account. */
function findBrowser({ jar, profile }: Context): string | undefined {
  return jar.get(profile.cookies.csrfToken.name)
}

/**
 * Actions with one budget for all known browsers of an account. Each mail can make another known browser, so that browsers with a
 * budget of their own would have no limit.
 */
const SHARED_BY_DEVICES: ReadonlySet<LimitedAction> = new Set<LimitedAction>(['mail'])

async function findKnownDevice(
  context: Context,
  action: LimitedAction,
  { names = [], by }: TriedAs,
): Promise<readonly string[] | undefined> {
  const [name, ...others] = names
  // Of two names, the browser may have proven only one.
  if (name === undefined || by === undefined || others.length > 0) return undefined
  const account: ProvenAccount = { by, name }
  const id = await knownDevice(context, account)
  return id === undefined ? undefined : [`${SHARED_BY_DEVICES.has(action) ? '' : id} ${by} ${name}`]
}

const listOf = (one: string | undefined): readonly string[] => (one === undefined ? [] : [one])

async function identify(
  context: Context,
  limits: ResolvedLimits,
  action: LimitedAction,
  tried: TriedAs,
): Promise<Identities> {
  const device = await findKnownDevice(context, action, tried)
  if (device) return { device }
  const address = await findAddress(context, limits)
  const browser = findBrowser(context)
  const { names = [] } = tried
  const client = address ?? browser
  return {
    clientAndAccount: client === undefined ? [] : names.map((name) => `${client} ${name}`),
    address: listOf(address),
    browser: listOf(browser),
    account: names,
    application: [''],
  }
}

/** The address of the client, for events. It is never logged. */
export async function findKnownAddress({
  config,
  original,
}: Pick<Context, 'config' | 'original'>): Promise<string | undefined> {
  const { limits } = config
  if (!limits) return undefined
  const found = await findNetworkAddress({ config, original }, limits)
  return found?.key
}

/** A budget of a try, before its key is made: the key is a hash, which a try that is refused early need not compute. */
export interface SelectedBudget extends Pick<Charge, 'subject' | 'budget'> {
  readonly identity: string
}

/** The budgets of a try, in order. */
export async function selectBudgets(
  context: Context,
  limits: ResolvedLimits,
  action: LimitedAction,
  tried: TriedAs,
): Promise<readonly SelectedBudget[]> {
  const identities = await identify(context, limits, action, tried)
  return SUBJECTS.flatMap((subject) =>
    (identities[subject] ?? []).flatMap((identity) =>
      (limits.budgets[action][subject] ?? []).map((budget) => ({ subject, identity, budget })),
    ),
  )
}

/** Distinguishes the budgets of a subject. */
export interface Series {
  readonly action: LimitedAction
  /** `challenged` for the budgets after a passed challenge. */
  readonly series: '' | 'challenged'
}

/** The charge of a try to a budget. Its key is a keyed hash, which reveals neither name nor address. */
export async function toCharge(
  { macs, clock }: Pick<ResolvedConfig, 'macs' | 'clock'>,
  { audience }: ResolvedLimits,
  { action, series }: Series,
  { subject, identity, budget }: SelectedBudget,
): Promise<Charge> {
  const { points, window } = budget
  const what = [audience, series, action, subject, identity, points, window]
  const interval = Math.ceil((window * 1000) / points)
  const now = clock()
  const mac = await macs.sign('limit', JSON.stringify(what))
  return {
    subject,
    budget,
    // 128 bits of the hash.
    key: mac.slice(0, 22),
    interval,
    burst: interval * points,
    now,
  }
}
