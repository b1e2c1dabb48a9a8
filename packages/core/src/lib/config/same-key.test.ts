import { describe, expect, it, vi } from 'vitest'
import {
  openLookAlikeStore,
  type LookAlikeStore,
} from '../../../../../test/kit/src/look-alike-store.ts'
import { createLog } from '../logger/logger.ts'
import type { Adapter } from '../types/adapter.ts'
import { wrapAdapter } from './adapter.ts'
import { compareKeys, respellings } from './same-key.ts'

/** Texts that stores take for one, the stored one first. */
const LOOK_ALIKE = [
  ['letter case', 'Ab-straße-é-1', 'aB-straße-é-1'],
  ['an accent', 'muller-1', 'müller-1'],
  ['a space at the end', 'ada-1', 'ada-1 '],
  ['another normal form', 'caf\u00E9-1', 'cafe\u0301-1'],
  ['wide letters', 'ada-1', 'ａｄａ-1'],
  ['a dotless i', 'disk-1', 'dısk-1'],
  ['a sharp s', 'strasse-1', 'straße-1'],
  ['a long s', 'sha256:1', 'ſha256:1'],
] as const

interface Opened {
  readonly adapter: Required<Omit<Adapter, 'capabilities' | 'transaction'>>
  readonly store: LookAlikeStore
  readonly warn: ReturnType<typeof vi.fn>
}

/** A store with a user, with everything under one text, behind the edge of the library. */
async function open(key: string): Promise<Opened> {
  const store = openLookAlikeStore()
  const warn = vi.fn()
  const expires = new Date('2030-01-01T00:00:00Z')
  const { adapter } = store
  await adapter.createUser({ id: key, email: `${key}@example.com`, emailVerified: null })
  await adapter.linkAccount({
    provider: 'example',
    providerAccountId: key,
    type: 'oauth',
    userId: key,
  })
  await adapter.createSession({ sessionToken: key, userId: key, expires })
  await adapter.createVerificationToken({ identifier: key, token: key, expires })
  await adapter.createAuthenticator({
    credentialID: key,
    userId: key,
    providerAccountId: key,
    credentialPublicKey: 'key',
    counter: 1,
    credentialDeviceType: 'singleDevice',
    credentialBackedUp: false,
  })
  const wrapped = wrapAdapter(adapter, createLog({ warn }, false), false)
  // The store has every method, and what is wrapped has those of the store.
  return { adapter: wrapped as Opened['adapter'], store, warn }
}

/** Each look-up by a text, and what it gives where there is nothing. */
const LOOK_UPS: readonly (readonly [
  string,
  (adapter: Opened['adapter'], key: string) => unknown,
  unknown,
])[] = [
  ['getUser', (adapter, key) => adapter.getUser(key), null],
  [
    'getUserByAccount',
    (adapter, providerAccountId) =>
      adapter.getUserByAccount({ provider: 'example', providerAccountId }),
    null,
  ],
  ['getSessionAndUser', (adapter, key) => adapter.getSessionAndUser(key), null],
  ['getAccount', (adapter, key) => adapter.getAccount(key, 'example'), null],
  ['getAuthenticator', (adapter, key) => adapter.getAuthenticator(key), null],
  ['listAccountsByUserId', (adapter, key) => adapter.listAccountsByUserId(key), []],
  ['listAuthenticatorsByUserId', (adapter, key) => adapter.listAuthenticatorsByUserId(key), []],
  ['listSessionsByUserId', (adapter, key) => adapter.listSessionsByUserId(key), []],
  [
    'useVerificationToken',
    (adapter, key) => adapter.useVerificationToken({ identifier: key, token: key }),
    null,
  ],
  [
    'getVerificationToken',
    (adapter, key) => adapter.getVerificationToken({ identifier: key, token: key }),
    null,
  ],
]

describe.each(LOOK_UPS)(
  '(ALT-07) %s of a store that treats look-alikes as equal',
  (name, call, nothing) => {
    it.each(LOOK_ALIKE)(
      'finds no record that differs by %s, and warns once',
      async (_, key, other) => {
        const { adapter, warn } = await open(key)
        expect(await call(adapter, other)).toEqual(nothing)
        expect(await call(adapter, other)).toEqual(nothing)
        const warned = warn.mock.calls.filter(([code]) => code === 'adapter-keys')
        expect(new Set(warned.map(([, detail]) => String(detail))).size).toBe(warned.length)
        expect(warned.length).toBeGreaterThan(0)
      },
    )

    it('finds the record with the exact text', async () => {
      const { adapter, warn } = await open('Ab-é-1')
      expect(await call(adapter, 'Ab-é-1')).not.toEqual(nothing)
      expect(warn).not.toHaveBeenCalled()
      expect(name).not.toBe('')
    })
  },
)

describe('(ALT-07) The wrapper of a store that treats look-alikes as equal', () => {
  it('finds no account of a provider whose id differs in letter case', async () => {
    const { adapter } = await open('ada-1')
    expect(await adapter.getAccount('ada-1', 'Example')).toBeNull()
    const key = { provider: 'EXAMPLE', providerAccountId: 'ada-1' }
    expect(await adapter.getUserByAccount(key)).toBeNull()
  })

  it('finds no verification token by another identifier or by another token', async () => {
    for (const params of [
      { identifier: 'Ada-1', token: 'ada-1' },
      { identifier: 'ada-1', token: 'Ada-1' },
    ]) {
      const { adapter } = await open('ada-1')
      expect(await adapter.getVerificationToken(params)).toBeNull()
      expect(await adapter.useVerificationToken(params)).toBeNull()
    }
  })

  it('returns no session with a user of another id', async () => {
    const { adapter, store } = await open('ada-1')
    for (const session of store.rows.sessions) session.userId = 'Ada-1'
    expect(await adapter.getSessionAndUser('ada-1')).toBeNull()
  })

  it('throws where a change reached another record', async () => {
    const { adapter } = await open('ada-1')
    await expect(adapter.updateUser({ id: 'Ada-1', name: 'Eve' })).rejects.toThrow(
      'changed another record in updateUser()',
    )
    await expect(adapter.updateAuthenticatorCounter('Ada-1', 2)).rejects.toThrow(
      'changed another record in updateAuthenticatorCounter()',
    )
  })

  it('compares keys within a transaction', async () => {
    const { store } = await open('ada-1')
    const { adapter } = store
    const transaction = <T>(work: (within: Adapter) => Promise<T>): Promise<T> => work(adapter)
    const wrapped = wrapAdapter({ ...adapter, transaction }, createLog({ warn: vi.fn() }, false))
    const user = await wrapped.transaction?.(async (within) => within.getUser?.('Ada-1'))
    expect(user).toBeNull()
  })

  it('compares a numeric id as text', async () => {
    const counted: Adapter = {
      // As the adapters do whose ids are numbers, against the types.
      getUser: () => ({ id: 7 as unknown as string, email: 'a@example.com', emailVerified: null }),
    }
    const wrapped = wrapAdapter(counted, createLog({ warn: vi.fn() }, false))
    expect(await wrapped.getUser?.('7')).not.toBeNull()
    expect(await wrapped.getUser?.('07')).toBeNull()
  })
})

describe('(ALT-07) The address of a user', () => {
  it.each([
    ['muller@example.com', 'müller@example.com'],
    ['disk@example.com', 'dısk@example.com'],
    ['strasse@example.com', 'straße@example.com'],
    ['ada@example.com', 'ada@example.com '],
    ['café@example.com', 'cafe\u0301@example.com'],
    ['ada@example.com', 'ａda@example.com'],
    ['mi\u212Ae@example.com', 'mike@example.com'],
    ['stra\u1E9Ee@example.com', 'straße@example.com'],
  ])('%s is not %s', async (stored, asked) => {
    const store = openLookAlikeStore()
    const { adapter } = store
    await adapter.createUser({ id: '1', email: stored, emailVerified: null })
    // Whatever the store thinks of it.
    const [user = null] = store.rows.users
    const warn = vi.fn()
    const wrapped = wrapAdapter({ getUserByEmail: () => user }, createLog({ warn }, false))
    expect(await wrapped.getUserByEmail?.(asked)).toBeNull()
    expect(warn).toHaveBeenCalledOnce()
  })

  it.each([
    ['Ada@Example.com', 'ada@example.com'],
    ['MÜLLER@EXAMPLE.COM', 'müller@example.com'],
    ['ΟΔΟΣ@example.com', 'οδος@example.com'],
  ])('%s is %s', async (stored, asked) => {
    const user = { id: '1', email: stored, emailVerified: null }
    const wrapped = wrapAdapter({ getUserByEmail: () => user }, createLog({}, false))
    expect(await wrapped.getUserByEmail?.(asked)).toEqual(user)
  })
})

describe('(ALT-07) The comparison of stored and requested keys', () => {
  const object = {}
  const session = { sessionToken: 't', userId: '1' }

  it.each<[Parameters<typeof compareKeys>[0], readonly unknown[], unknown]>([
    ['getUser', ['7'], { id: '7' }],
    ['getUser', ['7'], { id: 7 }],
    ['getUser', ['7'], { id: 7n }],
    ['getUser', ['7'], null],
    ['getUser', ['7'], undefined],
    ['getUserByEmail', ['Ada@b.example'], { email: 'ada@B.example' }],
    ['updateUser', [{ id: '7', name: 'Ada' }], { id: '7' }],
    ['updateUser', [{ id: '7', name: 'Ada' }], undefined],
    ['updateAuthenticatorCounter', ['k', 2], { credentialID: 'k' }],
    ['getSessionAndUser', ['t'], { session, user: { id: '1' } }],
    ['getSessionAndUser', ['t'], { session: { sessionToken: 't' }, user: { id: '1' } }],
    ['listAccountsByUserId', ['1'], [{ userId: '1' }, { userId: 1 }]],
    ['listAccountsByUserId', ['1'], []],
    ['listAccountsByUserId', ['1'], null],
    ['getRevocation', [{ kind: 'user', key: '1' }], { kind: 'user', key: '1', at: 5 }],
    ['getRevocation', [{ kind: 'user', key: '1' }], null],
    ['createUser', [{ id: '1' }], { id: '2' }],
    ['createUser', [{ id: '1' }], [{ userId: '2' }]],
  ])('accepts %s of %j: %o', (name, args, answer) => {
    expect(compareKeys(name, args, answer)).toEqual({ answer, differs: false })
  })

  it.each<[Parameters<typeof compareKeys>[0], readonly unknown[], unknown]>([
    ['getUser', ['7'], { id: '8' }],
    ['getUser', ['7'], {}],
    ['getUser', [undefined], {}],
    ['getUser', ['undefined'], {}],
    ['getUser', [object], { id: object }],
    ['getUser', ['7'], 'text'],
    ['getUserByEmail', ['a@b.example'], {}],
    ['getUserByEmail', [undefined], { email: 'a@b.example' }],
    ['getUserByEmail', [7], { email: 7 }],
    ['getUserByEmail', ['a@b.example'], 'text'],
    ['updateUser', [{ id: '7' }], { id: '8' }],
    ['getRevocation', [{ kind: 'user', key: '1' }], { kind: 'session', key: '1' }],
    ['getRevocation', [{ kind: 'user', key: 'a' }], { kind: 'user', key: 'A' }],
    ['getSessionAndUser', ['t'], 'text'],
    ['getSessionAndUser', ['t'], {}],
    ['getSessionAndUser', ['t'], { session, user: { id: '2' } }],
    ['getSessionAndUser', ['T'], { session, user: { id: '1' } }],
  ])('refuses %s of %j: %o', (name, args, answer) => {
    expect(compareKeys(name, args, answer)).toEqual({ answer: null, differs: true })
  })

  it.each(['listAccountsByUserId', 'listAuthenticatorsByUserId', 'listSessionsByUserId'] as const)(
    'leaves the records of other users out of the list of %s',
    (name) => {
      const list = [{ userId: '1' }, { userId: '2' }, null, {}]
      expect(compareKeys(name, ['1'], list)).toEqual({ answer: [{ userId: '1' }], differs: true })
    },
  )

  it.each([
    ['Ada-1', ['aDA-1']],
    ['ABC', ['abc']],
    ['123', []],
    ['ａ1', ['Ａ1', 'a1']],
    [' a', [' A', 'a']],
  ])('%j may be spelt %j in a store that is not strict', (id, others) => {
    expect(respellings(id)).toEqual(others)
  })
})
