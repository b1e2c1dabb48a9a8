import { beforeEach, describe, expect, test, vi } from 'vitest'
import { beingProven } from '../config/first-proof.ts'
import { resolveConfig } from '../config/resolve.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { Adapter, AdapterUser } from '../types/adapter.ts'
import type { AuthConfig } from '../types/config.ts'
import { staysLinked, proveAddress } from './first-proof.ts'
import { requireProven } from './passkey/require-proven.ts'

const START = 1_700_000_000_000
const PROVEN = new Date(START - 3_600_000)
const ADA: AdapterUser = {
  id: '1',
  name: 'Ada',
  email: 'ada@example.com',
  image: '/ada.png',
  emailVerified: null,
}
const ACCOUNT = { provider: 'guild', providerAccountId: 'eve' }

/** With more than the store needs to find it. */
const LINKED = { ...ACCOUNT, access_token: 'x' }

let calls: unknown[][]
let stored: AdapterUser

beforeEach(() => {
  calls = []
  stored = ADA
})

const METHODS = {
  createUser: (user: AdapterUser) => user,
  getUser: () => stored,
  getUserByEmail: (): AdapterUser | null => stored,
  updateUser(changes: Partial<AdapterUser>) {
    stored = { ...stored, ...changes }
    return stored
  },
  createVerificationToken: () => undefined,
  useVerificationToken: () => null,
  listAccountsByUserId: () => [{ ...ACCOUNT, type: 'oauth', userId: '1' }],
  unlinkAccount: () => undefined,
  deleteSessionsByUserId: () => undefined,
} as const

type Methods = Partial<Record<keyof Adapter, unknown>>

const mail = {
  id: 'mail',
  name: 'Mail',
  type: 'email' as const,
  sendVerificationRequest: () => undefined,
}

function configOf(methods: Methods = METHODS, config: Partial<AuthConfig> = {}): ResolvedConfig {
  const watched = Object.entries(methods).map(([name, method]) => [
    name,
    (...parameters: unknown[]): unknown => {
      if (name !== 'getUserByEmail') calls.push([name, ...parameters])
      // Whatever is given here is a method.
      return Reflect.apply(method as () => unknown, undefined, parameters)
    },
  ])
  return resolveConfig(
    {
      providers: [mail],
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      session: { strategy: 'jwt' },
      logger: { warn: () => undefined },
      // The methods are those of the interface, as far as there are any.
      adapter: Object.fromEntries(watched) as Adapter,
      ...config,
    },
    { env: {}, clock: () => START, basePath: '/auth' },
  )
}

/** The proof over the store of the mail provider. */
async function prove(
  config: ResolvedConfig,
  ...rest: [known: AdapterUser, signedInUserId: string | undefined]
): Promise<AdapterUser> {
  const provider = config.providers.get('mail')
  if (provider?.kind !== 'email') throw new Error('There is no mail provider.')
  return (await proveAddress(config, provider.store, ...rest)).user
}

const SHUT_OUT = [
  ['listAccountsByUserId', '1'],
  ['unlinkAccount', ACCOUNT],
  ['deleteSessionsByUserId', '1'],
]
const NOW = { id: '1', emailVerified: new Date(START) }

describe('The first proof of an address', () => {
  test('ends sessions and accounts before and after the proof is stored (ALT-05)', async () => {
    const firstProof = vi.fn()
    const user = await prove(configOf(METHODS, { events: { firstProof } }), ADA, undefined)
    expect(calls).toEqual([
      ...SHUT_OUT,
      ['updateUser', { id: '1', emailVerified: beingProven(), name: null, image: null }],
      ...SHUT_OUT,
      ['updateUser', NOW],
    ])
    const owned = { ...ADA, name: null, image: null, emailVerified: new Date(START) }
    expect(user).toEqual(owned)
    const removed = { accounts: [{ ...ACCOUNT, type: 'oauth' }], name: ADA.name, image: ADA.image }
    expect(firstProof.mock.calls).toEqual([[{ user: owned, removed }]])
  })

  test.each([
    ['known', PROVEN, null],
    ['stored by now', null, PROVEN],
  ])('changes nothing for an address that is %s already (ALT-05)', async (_, known, latest) => {
    stored = { ...ADA, emailVerified: latest ?? known }
    const user = await prove(configOf(), { ...ADA, emailVerified: known }, undefined)
    expect(user.emailVerified).toEqual(PROVEN)
    expect(calls).toEqual([])
  })

  test('does not look up an address known to be proven (ALT-05)', async () => {
    const getUserByEmail = vi.fn(() => null)
    const known = { ...ADA, emailVerified: PROVEN }
    expect(await prove(configOf({ ...METHODS, getUserByEmail }), known, '1')).toBe(known)
    expect(getUserByEmail).not.toHaveBeenCalled()
  })

  test('does not accept a proven address of another user', async () => {
    stored = { ...ADA, id: '2', emailVerified: PROVEN }
    const user = await prove(configOf(), ADA, undefined)
    expect(user.emailVerified).toEqual(new Date(START))
    expect(calls.at(-1)).toEqual(['updateUser', NOW])
  })

  test('uses the known user when the store no longer finds one', async () => {
    const methods = { ...METHODS, getUserByEmail: () => null }
    await prove(configOf(methods), ADA, undefined)
    expect(calls.at(-1)).toEqual(['updateUser', NOW])
  })

  test('keeps everything when the signed-in user proves the address (ALT-05)', async () => {
    await prove(configOf(), ADA, '1')
    expect(calls).toEqual([['updateUser', NOW]])
  })

  test.each([
    ['a proof by a person signed in as another user', ADA, '2'],
    ['a continued proof by the signed-in user', { ...ADA, emailVerified: beingProven() }, '1'],
  ])('%s ends sessions and accounts (ALT-05)', async (_, known, signedIn) => {
    stored = known
    await prove(configOf(), known, signedIn)
    expect(calls.map(([name]) => name).filter((name) => name === 'unlinkAccount')).toHaveLength(2)
    expect(calls.at(-1)).toEqual(['updateUser', NOW])
  })

  test.each(['listAccountsByUserId', 'unlinkAccount'])(
    'in a store without %s ends sessions, keeps name and accounts, and tells of none (ALT-05)',
    async (missing) => {
      const methods = Object.entries(METHODS).filter(([name]) => name !== missing)
      const firstProof = vi.fn()
      const config = configOf(Object.fromEntries(methods), { events: { firstProof } })
      const user = await prove(config, ADA, undefined)
      expect(user).toMatchObject({ name: 'Ada', image: '/ada.png' })
      const removed = { accounts: [], name: null, image: null }
      expect(firstProof.mock.calls).toEqual([[{ user, removed }]])
      const listed = missing === 'listAccountsByUserId' ? [] : [['listAccountsByUserId', '1']]
      expect(calls).toEqual([...listed, ['deleteSessionsByUserId', '1'], ['updateUser', NOW]])
    },
  )

  test('in a store without deleteSessionsByUserId ends accounts (ALT-05)', async () => {
    const methods = Object.entries(METHODS).filter(([name]) => name !== 'deleteSessionsByUserId')
    await prove(configOf(Object.fromEntries(methods)), ADA, undefined)
    expect(calls.filter(([name]) => name === 'unlinkAccount')).toHaveLength(2)
  })
})

describe('A passkey', () => {
  test('is added only after the address is proven, where addresses are proven (ALT-05)', () => {
    for (const emailVerified of [null, beingProven()]) {
      expect(() => requireProven(configOf(), { ...ADA, emailVerified })).toThrow(
        'The email address of the user has not been proven yet.',
      )
    }
    expect(() => requireProven(configOf(), { ...ADA, emailVerified: PROVEN })).not.toThrow()
  })

  test('is added for a user without an address, or where no addresses are proven', () => {
    expect(() => requireProven(configOf(), { ...ADA, email: '' })).not.toThrow()
    expect(() => requireProven(configOf(METHODS, { providers: [] }), ADA)).not.toThrow()
  })
})

describe('An account linked to a user whose address is unproven', () => {
  /** Whether it stays, linked in the store of a configuration to a user who is looked up again afterwards. */
  async function keeps(
    config: ResolvedConfig,
    now: AdapterUser | null,
    user = ADA,
  ): Promise<boolean> {
    const { adapter: store } = config
    if (!store) throw new Error('There is no store.')
    const getUser = async (id: string): Promise<AdapterUser | null> => {
      calls.push(['getUser', id])
      return now
    }
    return staysLinked(config, { store: { ...store, getUser }, account: LINKED, user })
  }

  test.each([
    ['the address is still unproven', ADA, true],
    ['another person has proven it', { ...ADA, emailVerified: PROVEN }, false],
    ['another person is proving it', { ...ADA, emailVerified: beingProven() }, false],
    ['they are deleted', null, false],
  ])('meanwhile %s: is kept or unlinked (ALT-05)', async (_, now, stays) => {
    expect(await keeps(configOf(), now)).toBe(stays)
    const ended = now === null ? [] : [['deleteSessionsByUserId', '1']]
    expect(calls).toEqual([
      ['getUser', '1'],
      ...(stays ? [] : [['unlinkAccount', ACCOUNT], ...ended]),
    ])
  })

  test.each([
    ['complete', PROVEN],
    ['not complete', beingProven()],
  ])(
    'ends the sessions of the user when it is unlinked after a proof that is %s (ALT-05)',
    async (_, emailVerified) => {
      expect(await keeps(configOf(), { ...ADA, emailVerified })).toBe(false)
      expect(calls).toEqual([
        ['getUser', '1'],
        ['unlinkAccount', ACCOUNT],
        ['deleteSessionsByUserId', '1'],
      ])
    },
  )

  test('is not checked where no addresses are proven or the proof is older', async () => {
    expect(await keeps(configOf(METHODS, { providers: [] }), null)).toBe(true)
    expect(await keeps(configOf(), null, { ...ADA, emailVerified: PROVEN })).toBe(true)
  })

  test('is refused without an error in a store that cannot unlink it', async () => {
    const methods = Object.entries(METHODS).filter(([name]) => name !== 'unlinkAccount')
    expect(await keeps(configOf(Object.fromEntries(methods)), null)).toBe(false)
    expect(calls).toEqual([['getUser', '1']])
  })
})
