import { describe, expect, it } from 'vitest'
import { LIMITS } from './budgets/table.ts'
import type { AuthConfig } from '../types/config.ts'
import type { LimitsOptions, LimitStore } from '../types/limits.ts'
import type { Adapter } from '../types/adapter.ts'
import { resolveLimits, type ResolvedLimits } from './limits.ts'

const APPLICATION = {}

const resolve = (
  options: Pick<AuthConfig, 'audience' | 'limits' | 'clientAddress'>,
  adapter?: Adapter,
) => resolveLimits(options, { adapter, application: APPLICATION, warns: true })

/** As an application without types may write them. */
const resolveUntyped = (limits: unknown): ResolvedLimits | undefined =>
  // The test passes invalid options.
  resolve({ limits: limits as LimitsOptions })

const BUDGET = { points: 3, window: 60 }

const DEFAULTS = Object.fromEntries(
  Object.entries(LIMITS).map(([name, row]) => [name, row.budgets]),
)

const store: LimitStore = {
  spend: () => {
    throw new Error('Nothing is spent here.')
  },
}

describe('resolveLimits', () => {
  it('has every default without options', () => {
    expect(resolve({})).toEqual({
      budgets: DEFAULTS,
      accounts: undefined,
      challenge: undefined,
      inbox: undefined,
      address: { kind: 'unset' },
      audience: '',
      counters: resolve({})?.counters,
      store: undefined,
      warns: true,
    })
    expect(resolveUntyped({})?.budgets).toEqual(DEFAULTS)
  })

  it('returns a frozen object, or undefined if limits are off', () => {
    expect(Object.isFrozen(resolve({}))).toBe(true)
    expect(resolve({ limits: false })).toBeUndefined()
  })

  it('checks the client address, also if limits are off', () => {
    expect(resolve({ clientAddress: 'peer' })).toMatchObject({ address: { kind: 'peer' } })
    const clientAddress = { header: '' }
    expect(() => resolve({ limits: false, clientAddress })).toThrow('clientAddress.header')
  })

  it('shares the counters of an application, and of no other', () => {
    const own = resolve({})?.counters
    expect(resolve({ limits: { mail: false } })?.counters).toBe(own)
    const known = { adapter: undefined, application: {}, warns: false }
    const other = resolveLimits({}, known)
    expect(other?.counters).not.toBe(own)
    expect(other?.warns).toBe(false)
  })

  it.each([
    ['a name', 'app', 'app'],
    ['the first of several names', ['new', 'old'], 'new'],
    ['an empty list', [], ''],
  ])('counts under %s', (_, audience, expected) => {
    expect(resolve({ audience })?.audience).toBe(expected)
  })

  it('has the functions of the application', () => {
    const functions = { accounts: () => [], challenge: () => true, inbox: (email: string) => email }
    expect(resolveUntyped(functions)).toMatchObject(functions)
    const none = { accounts: undefined, challenge: undefined, inbox: undefined, store: undefined }
    expect(resolveUntyped(none)?.budgets).toEqual(DEFAULTS)
  })
})

describe('The store of limits', () => {
  // An adapter without methods is enough here.
  const counting = { ...store, capabilities: { counters: true } } as Adapter

  it('is the given one, or the adapter if it declares that it counts', () => {
    expect(resolve({ limits: { store } }, counting)?.store).toBe(store)
    expect(resolve({}, counting)?.store).toBe(counting)
  })

  it.each([
    ['declares nothing', { ...store }],
    ['declares other capabilities', { ...store, capabilities: {} }],
    ['declares that it does not count', { ...store, capabilities: { counters: false } }],
  ])('is not an adapter that %s', (_, adapter) => {
    // The same holds here.
    expect(resolve({}, adapter as Adapter)?.store).toBeUndefined()
  })

  it.each([
    ['null', null],
    ['a function', () => undefined],
    ['an object without the function', {}],
    ['an object with something else in its place', { spend: 'all' }],
  ])('is refused if it is %s', (_, given) => {
    expect(() => resolveUntyped({ store: given })).toThrow(
      '`limits.store` has to be an object with a function `spend`.',
    )
  })
})

describe('The budgets of an action', () => {
  it.each(Object.keys(LIMITS))('are replaced by subject for %s, beside its defaults', (action) => {
    const budgets = resolveUntyped({ [action]: { account: BUDGET, address: undefined } })?.budgets
    const defaults = DEFAULTS[action]
    expect(budgets).toEqual({ ...DEFAULTS, [action]: { ...defaults, account: [BUDGET] } })
  })

  it('are none if the action is off, and none of a subject that is off', () => {
    const budgets = resolveUntyped({ code: false, mail: { account: false } })?.budgets
    expect(budgets).toEqual({ ...DEFAULTS, code: {}, mail: { ...DEFAULTS['mail'], account: [] } })
  })

  it('are several if they are given as a list', () => {
    const list = [BUDGET, { points: 100, window: 86_400 }]
    expect(resolveUntyped({ mail: { account: list } })?.budgets.mail.account).toEqual(list)
  })

  it.each([
    ['the smallest budget', { points: 1, window: 1 }],
    ['the longest window', { points: 1, window: 2_678_400 }],
  ])('accept %s', (_, budget) => {
    expect(resolveUntyped({ mail: { account: budget } })?.budgets.mail.account).toEqual([budget])
  })

  it.each([
    ['true', true],
    ['null', null],
    ['a number', 5],
    ['an empty object', {}],
    ['no points', { points: 0, window: 60 }],
    ['a part of a point', { points: 1.5, window: 60 }],
    ['points as a string', { points: '5', window: 60 }],
    ['no window', { points: 5 }],
    ['a window of no time', { points: 5, window: 0 }],
    ['a window as a string', { points: 5, window: '60' }],
    ['a window longer than a month', { points: 5, window: 2_678_401 }],
    ['a list in which one is wrong', [BUDGET, {}]],
  ])('refuse %s in place of a budget', (_, budget) => {
    expect(() => resolveUntyped({ mail: { account: budget } })).toThrow(
      '`limits.mail.account` has to be false, or a budget such as { points: 10, window: 900 }: a whole number of tries within 1 to 2678400 seconds.',
    )
  })

  it.each([
    ['true', true],
    ['null', null],
    ['a list', [BUDGET]],
  ])('refuse %s in place of budgets by subject', (_, given) => {
    expect(() => resolveUntyped({ code: given })).toThrow(
      '`limits.code` has to be false, or budgets by subject, such as { account: { points: 10, window: 900 } }.',
    )
  })
})

describe('The option limits', () => {
  it.each([
    ['true', true],
    ['null', null],
    ['a list', []],
  ])('is refused if it is %s', (_, limits) => {
    expect(() => resolveUntyped(limits)).toThrow(
      '`limits` has to be false, or an object with budgets.',
    )
  })

  it.each([
    ['an action', { pasword: false }, '`limits.pasword` cannot be set. Did you mean `password`?'],
    ['the store', { stor: store }, '`limits.stor` cannot be set. Did you mean `store`?'],
    ['a function', { inbx: String }, '`limits.inbx` cannot be set. Did you mean `inbox`?'],
    [
      'a subject',
      { mail: { acount: BUDGET } },
      '`limits.mail.acount` cannot be set. Did you mean `account`?',
    ],
    [
      'a member of a budget',
      { mail: { account: { ...BUDGET, windows: 1 } } },
      '`limits.mail.account.windows` cannot be set. Did you mean `window`?',
    ],
    [
      'another member of a budget',
      { mail: { account: { point: 3, window: 60 } } },
      '`limits.mail.account.point` cannot be set. Did you mean `points`?',
    ],
  ])('suggests the name of %s that is misspelt', (_, limits, message) => {
    expect(() => resolveUntyped(limits)).toThrow(
      expect.objectContaining({ type: 'InvalidConfiguration' }),
    )
    expect(() => resolveUntyped(limits)).toThrow(message)
  })

  it('lists what can be set if no name is near', () => {
    expect(() => resolveUntyped({ zzzzzzzz: 1 })).toThrow(
      '`limits.zzzzzzzz` cannot be set. Possible are: password, mail, code, webauthn, update, store, accounts, challenge, inbox.',
    )
  })

  it.each(['accounts', 'challenge', 'inbox'])(
    'refuses a value of %s that is not a function',
    (name) => {
      expect(() => resolveUntyped({ [name]: 'all' })).toThrow(
        `\`limits.${name}\` has to be a function.`,
      )
    },
  )
})
