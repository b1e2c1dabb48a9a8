import { readAddressSource, type AddressSource } from './budgets/client-address.ts'
import { findCounters, type Counters } from './budgets/memory.ts'
import { LIMITS, SUBJECTS, type ActionLimits } from './budgets/table.ts'
import { InvalidConfiguration } from '../errors/classes.ts'
import { nearest } from '../kit/nearest.ts'
import type { Adapter } from '../types/adapter.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Budget, LimitedAction, LimitsOptions, LimitStore } from '../types/limits.ts'
import { isObject } from '../kit/values.ts'

/** How tries are limited, with every default. */
export interface ResolvedLimits {
  readonly accounts: LimitsOptions['accounts'] | undefined
  readonly challenge: LimitsOptions['challenge'] | undefined
  readonly inbox: LimitsOptions['inbox'] | undefined
  readonly budgets: Readonly<Record<LimitedAction, ActionLimits['budgets']>>
  /** Always counts, so that it has counts when the store is away. */
  readonly counters: Counters
  readonly store: LimitStore | undefined
  readonly address: AddressSource
  /** The name of the application: applications with one secret and one store count apart. */
  readonly audience: string
  /** Whether an address that is not known is worth a warning: in development there is no other. */
  readonly warns: boolean
}

const ACTIONS: readonly string[] = Object.keys(LIMITS)
const FUNCTIONS = ['accounts', 'challenge', 'inbox'] as const
const KNOWN: readonly string[] = [...ACTIONS, 'store', ...FUNCTIONS]

/** The longest window, in seconds: counts are kept as long. */
const MAX_WINDOW = 31 * 24 * 60 * 60

function unknownLimit(path: string, name: string, known: readonly string[]): InvalidConfiguration {
  const meant = nearest(name, known)
  const instead =
    meant === undefined ? `Possible are: ${known.join(', ')}.` : `Did you mean \`${meant}\`?`
  return new InvalidConfiguration(`\`${path}.${name}\` cannot be set. ${instead}`)
}

function readBudget(path: string, given: unknown): Budget {
  const { points, window, ...others } = isObject(given) ? given : {}
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw unknownLimit(path, unknown, ['points', 'window'])
  const whole = typeof points === 'number' && Number.isSafeInteger(points) && points >= 1
  if (whole && typeof window === 'number' && window >= 1 && window <= MAX_WINDOW) {
    return { points, window }
  }
  throw new InvalidConfiguration(
    `\`${path}\` has to be false, or a budget such as { points: 10, window: 900 }: a whole number of tries within 1 to ${MAX_WINDOW} seconds.`,
  )
}

function readBudgets(path: string, given: unknown): readonly Budget[] {
  if (given === false) return []
  const list: readonly unknown[] = Array.isArray(given) ? given : [given]
  return list.map((one) => readBudget(path, one))
}

function readAction(action: LimitedAction, given: unknown): ActionLimits['budgets'] {
  const defaults = LIMITS[action].budgets
  if (given === undefined) return defaults
  if (given === false) return {}
  const path = `limits.${action}`
  if (!isObject(given)) {
    throw new InvalidConfiguration(
      `\`${path}\` has to be false, or budgets by subject, such as { account: { points: 10, window: 900 } }.`,
    )
  }
  const own = Object.entries(given).flatMap(([subject, value]) => {
    if (!SUBJECTS.some((known) => known === subject)) throw unknownLimit(path, subject, SUBJECTS)
    return value === undefined ? [] : [[subject, readBudgets(`${path}.${subject}`, value)] as const]
  })
  return { ...defaults, ...Object.fromEntries(own) }
}

function checkLimitOptions(given: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(given)) {
    if (!KNOWN.includes(name)) throw unknownLimit('limits', name, KNOWN)
    const isFunction = FUNCTIONS.some((known) => known === name)
    if (isFunction && value !== undefined && typeof value !== 'function')
      throw new InvalidConfiguration(`\`limits.${name}\` has to be a function.`)
  }
  const { store } = given
  if (store === undefined || (isObject(store) && typeof store['spend'] === 'function')) return
  throw new InvalidConfiguration('`limits.store` has to be an object with a function `spend`.')
}

/** The adapter, where it promises that no more is spent than there is. */
function findStore(adapter: Adapter | undefined): LimitStore | undefined {
  if (adapter?.capabilities?.counters !== true) return undefined
  // A declared capability has been checked to have its method.
  return adapter as Adapter & LimitStore
}

/**
 * Resolves `limits` and `clientAddress`.
 *
 * @param known.application - whose tries are counted together
 * @throws InvalidConfiguration that names the option
 */
export function resolveLimits(
  {
    limits,
    clientAddress,
    audience = '',
  }: Pick<AuthConfig, 'audience' | 'limits' | 'clientAddress'>,
  known: {
    readonly adapter: Adapter | undefined
    readonly application: object
    readonly warns: boolean
  },
): ResolvedLimits | undefined {
  const address = readAddressSource(clientAddress)
  if (limits === false) return undefined
  if (limits !== undefined && !isObject(limits)) {
    throw new InvalidConfiguration('`limits` has to be false, or an object with budgets.')
  }
  const given: LimitsOptions = limits ?? {}
  checkLimitOptions({ ...given })
  const budgets = {
    password: readAction('password', given.password),
    mail: readAction('mail', given.mail),
    code: readAction('code', given.code),
    webauthn: readAction('webauthn', given.webauthn),
    update: readAction('update', given.update),
  }
  const { accounts, challenge, inbox } = given
  const store = given.store ?? findStore(known.adapter)
  return Object.freeze({
    budgets,
    accounts,
    challenge,
    inbox,
    address,
    audience: [audience].flat()[0] ?? '',
    store,
    counters: findCounters(known.application),
    warns: known.warns,
  })
}
