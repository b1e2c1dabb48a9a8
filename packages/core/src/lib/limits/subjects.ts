import type { NetworkAddress } from '../config/budgets/address.ts'
import { describeMisfit, findClientAddress } from '../config/budgets/client-address.ts'
import { SUBJECTS } from '../config/budgets/table.ts'
import type { ResolvedLimits } from '../config/limits.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { Context } from '../request/context.ts'
import { asError } from '../errors/auth-error.ts'
import { CallbackRouteError } from '../errors/classes.ts'
import { describeMore, takeLine } from '../logger/lines.ts'
import type { AdapterSpend } from '../types/adapter-limits.ts'
import type { Budget, LimitedAction, LimitSubject } from '../types/limits.ts'
import { findKnownAccount, type ProvenAccount } from './device.ts'

/** The accounts of a try, as far as the flow knows them. */
export interface TriedAs {
  /** Names of accounts, in the spelling that is counted. */
  readonly names?: readonly string[]
  /** The account that has to have been proven in the browser before, for the budget of known browsers. */
  readonly proven?: ProvenAccount | undefined
  /** Whose budgets are spent. Default: all. */
  readonly subjects?: readonly LimitSubject[]
  /** A part of the action that the application has a budget for. Default: one for the whole action. */
  readonly part?: string
}

/** The charge of a try to one budget. */
export interface Charge extends AdapterSpend {
  /** A limited action, or a budget of a feature as `feature/budget`. */
  readonly action: string
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
  const misfit = limits.warns && describeMisfit(limits.address, context.original, found)
  if (misfit) context.config.log.warn('client-address', misfit)
  return found?.key
}

/** The browser, by a cookie. A client that sends another one each time is still limited by address and account. */
function findBrowser({ jar, profile }: Context): string | undefined {
  return jar.get(profile.cookies.csrfToken.name)
}

/** The client of a request: by its address, or by its browser where that is not known. Clients of which nothing is known are one. */
export async function findClient(
  context: Context,
  limits: ResolvedLimits,
): Promise<{ readonly subject: 'address' | 'browser'; readonly identity: string }> {
  const address = await findAddress(context, limits)
  if (address !== undefined) return { subject: 'address', identity: address }
  return { subject: 'browser', identity: findBrowser(context) ?? '' }
}

const listOf = (one: string | undefined): readonly string[] => (one === undefined ? [] : [one])

/**
 * A known browser spends the budget that all known browsers of the account share, and one of the application of their own. Other clients
 * spend that of the application by whether their address is known. So none of the three kinds can use up the budget of the others, and
 * none is without a ceiling.
 */
async function identify(
  context: Context,
  limits: ResolvedLimits,
  { names = [], proven, part = '' }: TriedAs,
): Promise<Identities> {
  const known = proven && (await findKnownAccount(context, proven))
  if (known !== undefined) return { device: [known], application: [`${part} known`] }
  const address = await findAddress(context, limits)
  const browser = findBrowser(context)
  const client = address ?? browser
  return {
    clientAndAccount: client === undefined ? [] : names.map((name) => `${client} ${name}`),
    address: listOf(address),
    browser: listOf(browser),
    account: names,
    application: [address === undefined ? part : `${part} address`],
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
  const identities = await identify(context, limits, tried)
  const { subjects = SUBJECTS } = tried
  return SUBJECTS.filter((subject) => subjects.includes(subject)).flatMap((subject) =>
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
  return chargeOf({ macs, clock }, what, { action, subject, budget })
}

/**
 * A charge to a budget.
 *
 * @param what - tells its counts from all others
 */
export async function chargeOf(
  { macs, clock }: Pick<ResolvedConfig, 'macs' | 'clock'>,
  what: readonly unknown[],
  { action, subject, budget }: Pick<Charge, 'action' | 'subject' | 'budget'>,
): Promise<Charge> {
  const { points, window } = budget
  const interval = Math.ceil((window * 1000) / points)
  const now = clock()
  const mac = await macs.sign('limit', JSON.stringify(what))
  return {
    action,
    subject,
    budget,
    // 128 bits of the hash.
    key: mac.slice(0, 22),
    interval,
    burst: interval * points,
    now,
  }
}
