import { describe, expect, test } from 'vitest'
import { completeRecord, type RecordKind, toStored } from './index.ts'

const COMPLETE: Readonly<Record<RecordKind, Readonly<Record<string, unknown>>>> = {
  user: { id: '1', email: 'ada@example.com', emailVerified: new Date(0) },
  account: { userId: '1', type: 'oidc', provider: 'acme', providerAccountId: 'a' },
  session: { sessionToken: 't', userId: '1', expires: new Date(0) },
  authenticator: {
    credentialID: 'c',
    userId: '1',
    providerAccountId: 'a',
    credentialPublicKey: 'k',
    counter: 0,
    credentialDeviceType: 'singleDevice',
    credentialBackedUp: false,
    transports: 'usb',
  },
  token: { identifier: 'ada@example.com', token: 't', expires: new Date(0) },
  revocation: {
    kind: 'session',
    key: 'k',
    generation: 0,
    reason: 'sign-out',
    at: new Date(0),
    expires: new Date(0),
  },
}

const KINDS = ['user', 'account', 'session', 'authenticator', 'token', 'revocation'] as const

const NULLABLE: ReadonlySet<string> = new Set(['email', 'emailVerified', 'transports'])

const damaged = (what: string): Error => new Error(`Damaged: ${what}.`)

const MEMBERS = KINDS.flatMap((kind) =>
  Object.keys(COMPLETE[kind]).map((member) => [kind, member] as const),
)

describe.each(KINDS)('completeRecord of kind %s', (kind) => {
  test('returns a complete record with custom members, and does not change its argument', () => {
    const members = Object.freeze({ ...COMPLETE[kind], color: 'blue' })
    const record = completeRecord(kind, members, damaged)
    expect(record).toEqual(members)
    expect(record).not.toBe(members)
  })
})

test.each(MEMBERS)('completeRecord checks the type of %s.%s', (kind, member) => {
  const wrong = { ...COMPLETE[kind], [member]: Symbol('secret') }
  expect(() => completeRecord(kind, wrong, damaged)).toThrow(
    new RegExp(`^Damaged: "${member}" is not a [a-z ]+\\.$`),
  )
})

test.each(MEMBERS)(
  'completeRecord refuses a record without %s.%s, or sets it to null',
  (kind, member) => {
    for (const nothing of [undefined, null]) {
      const members = { ...COMPLETE[kind], [member]: nothing }
      const complete = (): unknown => completeRecord(kind, members, damaged)
      if (NULLABLE.has(member)) expect(complete()).toEqual({ ...COMPLETE[kind], [member]: null })
      else expect(complete).toThrow(`"${member}" is not a `)
    }
  },
)

test.each([
  ['session', 'expires'],
  ['token', 'expires'],
  ['user', 'emailVerified'],
] as const)('completeRecord refuses an invalid time in %s.%s', (kind, member) => {
  for (const time of [new Date(Number.NaN), '2024-05-23T09:05:22.000Z', 0]) {
    expect(() => completeRecord(kind, { ...COMPLETE[kind], [member]: time }, damaged)).toThrow(
      `"${member}" is not a `,
    )
  }
})

describe('toStored', () => {
  const toScalar = (value: unknown): unknown => (typeof value === 'string' ? value : undefined)

  test('keeps lists and objects of values that the store can keep, without undefined members', () => {
    const value = { tags: ['a', ['b']], none: undefined, deep: { c: 'd' } }
    expect(toStored(value, { toScalar })).toEqual({ tags: ['a', ['b']], deep: { c: 'd' } })
  })

  test.each([
    ['a number', 1],
    ['a list with a number', ['a', 1]],
    ['an object with a number', { a: { b: 1 } }],
    ['a Map', new Map()],
  ])('returns undefined for %s where the store keeps text alone', (_, value) => {
    expect(toStored(value, { toScalar })).toBeUndefined()
  })

  test('returns undefined for an object with a name that the store cannot keep', () => {
    const isName = (name: string): boolean => name !== '$set'
    expect(toStored({ a: { $set: 'b' } }, { toScalar, isName })).toBeUndefined()
    expect(toStored({ a: { set: 'b' } }, { toScalar, isName })).toEqual({ a: { set: 'b' } })
  })
})
