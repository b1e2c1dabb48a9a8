import { describe, expect, it } from 'vitest'
import { MemoryDevices } from '../../../../../test/adapters/memory-devices.ts'
import type { Adapter } from '../types/adapter.ts'
import { provesAddresses } from './first-proof.ts'
import { sortProviders } from './mail-sender.ts'
import type { ConfiguredProvider } from './providers.ts'
import { validateConfig } from './validate.ts'
import { normalizeBasePath } from './base-path.ts'

type Kind = ConfiguredProvider['kind']
type Input = Parameters<typeof validateConfig>[0]

type Given = Kind | { readonly config: object }

/** Providers as far as they are looked at here. */
function providersOf(...kinds: readonly Given[]): ReadonlyMap<string, ConfiguredProvider> {
  return new Map(
    kinds.map((one, index) => {
      const provider = typeof one === 'string' ? { kind: one, config: {} } : one
      // The rest of a provider is of no interest.
      return [`p${index}`, { kind: 'webauthn', id: `p${index}`, ...provider } as ConfiguredProvider]
    }),
  )
}

function validate(input: Input, kinds: readonly Given[], strategy: 'jwt' | 'database'): void {
  const providers = providersOf(...kinds)
  validateConfig(input, providers, {
    strategy,
    provesAddresses: provesAddresses({
      adapter: input.adapter,
      ...sortProviders(providers),
      skipped: [],
    }),
  })
}

const USERS = ['createUser', 'getUser', 'getUserByEmail']
const ACCOUNTS = ['getUserByAccount', 'linkAccount']
const SESSIONS = ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession']
const TOKENS = ['createVerificationToken', 'useVerificationToken']
const MAIL = [...TOKENS, 'getUserByEmail', 'createUser', 'updateUser']
const KEYS = [
  'getAccount',
  'getAuthenticator',
  'createAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
]
const ALL = new Set([...USERS, ...ACCOUNTS, ...SESSIONS, ...MAIL, ...KEYS])

const unused = (): never => {
  throw new Error('Nothing is called while a configuration is checked.')
}

const adapterOf = (methods: Iterable<string>): Adapter =>
  Object.fromEntries(Array.from(methods, (name) => [name, unused]))

/** The problem of a configuration, if there is one. */
function messageOf(check: () => void): string | undefined {
  try {
    check()
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return undefined
}

const EXPERIMENTAL = { experimental: { enableWebAuthn: true } }

interface Case {
  readonly feature: string
  readonly kinds: readonly Kind[]
  readonly strategy: 'jwt' | 'database'
  readonly needed: readonly string[]
  /** The alternative, where a configuration needs an adapter. */
  readonly otherwise?: RegExp
}

const CASES: readonly Case[] = [
  { feature: 'nothing', kinds: [], strategy: 'jwt', needed: [] },
  { feature: 'Credentials', kinds: ['credentials'], strategy: 'jwt', needed: [] },
  {
    feature: 'Sign-in by email',
    kinds: ['email'],
    strategy: 'jwt',
    needed: MAIL,
    otherwise: /^Sign-in by email needs .* or leave the email providers out\.$/,
  },
  {
    feature: 'Credentials beside sign-in by email',
    kinds: ['email', 'credentials'],
    strategy: 'jwt',
    needed: [...MAIL, 'getUser'],
    otherwise: /^Sign-in by email needs /,
  },
  {
    feature: 'WebAuthn',
    kinds: ['webauthn'],
    strategy: 'jwt',
    needed: [...USERS, ...ACCOUNTS, ...KEYS, ...TOKENS],
    otherwise: /^WebAuthn needs .* or leave the WebAuthn providers out\.$/,
  },
  {
    feature: 'The session strategy "database"',
    kinds: [],
    strategy: 'database',
    needed: [...SESSIONS, 'getUser'],
    otherwise: /^The session strategy "database" needs .* or set `session\.strategy` to "jwt"\.$/,
  },
  {
    feature: 'Sign-in by OAuth with an adapter',
    kinds: ['oauth'],
    strategy: 'jwt',
    needed: [...USERS, ...ACCOUNTS],
  },
  {
    feature: 'Sign-in by OpenID Connect with an adapter',
    kinds: ['oidc'],
    strategy: 'jwt',
    needed: [...USERS, ...ACCOUNTS],
  },
]

describe.each(CASES)(
  'the adapter methods for $feature',
  ({ kinds, strategy, needed, otherwise }) => {
    const check = (adapter?: Adapter) => () => {
      const input: Input = { ...EXPERIMENTAL, ...(adapter && { adapter }) }
      validate(input, kinds, strategy)
    }

    const without = (gone: string): Adapter =>
      adapterOf([...ALL].filter((method) => method !== gone))

    it('are those it uses, and no more', () => {
      const refused = [...ALL].filter((method) => messageOf(check(without(method))) !== undefined)
      expect(refused).toEqual([...ALL].filter((method) => needed.includes(method)))
      for (const method of refused) {
        expect(check(without(method))).toThrow(
          expect.objectContaining({ type: 'MissingAdapterMethods' }),
        )
        expect(messageOf(check(without(method)))).toMatch(
          new RegExp(`needs ${method}; the adapter lacks them\\. Use one .*, or [a-z]+ .+\\.$`),
        )
      }
    })

    it('are all named when missing', () => {
      const message = messageOf(check({}))
      if (needed.length === 0) return expect(message).toBeUndefined()
      expect(message).toMatch(/needs \w+(?:, \w+)+; the adapter lacks them/)
    })

    it('are not needed without an adapter, or the error says what to do instead', () => {
      if (otherwise === undefined) return expect(check()).not.toThrow()
      expect(check()).toThrow(expect.objectContaining({ type: 'MissingAdapter' }))
      expect(check()).toThrow(otherwise)
    })
  },
)

describe('an adapter without a method', () => {
  it.each<[readonly Kind[], string, string]>([
    [['email', 'credentials'], 'getUser', 'Credentials beside sign-in by email'],
    [['email', 'credentials'], 'updateUser', 'Sign-in by email'],
    [['oauth'], 'linkAccount', 'Sign-in by OAuth with an adapter'],
    [['webauthn'], 'getAccount', 'WebAuthn'],
  ])('for %j without %s is %s', (kinds, gone, feature) => {
    const adapter = adapterOf([...ALL].filter((method) => method !== gone))
    expect(checks({ adapter }, ...kinds)).toThrow(
      new RegExp(`^${feature} needs ${gone}; the adapter lacks them\\.`),
    )
  })
})

function checks(input: object, ...kinds: readonly Given[]): () => void {
  return () => {
    // As JavaScript may have it.
    validate({ ...EXPERIMENTAL, ...input } as Input, kinds, 'jwt')
  }
}

const full = { adapter: adapterOf(ALL) }

describe('validation of passkeys', () => {
  it('requires the experimental flag', () => {
    for (const experimental of [undefined, {}, { enableWebAuthn: false }, { enableWebAuthn: 1 }]) {
      const attempt = checks({ ...full, experimental }, 'webauthn')
      expect(attempt).toThrow(expect.objectContaining({ type: 'ExperimentalFeatureNotEnabled' }))
      expect(attempt).toThrow('WebAuthn is used without its experimental flag.')
      expect(checks({ ...full, experimental }, 'email')).not.toThrow()
    }
    expect(checks(full, 'webauthn')).not.toThrow()
  })

  it('allows suggestions of one provider only', () => {
    const quiet = { config: { enableConditionalUI: false } }
    expect(checks(full, 'webauthn', quiet, quiet, 'email')).not.toThrow()
    expect(checks(full, quiet, quiet)).not.toThrow()
    expect(checks(full, 'webauthn', 'webauthn')).toThrow(
      expect.objectContaining({ type: 'DuplicateConditionalUI' }),
    )
    expect(checks(full, quiet, 'webauthn', 'email', 'webauthn')).toThrow(/^"p1" and "p3" have/)
  })
})

describe('a duration option', () => {
  it.each([
    ['session', 'maxAge', 1],
    ['session', 'updateAge', 0],
    ['session', 'absoluteMaxAge', 1],
    ['jwt', 'maxAge', 1],
    ['account', 'requireFresh', 1],
  ])('%s.%s is a whole number of seconds, at least %i', (group, name, least) => {
    for (const good of [undefined, least, 60]) {
      expect(checks({ [group]: { [name]: good } })).not.toThrow()
    }
    for (const bad of [least - 1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '60', null]) {
      expect(checks({ [group]: { [name]: bad } })).toThrow(
        `\`${group}.${name}\` has to be a whole number of seconds, at least ${least}.`,
      )
    }
  })
})

describe('an option of ended sessions', () => {
  const capabilities = { records: true, revocationFeed: true }
  const feed = ['appendRevocations', 'listRevocations', 'getRevocation']
  const { records } = new MemoryDevices()
  const store = { ...adapterOf([...ALL, ...feed]), records, capabilities }
  const given = (session: object) => checks({ adapter: store, session })
  const seconds = (name: string, least: number): string =>
    `\`${name}\` has to be a whole number of seconds, at least ${least}.`

  const ownToken = (): string => 'own'

  it.each([
    ['jwt', {}, true],
    ['database', {}, true],
    ['database', { generateSessionToken: ownToken }, false],
    ['database', { generateSessionToken: ownToken, devices: false }, false],
    ['database', { generateSessionToken: ownToken, absoluteMaxAge: 60 }, true],
  ] as const)('account.requireFresh is taken with %s and %j: %s', (strategy, session, isTaken) => {
    const attempt = (account: { requireFresh?: number | false }) => () =>
      validate({ adapter: store, session, account }, [], strategy)
    expect(attempt({})).not.toThrow()
    expect(attempt({ requireFresh: false })).not.toThrow()
    if (isTaken) expect(attempt({ requireFresh: 60 })).not.toThrow()
    else
      expect(attempt({ requireFresh: 60 })).toThrow(
        /^`account\.requireFresh` needs the time of the sign-in, which tokens of `session\.generateSessionToken` do not have\. Set /,
      )
  })

  it('may be a switch, or an object in which nothing is set', () => {
    for (const revocation of [undefined, true, false, {}]) {
      expect(given({ revocation })).not.toThrow()
    }
    for (const devices of [undefined, true, false, {}, { requireFresh: false }]) {
      expect(given({ revocation: true, devices })).not.toThrow()
    }
  })

  it.each([
    ['window', {}, 2, 3600],
    ['graceWithoutStore', {}, 30, 31],
    ['graceWithoutStore', { window: 100 }, 100, 101],
    ['graceWithoutStore', { window: 2 }, 2, 86_400],
  ] as const)('revocation.%s beside %j is at least %i seconds', (name, others, least, more) => {
    for (const good of [undefined, least, more]) {
      expect(given({ revocation: { ...others, [name]: good } })).not.toThrow()
    }
    for (const bad of [least - 1, least + 0.5, Number.NaN, '60']) {
      expect(given({ revocation: { ...others, [name]: bad } })).toThrow(
        seconds(`session.revocation.${name}`, least),
      )
    }
  })

  it('window is an hour at most', () => {
    const attempt = given({ revocation: { window: 3601, graceWithoutStore: 7200 } })
    expect(attempt).toThrow(expect.objectContaining({ type: 'InvalidConfiguration' }))
    expect(attempt).toThrow(
      /^`session\.revocation\.window` is more than an hour\. Set it to 3600 seconds at most\.$/,
    )
  })

  it('devices.requireFresh is a whole number of seconds, at least 1', () => {
    for (const revocation of [true, {}]) {
      for (const good of [undefined, 1, 600]) {
        expect(given({ revocation, devices: { requireFresh: good } })).not.toThrow()
      }
      for (const bad of [0, 1.5, '60', true]) {
        expect(given({ revocation, devices: { requireFresh: bad } })).toThrow(
          seconds('session.devices.requireFresh', 1),
        )
      }
    }
  })
})

describe('session.endOn', () => {
  const given = (endOn: unknown) => checks({ session: { endOn: endOn as object } }) // as plain JavaScript may

  it('may say of each change which sessions it ends', () => {
    for (const ends of ['none', 'others', 'all', undefined]) {
      expect(given({ 'password-changed': ends, 'user-deleted': ends })).not.toThrow()
    }
    for (const nothing of [undefined, {}]) expect(given(nothing)).not.toThrow()
  })

  it.each([
    ['password-changed', 'some'],
    ['email-changed', null],
    ['passkey-added', true],
    ['password', 'all'],
    ['toString', 'all'],
    ['__proto__', 'none'],
  ])(
    'with the member %j set to %j is refused, and the error lists the valid words',
    (name, ends) => {
      const attempt = given(Object.fromEntries([[name, ends]]))
      expect(attempt).toThrow(expect.objectContaining({ type: 'InvalidConfiguration' }))
      expect(attempt).toThrow(
        `\`session.endOn\` has ${JSON.stringify(ends)} for "${name}". Write "none", "others" or "all" for one of ` +
          'password-changed, password-reset, email-changed, passkey-added, passkey-removed, ' +
          'factor-added, factor-removed, recovery-used, account-linked, account-unlinked, ' +
          'user-disabled, user-deleted.',
      )
    },
  )
})

describe('a page of the application', () => {
  it.each([undefined, '/login', '/login?a=b', '/'])('may be %j', (signIn) => {
    expect(checks({ pages: { signIn } })).not.toThrow()
  })

  it.each(['', 'login', 'https://evil.example/', '//evil.example', '/\\evil.example', null])(
    'cannot be %j (RDR-01)',
    (error) => {
      const attempt = checks({ pages: { signIn: '/login', error } })
      expect(attempt).toThrow(expect.objectContaining({ type: 'InvalidConfiguration' }))
      expect(attempt).toThrow(/^`pages\.error` is not a path of the application, such as/)
    },
  )
})

describe('the base path', () => {
  it.each([
    ['/auth', '/auth'],
    ['auth', '/auth'],
    ['//auth//', '/auth'],
    ['a/b', '/a/b'],
    ['', '/'],
    ['/a.b/..c/d..', '/a.b/..c/d..'],
  ])('%j is %j', (given, path) => {
    expect(normalizeBasePath(given)).toBe(path)
  })

  it.each([
    '/.',
    '/..',
    '/./a',
    '/a/..',
    '/a/../b',
    '/a//b',
    '/a?',
    '/a#',
    '/a b',
    '/a\\b',
    '/%2e',
  ])('cannot be %j', (given) => {
    expect(() => normalizeBasePath(given)).toThrow(
      `\`basePath\` is not a plain path: ${JSON.stringify(given)}.`,
    )
  })
})
