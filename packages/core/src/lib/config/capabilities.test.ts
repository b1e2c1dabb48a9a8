import { describe, expect, it } from 'vitest'
import { MemoryDevices } from '../../../../../test/adapters/memory-devices.ts'
import type { Adapter, AdapterCapabilities } from '../types/adapter.ts'
import type { SessionOptions } from '../types/config.ts'
import { checkCapabilities } from './store.ts'
import { findWeaknesses } from './warnings.ts'

const never = (): never => {
  throw new Error('Nothing is called here.')
}
const METHODS: Adapter = {
  createVerificationToken: never,
  useVerificationToken: never,
  getVerificationToken: never,
  transaction: never,
  compareAndSetSession: never,
  listSessionsByUserId: never,
  deleteSessionsByUserId: never,
  listAccountsByUserId: never,
  updateAccount: never,
  appendRevocations: never,
  listRevocations: never,
  getRevocation: never,
  records: new MemoryDevices().records,
  spend: never,
}
const adapter = (capabilities: AdapterCapabilities): Adapter => ({ ...METHODS, capabilities })

/** The other requirements of an option, for tests of a single one. */
const LISTS: AdapterCapabilities = { records: true }
const READS: AdapterCapabilities = { tokenReads: true }
const UPDATES: AdapterCapabilities = { accountUpdates: true }

describe('an option that needs a capability', () => {
  it.each([
    [{ adapterRequires: ['transactions'] as const }, 'adapterRequires', 'transactions'],
    [{ session: { endAllOnSignOut: true } }, 'session.endAllOnSignOut', 'revocation'],
    [{ account: { updateOnSignIn: true } }, 'account.updateOnSignIn', 'accountUpdates'],
    [{ account: { page: true } }, 'account.page', 'accountUpdates', 'database', READS],
    [{ account: { page: true } }, 'account.page', 'tokenReads', 'jwt', UPDATES],
    [{ account: { page: { requireFresh: 60 } } }, 'account.page', 'tokenReads', 'jwt', UPDATES],
    [{ session: { devices: true } }, 'session.devices', 'revocation', 'database', LISTS],
    [{ session: { devices: {} } }, 'session.devices', 'revocation', 'database', LISTS],
    [{ session: { revocation: true } }, 'session.revocation', 'revocationFeed', 'jwt'],
    [{ session: { revocation: {} } }, 'session.revocation', 'revocationFeed', 'jwt'],
  ] as const)('%j is refused without it, with the alternatives', (...row) => {
    const [input, option, capability, strategy = 'database', others = {}] = row
    const attempt = (given?: AdapterCapabilities) => () => {
      const store = given && { adapter: adapter({ ...others, ...given }) }
      checkCapabilities({ ...input, ...store }, strategy)
    }
    const leave =
      option === 'adapterRequires' ? `leave "${capability}" out of` : `leave \`${option}\` out`
    const message = new RegExp(
      `\`${option}\`.*"${capability}".*adapter-sql(?: with \`\\w+: true\`)?; or ${leave}`,
    )
    expect(attempt({ atomicConsume: true })).toThrow(message)
    expect(attempt({ [capability]: false })).toThrow(/the adapter does not declare/)
    expect(attempt()).toThrow(/there is no adapter/)
    expect(attempt({ [capability]: true })).not.toThrow()
  })

  it('that is unknown is named, with the known ones', () => {
    // A configuration without types allows it.
    const adapterRequires = ['time travel'] as unknown as readonly ['ttl']
    expect(() => {
      checkCapabilities({ adapterRequires, adapter: adapter({}) }, 'jwt')
    }).toThrow(/unknown capability "time travel".*atomicConsume, .*ttl/)
  })

  it('cannot end sessions that are not stored', () => {
    const input = { session: { endAllOnSignOut: true }, adapter: adapter({ revocation: true }) }
    expect(() => {
      checkCapabilities(input, 'jwt')
    }).toThrow(/session\.strategy.*database/)
  })

  it('requires nothing when it is switched off', () => {
    const session = { endAllOnSignOut: false, revocation: false, devices: false }
    const off = { session, account: { updateOnSignIn: false } }
    for (const strategy of ['jwt', 'database'] as const) {
      expect(() => {
        checkCapabilities(off, strategy)
      }).not.toThrow()
    }
  })
})

describe('session.devices', () => {
  const withRecords = adapter({ records: true, revocation: true, revocationFeed: true })
  const without: Adapter = {
    ...withRecords,
    records: { ...new MemoryDevices().records, keeps: () => false },
  }

  it.each([
    [
      'an adapter without records',
      adapter({ revocation: true, revocationFeed: true }),
      /the adapter does not have/,
    ],
    ['an adapter without a place for devices', without, /the adapter does not have/],
    ['no adapter', undefined, /cannot be had: there is no adapter/],
  ])('is refused with %s, with the alternatives', (_, store, why) => {
    for (const strategy of ['jwt', 'database'] as const) {
      for (const devices of [true, {}]) {
        const session = { devices, revocation: strategy === 'jwt' }
        const check = (): void => {
          checkCapabilities({ session, ...(store && { adapter: store }) }, strategy)
        }
        expect(check).toThrow(why)
        expect(check).toThrow(
          /^`session\.devices` needs a place for the table "auth_sessions_devices", .*adapter-sql with `sessionControl: true`.*latchstring schema --session-control.*leave `session\.devices` out and show no devices\.$/,
        )
      }
    }
  })
})

describe('an option of the sessions of one strategy', () => {
  const able = adapter({ records: true, revocation: true, revocationFeed: true })
  const check = (session: SessionOptions, strategy: 'jwt' | 'database') => () => {
    checkCapabilities({ session, adapter: able }, strategy)
  }

  it.each([true, {}])('session.devices: %j needs sessions that can be ended', (devices) => {
    expect(check({ devices }, 'jwt')).toThrow(
      expect.objectContaining({ type: 'InvalidConfiguration' }),
    )
    expect(check({ devices }, 'jwt')).toThrow(
      /^`session\.devices` lists .* "jwt" cannot .*without `session\.revocation`\. Set it to true, .*"database"\.$/,
    )
    expect(check({ devices, revocation: false }, 'jwt')).toThrow(/^`session\.devices`/)
    expect(check({ devices, revocation: true }, 'jwt')).not.toThrow()
    expect(check({ devices }, 'database')).not.toThrow()
  })

  it.each([true, {}])(
    'session.devices: %j needs the capability "revocation" only for sessions in a database',
    (devices) => {
      const store = adapter({ records: true, revocationFeed: true })
      const attempt = (session: SessionOptions, strategy: 'jwt' | 'database') => () => {
        checkCapabilities({ session: { devices, ...session }, adapter: store }, strategy)
      }
      expect(attempt({ revocation: true }, 'jwt')).not.toThrow()
      expect(attempt({}, 'database')).toThrow(
        /^`session\.devices` needs the capability "revocation" \(all sessions of a user can be listed and ended\)/,
      )
    },
  )

  it.each([true, {}])('session.revocation: %j is refused for stored sessions', (revocation) => {
    expect(check({ revocation }, 'database')).toThrow(
      expect.objectContaining({ type: 'InvalidConfiguration' }),
    )
    expect(check({ revocation }, 'database')).toThrow(
      /^`session\.revocation` is for .*"database", whose sessions end in the store at once\. Leave it out, or .* "jwt"\.$/,
    )
    expect(check({ revocation }, 'jwt')).not.toThrow()
  })
})

describe('adapterRequires', () => {
  it.each([
    ['atomicConsume', 'verification token', 'use a token twice'],
    ['transactions', 'together or not at all', 'rolled back'],
    ['uniqueConstraints', 'second user', 'unique index'],
    ['uniqueTokens', 'second verification token', 'passkey options'],
    ['tokenReads', 'without being used up', 'report a used one'],
    ['compareAndSet', 'moved once', 'each of them write it'],
    ['ttl', 'disappear by themselves', 'delete them from time to time'],
    ['revocation', 'listed and ended', 'end each session where it is used'],
    ['accountUpdates', 'listed and changed', 'in the event `signIn`'],
    [
      'authenticatorUse',
      'of several simultaneous sign-ins with one value of the counter of a security key one succeeds',
      'accept that a copied key may pass beside the original',
    ],
    ['authenticatorDeletion', 'passkeys are deleted', 'leave their rows'],
    ['records', 'tables that are data are kept', 'go without them'],
    ['revocationFeed', 'every process learns', 'to "database": .* until it expires'],
    ['counters', 'share one count of attempts', 'each process count by itself'],
  ] as const)('explains %s and what to do without it', (capability, is, without) => {
    for (const given of [{}, undefined]) {
      const attempt = (): void => {
        const store: Adapter = given === undefined ? METHODS : { ...METHODS, capabilities: given }
        checkCapabilities({ adapterRequires: [capability], adapter: store }, 'jwt')
      }
      expect(attempt).toThrow(
        new RegExp(
          `"${capability}" \\([^)]*${is}[^)]*\\), .* leave "${capability}" out of \`adapterRequires\` and .*${without}`,
        ),
      )
    }
  })

  it.each([
    ['records', 'records: true'],
    ['revocationFeed', 'sessionControl: true'],
    ['counters', 'sessionControl: true'],
  ] as const)('names the option by which the adapter for SQL has %s', (capability, option) => {
    expect(() => {
      checkCapabilities({ adapterRequires: [capability], adapter: adapter({}) }, 'jwt')
    }).toThrow(`such as @latchstring/adapter-sql with \`${option}\`; or leave`)
  })

  it('is recommended where a passkey response may be used twice', () => {
    const keys = new Set(['webauthn'] as const)
    expect(findWeaknesses({ adapter: adapter({}) }, keys, 'database')).toEqual([
      expect.stringMatching(/^Without "atomicConsume" two who use a link or a passkey/),
    ])
  })
})

describe('a declared capability', () => {
  it.each(['uniqueConstraints', 'uniqueTokens', 'ttl'] as const)('%s needs no method', (name) => {
    expect(() => {
      checkCapabilities({ adapter: { capabilities: { [name]: true } } }, 'jwt')
    }).not.toThrow()
  })

  it('names all methods that are missing', () => {
    expect(() => {
      checkCapabilities({ adapter: { capabilities: { revocation: true } } }, 'jwt')
    }).toThrow(/"revocation" and has no listSessionsByUserId, deleteSessionsByUserId\.$/)
  })

  it.each([
    ['atomicConsume', 'createVerificationToken'],
    ['atomicConsume', 'useVerificationToken'],
    ['transactions', 'transaction'],
    ['tokenReads', 'getVerificationToken'],
    ['compareAndSet', 'compareAndSetSession'],
    ['revocation', 'listSessionsByUserId'],
    ['revocation', 'deleteSessionsByUserId'],
    ['accountUpdates', 'listAccountsByUserId'],
    ['accountUpdates', 'updateAccount'],
    ['authenticatorUse', 'useAuthenticator'],
    ['authenticatorDeletion', 'deleteAuthenticator'],
    ['revocationFeed', 'appendRevocations'],
    ['revocationFeed', 'listRevocations'],
    ['revocationFeed', 'getRevocation'],
    ['counters', 'spend'],
  ] as const)('%s has to come with %s', (capability, method) => {
    const check = (declared: boolean) => () => {
      const { [method]: _, ...methods } = METHODS
      checkCapabilities(
        { adapter: { ...methods, capabilities: { [capability]: declared } } },
        'jwt',
      )
    }
    expect(check(true)).toThrow(
      new RegExp(`declares the capability "${capability}" .* no ${method}`),
    )
    expect(check(false)).not.toThrow()
  })
})

describe('a capability that an adapter does not declare', () => {
  const mail = new Set(['email'] as const)
  const oauth = new Set(['oidc', 'credentials'] as const)

  it('causes a warning with name, consequence and fix', () => {
    expect(findWeaknesses({ adapter: adapter({}) }, mail, 'database')).toEqual([
      expect.stringMatching(/"atomicConsume".*link.*adapter-sql.*`adapterRequires`/),
    ])
    expect(
      findWeaknesses({ adapter: adapter({ uniqueConstraints: true }) }, oauth, 'database'),
    ).toEqual([
      expect.stringMatching(/"atomicConsume".*cookies were copied.*15 minutes.*adapter-sql/),
    ])
    expect(
      findWeaknesses({ adapter: adapter({ atomicConsume: true }) }, oauth, 'database'),
    ).toEqual([
      expect.stringMatching(/"uniqueConstraints".*two users.*adapter-sql.*`adapterRequires`/),
    ])
  })

  it('for the first proof of an address causes a warning where other sign-ins exist', () => {
    const others = adapter({ atomicConsume: true, uniqueConstraints: true })
    const accounts: unknown = expect.stringMatching(/"accountUpdates".*first proof.*adapter-sql/)
    const sessions: unknown = expect.stringMatching(/"revocation".*first proof.*adapter-sql/)
    const both = new Set([...mail, ...oauth])
    expect(findWeaknesses({ adapter: others }, both, 'database')).toEqual([accounts, sessions])
    expect(findWeaknesses({ adapter: others }, both, 'jwt')).toEqual([accounts])
    expect(findWeaknesses({ adapter: others }, mail, 'database')).toEqual([])
  })

  it('causes no warning where it does not matter', () => {
    const all = adapter({
      atomicConsume: true,
      uniqueConstraints: true,
      accountUpdates: true,
      revocation: true,
    })
    expect(findWeaknesses({ adapter: all }, new Set([...mail, ...oauth]), 'database')).toEqual([])
    expect(findWeaknesses({ adapter: adapter({}) }, new Set(['credentials']), 'database')).toEqual(
      [],
    )
    expect(findWeaknesses({}, oauth, 'database')).toEqual([])
    expect(findWeaknesses({ adapter: adapter({}), adapterRequires: [] }, mail, 'database')).toEqual(
      [],
    )
  })
})
