import { describe, expect, it } from 'vitest'
import {
  isTransactionId,
  newState,
  newTransactionId,
  restOfState,
  readTransactionId,
} from './transaction.ts'

describe('an id of a transaction', () => {
  it('sorts by the time it was created, and never repeats (FLW-04)', () => {
    const times = [0, 1_000, 60_000, 1_700_000_000_000, 1_700_000_001_000, 4_000_000_000_000]
    const ids = times.map((now) => newTransactionId({ clock: () => now }))
    expect(ids.toSorted()).toEqual(ids)
    const same = Array.from({ length: 1_000 }, () =>
      newTransactionId({ clock: () => 1_700_000_000_000 }),
    )
    expect(new Set(same).size).toBe(1_000)
    for (const id of [...ids, ...same]) expect(isTransactionId(id)).toBe(true)
  })

  const id = newTransactionId({ clock: () => 1_700_000_000_000 })

  it.each([
    '',
    'x',
    id.slice(1),
    id.slice(0, -1),
    `${id}0`,
    `0${id}`,
    `${id}\n`,
    id.toUpperCase(),
    ...['/', ' ', '.', ';', '=', '%', '\n', 'é'].map((character) => id.slice(0, -1) + character),
  ])('is not %j (CKI-11)', (text) => {
    expect(isTransactionId(text)).toBe(false)
  })
})

describe('the state of a transaction', () => {
  it('contains the id and at least 128 random bits (OAU-05)', () => {
    const id = newTransactionId({ clock: () => 0 })
    const states = new Set(Array.from({ length: 1_000 }, () => newState(id)))
    expect(states.size).toBe(1_000)
    for (const state of states) {
      expect(readTransactionId(state)).toBe(id)
      expect(restOfState(state)).toMatch(/^[\w-]{43}$/)
    }
    expect(restOfState(newState(id, 'rest'))).toBe('rest')
  })

  it.each([
    undefined,
    '',
    'short',
    '../../../../etc/passwd',
    '%00'.repeat(10),
    '=; a=b; c=d; e=f',
    '__proto__',
  ])('that is %j names no transaction (FLW-01)', (state) => {
    expect(readTransactionId(state)).toBeUndefined()
  })
})
