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

/** Whose tries an action is, as far as the flow knows. */
export interface TriedAs {
  /** Names of accounts, in the spelling that is counted. */
  readonly names?: readonly string[]
  /** Who proves an account where a browser is to be known for it: see {@link ProvenAccount}. */
  readonly by?: string
}

/** One budget that is spent. */
export interface Due extends AdapterSpend {
  readonly subject: LimitSubject
  readonly budget: Budget
}

/** What identifies each subject of a try; several for the account where several names were entered. */
type Identities = { readonly [S in LimitSubject]?: readonly string[] }

const LINE =
  "For example, clientAddress: 'nginx' behind nginx, 'vercel' on Vercel, or 'peer' without a proxy; docs/limits.md has the others."

/** Logs that a function of the application threw, of which every try calls some: a stranger can make any number of tries. */
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

/** A function of the application that throws says nothing of the address, and refuses nobody. */
async function findOrLog(
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
  const found = await findOrLog(context, limits)
  if (!found && limits.warns && limits.address.kind === 'unset') {
    context.config.log.warn('client-address', LINE)
  }
  return found?.key
}

/** The browser, as far as a cookie tells it: one that sends another each time has the budgets of address and account left. */
function findBrowser({ jar, profile }: Context): string | undefined {
  return jar.get(profile.cookies.csrfToken.name)
}

/**
 * Mails have one budget for all browsers that an account is known in: whoever reads them makes known browsers, each with mails that
 * make more.
 */
const SHARED: ReadonlySet<LimitedAction> = new Set<LimitedAction>(['mail'])

async function findDevice(
  context: Context,
  action: LimitedAction,
  { names = [], by }: TriedAs,
): Promise<readonly string[] | undefined> {
  const [name, ...others] = names
  // Who enters two names may have proven one of them alone.
  if (name === undefined || by === undefined || others.length > 0) return undefined
  const account: ProvenAccount = { by, name }
  const id = await knownDevice(context, account)
  return id === undefined ? undefined : [`${SHARED.has(action) ? '' : id} ${by} ${name}`]
}

const listed = (one: string | undefined): readonly string[] => (one === undefined ? [] : [one])

async function identify(
  context: Context,
  limits: ResolvedLimits,
  action: LimitedAction,
  tried: TriedAs,
): Promise<Identities> {
  const device = await findDevice(context, action, tried)
  if (device) return { device }
  const address = await findAddress(context, limits)
  const browser = findBrowser(context)
  const { names = [] } = tried
  const client = address ?? browser
  return {
    clientAndAccount: client === undefined ? [] : names.map((name) => `${client} ${name}`),
    address: listed(address),
    browser: listed(browser),
    account: names,
    application: [''],
  }
}

/** The address as events give it; nothing of it is in the log. */
export async function findKnownAddress({
  config,
  original,
}: Pick<Context, 'config' | 'original'>): Promise<string | undefined> {
  const { limits } = config
  if (!limits) return undefined
  const found = await findOrLog({ config, original }, limits)
  return found?.key
}

/** A budget that a try spends, before it has a key: that is a hash, which a try that is refused early does without. */
export interface Wanted extends Pick<Due, 'subject' | 'budget'> {
  readonly identity: string
}

/** The budgets that a try spends, in order. */
export async function listWanted(
  context: Context,
  action: LimitedAction,
  tried: TriedAs,
): Promise<readonly Wanted[]> {
  const { limits } = context.config
  if (!limits) return []
  const identities = await identify(context, limits, action, tried)
  return SUBJECTS.flatMap((subject) =>
    (identities[subject] ?? []).flatMap((identity) =>
      (limits.budgets[action][subject] ?? []).map((budget) => ({ subject, identity, budget })),
    ),
  )
}

/** Which of the budgets of a subject is meant. */
export interface Series {
  readonly action: LimitedAction
  /** Tells the budgets after a passed challenge from the others. */
  readonly series: '' | 'challenged'
}

/** A budget with its key, a hash that says nothing without the secret. */
export async function toDue(
  { config }: Pick<Context, 'config'>,
  { action, series }: Series,
  { subject, identity, budget }: Wanted,
): Promise<Due> {
  const { limits, macs, clock } = config
  const { points, window } = budget
  const what = [limits?.audience, series, action, subject, identity, points, window]
  const interval = Math.ceil((window * 1000) / points)
  const now = clock()
  const mac = await macs.sign('limit', JSON.stringify(what))
  return {
    subject,
    budget,
    // 128 bits of the hash, so that two budgets never share a key.
    key: mac.slice(0, 22),
    interval,
    burst: interval * points,
    now,
  }
}
