import { devices as devicesTable } from '../records/devices.ts'
import { InvalidConfiguration, MissingAdapter, MissingAdapterMethods } from '../errors/classes.ts'
import type { Adapter, AdapterCapability } from '../types/adapter.ts'
import type { AuthConfig } from '../types/config.ts'
import type { StoreMethods } from './adapter.ts'
import { type AdapterMethod, CAPABILITIES, FEATURES, type METHODS, type Used } from './features.ts'

/** Rows that are used once. */
export type SingleUseRows = StoreMethods<'createVerificationToken' | 'useVerificationToken'>

/** The store of a feature: the methods that the feature requires, and optional ones. */
export type StoreFor<F extends keyof typeof METHODS> = Omit<Adapter, (typeof METHODS)[F][number]> &
  StoreMethods<(typeof METHODS)[F][number]>

/** Which of the methods are missing. */
export function missingMethods(
  adapter: Adapter,
  names: readonly AdapterMethod[],
): readonly AdapterMethod[] {
  return names.filter((name) => typeof adapter[name] !== 'function')
}

/**
 * Checks that the adapter has the methods and capabilities of the features in use.
 *
 * @throws MissingAdapter when one cannot be without
 * @throws MissingAdapterMethods naming those that are not there
 */
export function checkStore(adapter: Adapter | undefined, used: Used): void {
  for (const { subject, isUsed, methods, required, otherwise } of Object.values(FEATURES)) {
    if (!isUsed(used)) continue
    const instead = `Use one that has every method, such as @latchstring/adapter-sql, or ${otherwise}.`
    if (!adapter) {
      if (required) throw new MissingAdapter(`${subject} needs an adapter. ${instead}`)
      continue
    }
    const missing = missingMethods(adapter, methods)
    if (missing.length > 0) {
      throw new MissingAdapterMethods(
        `${subject} needs ${missing.join(', ')}; the adapter lacks them. ${instead}`,
      )
    }
  }
}

/** An option that needs a capability. */
interface Need {
  readonly option: string
  readonly capability: AdapterCapability
}

type StoreOptions = Pick<AuthConfig, 'adapterRequires' | 'session' | 'account'> & {
  readonly adapter?: Adapter
}

function listNeeds(
  { adapterRequires = [], session = {}, account }: StoreOptions,
  strategy: 'jwt' | 'database',
): readonly Need[] {
  const { endAllOnSignOut, revocation, devices } = session
  const page = account?.page
  const needsFresh = page && (page === true || page.requireFresh !== false)
  const needs = [
    [endAllOnSignOut, 'session.endAllOnSignOut', 'revocation'],
    [revocation, 'session.revocation', 'revocationFeed'],
    // The list of devices offers to end sessions; sealed ones end by the feed.
    [devices && strategy === 'database', 'session.devices', 'revocation'],
    [page, 'account.page', 'accountUpdates'],
    // Which ways to sign in are new is in rows that many requests may read at once (decision 070).
    [needsFresh, 'account.page', 'tokenReads'],
    [account?.updateOnSignIn, 'account.updateOnSignIn', 'accountUpdates'],
  ] as const
  return [
    ...adapterRequires.map((capability) => ({ option: 'adapterRequires', capability })),
    ...needs.filter(([isSet]) => isSet).map(([, option, capability]) => ({ option, capability })),
  ]
}

function checkDeclared(adapter: Adapter): void {
  for (const [capability, { methods = [] }] of Object.entries(CAPABILITIES)) {
    if (Reflect.get(adapter.capabilities ?? {}, capability) !== true) continue
    const lacksRecords = capability === 'records' && typeof adapter.records?.keeps !== 'function'
    const missing = lacksRecords ? ['records'] : missingMethods(adapter, methods)
    if (missing.length === 0) continue
    throw new MissingAdapterMethods(
      `The adapter declares the capability "${capability}" and has no ${missing.join(', ')}.`,
    )
  }
}

/** Refuses a list of devices that the store has no place for. */
function checkDevices({ session, adapter }: StoreOptions): void {
  const hasPlace = adapter?.capabilities?.records === true && adapter.records?.keeps(devicesTable)
  if (!session?.devices || hasPlace === true) return
  throw new InvalidConfiguration(
    `\`session.devices\` needs a place for the table "${devicesTable.name}", which ${adapter ? 'the adapter does not have' : 'cannot be had: there is no adapter'}. ` +
      'Use an adapter that has it, such as @latchstring/adapter-sql with `sessionControl: true`, or with Prisma or Drizzle what `latchstring schema --session-control` prints; ' +
      'or leave `session.devices` out and show no devices.',
  )
}

/** Refuses options that need the other session strategy. */
function checkStrategy({ session }: StoreOptions, strategy: 'jwt' | 'database'): void {
  if (session?.endAllOnSignOut && strategy !== 'database') {
    throw new InvalidConfiguration(
      '`session.endAllOnSignOut` needs sessions that can be ended: set `session.strategy` to "database".',
    )
  }
  if (session?.devices && strategy === 'jwt' && !session.revocation) {
    throw new InvalidConfiguration(
      '`session.devices` lists sessions so that they can be ended, which those of the strategy "jwt" cannot be without ' +
        '`session.revocation`. Set it to true, or `session.strategy` to "database".',
    )
  }
  if (session?.revocation && strategy !== 'jwt') {
    throw new InvalidConfiguration(
      '`session.revocation` is for the strategy "jwt", and this configuration has "database", whose sessions end in the ' +
        'store at once. Leave it out, or set `session.strategy` to "jwt".',
    )
  }
}

/**
 * Checks that the adapter has the capabilities it declares, and those that options ask for.
 *
 * @throws InvalidConfiguration that names option, capability and the ways out
 * @throws MissingAdapterMethods that names the missing methods of a declared capability
 */
export function checkCapabilities(input: StoreOptions, strategy: 'jwt' | 'database'): void {
  if (input.adapter) checkDeclared(input.adapter)
  checkDevices(input)
  for (const { option, capability } of listNeeds(input, strategy)) {
    if (!Object.hasOwn(CAPABILITIES, capability)) {
      const known = Object.keys(CAPABILITIES).join(', ')
      throw new InvalidConfiguration(
        `\`${option}\` names the unknown capability ${JSON.stringify(capability)}. There are: ${known}.`,
      )
    }
    if (input.adapter?.capabilities?.[capability] === true) continue
    const { is, without, sqlOption } = CAPABILITIES[capability]
    const sql = `@latchstring/adapter-sql${sqlOption ? ` with \`${sqlOption}\`` : ''}`
    const leave =
      option === 'adapterRequires'
        ? `leave "${capability}" out of \`adapterRequires\``
        : `leave \`${option}\` out`
    const who = input.adapter
      ? 'the adapter does not declare'
      : 'cannot be had: there is no adapter'
    throw new InvalidConfiguration(
      `\`${option}\` needs the capability "${capability}" (${is}), which ${who}. ` +
        `Use an adapter that has it, such as ${sql}; or ${leave} and ${without}.`,
    )
  }
  checkStrategy(input, strategy)
}

/** The rows, where the adapter promises that one of several simultaneous uses succeeds. */
export function singleUseRows(wrapped: Adapter | undefined): SingleUseRows | undefined {
  if (wrapped?.capabilities?.atomicConsume !== true) return undefined
  // A declared capability has been checked to have its methods.
  return wrapped as Adapter & SingleUseRows
}

/** Look-ups of users whose address may have been proven since their session was opened (decision 023). */
export type ProofStore = StoreMethods<'getUser' | 'getUserByEmail'> &
  Pick<Adapter, 'getUserByAccount'>

/** The same, where the adapter has these methods. */
export function proofStore(wrapped: Adapter | undefined): ProofStore | undefined {
  if (!wrapped || missingMethods(wrapped, ['getUser', 'getUserByEmail']).length > 0)
    return undefined
  // The methods have just been found.
  return wrapped as ProofStore
}
