import { readdirSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'

interface User {
  readonly id?: unknown
  readonly emailVerified?: unknown
}
interface AnyProvider {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly options?: object
  readonly checks?: readonly string[]
  readonly requires?: readonly string[]
  readonly deprecated?: string
  readonly sendVerificationRequest?: unknown
  readonly profile?: (profile: object, tokens: object) => User | Promise<User>
}
type Factory = (options?: object) => AnyProvider

interface Subject {
  /** Name of the file without its ending. */
  readonly file: string
  readonly factory: Factory
  /** Requests that were made while it was imported and called with nothing. */
  readonly requests: number
}

/** Imports a provider and calls it once, with eyes on the network. */
async function load(file: string): Promise<Subject> {
  const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network'))
  try {
    const module = await vi.importActual<{ readonly default: Factory }>(`./${file}.ts`)
    module.default()
    return { file, factory: module.default, requests: fetch.mock.calls.length }
  } finally {
    fetch.mockRestore()
  }
}

const subjects: Subject[] = []
// One after the other, so that a request is that of the provider.
for (const name of readdirSync(new URL('.', import.meta.url))) {
  if (!name.endsWith('.test.ts')) subjects.push(await load(name.replace(/\.ts$/, '')))
}

const TYPES = ['oauth', 'oidc', 'email', 'credentials', 'webauthn']
const CHECKS = ['pkce', 'state', 'nonce']

it('the ids of all provider modules are unique', () => {
  const ids = subjects.map(({ factory }) => factory().id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

describe.each(subjects)('$file', ({ file, factory, requests }) => {
  it('makes no request when it is imported and called', () => {
    expect(requests).toBe(0)
  })

  it('can be called with `{}` and without arguments', () => {
    for (const provider of [factory({}), factory()]) {
      // Some files say more than the id does: whose product it is.
      expect(provider.id).toMatch(/^[\w.~-]+$/)
      expect(`-${file}-`).toContain(`-${provider.id}-`)
      expect(provider.name).toMatch(/\S/)
      expect(TYPES).toContain(provider.type)
    }
  })

  it('keeps options apart from defaults, so that the environment is read in between', () => {
    const options = Object.freeze({
      clientId: 'client',
      clientSecret: 'secret',
      issuer: 'https://issuer.example.com/tenant',
      apiKey: 'key',
    })
    const provider = factory(options)
    expect(provider.options).toEqual(options)
    for (const member of ['clientId', 'clientSecret', 'apiKey']) {
      expect(provider).not.toHaveProperty(member)
      expect(factory({})).not.toHaveProperty(member)
    }
  })

  it('returns a new object for each call', () => {
    expect(factory({})).not.toBe(factory({}))
  })

  it('omits only PKCE and nonce, and only from existing checks', () => {
    const { type, checks = ['state'] } = factory({})
    expect(checks).toContain('state')
    expect(type === 'oidc' ? CHECKS : ['pkce', 'state']).toEqual(
      expect.arrayContaining([...checks]),
    )
    expect(new Set(checks).size).toBe(checks.length)
  })

  it('documents deprecation and warnings in sentences', () => {
    const { requires = [], deprecated = 'Nothing is wrong.' } = factory({})
    for (const member of requires) expect(member).toMatch(/^[a-z][A-Za-z]+$/)
    expect(deprecated).toMatch(/^[^\n]+[.)]$/)
  })

  it('has the members its type needs', () => {
    const { type, sendVerificationRequest, profile } = factory({})
    expect(typeof sendVerificationRequest).toBe(type === 'email' ? 'function' : 'undefined')
    expect(typeof profile).toBe(type === 'oauth' || type === 'oidc' ? 'function' : 'undefined')
  })
})

/** An address, and something odd in every place in which services say that it is verified. */
function unproven(value: unknown): object {
  const email = 'a@example.com'
  const attributes = { email, is_email_verified: value }
  return {
    sub: 'auth0|1',
    email,
    emailVerified: value,
    confirmed_email: value,
    email_verified: value,
    verified: value,
    emails: [{ email, primary: true, verified: value }],
    kakao_account: { email, is_email_valid: value, is_email_verified: value },
    data: { attributes },
  }
}

/** An answer in which every member has the same value. */
function allMembers(value: unknown): object {
  return new Proxy({}, { get: (_, name) => (typeof name === 'symbol' ? undefined : value) })
}

describe.each(subjects.filter(({ factory }) => factory().profile))(
  'the profile of $file',
  ({ factory }) => {
    const userOf = async (profile: object): Promise<User | undefined> =>
      factory({}).profile?.(profile, {})

    it('accepts an empty response without inventing values', async () => {
      const user = await userOf({})
      expect(user).toMatchObject({ name: null, email: null, image: null })
      expect(user?.id).toBeUndefined()
      expect([null, false]).toContain(user?.emailVerified)
    })

    it.each([[{}], [[]], [1], ['yes'], [{ toString: () => 'x' }]])(
      'accepts %j as name, address and picture, with nothing verified',
      async (value) => {
        const odd = { email: value, name: value, picture: value, avatar_url: value }
        const flags = { email_verified: value, verified: value, xms_edov: value, confirmed_at: 1 }
        const user = await userOf({ ...odd, ...flags })
        expect([null, false]).toContain(user?.emailVerified)
        expect([null, false]).toContain((await userOf(unproven(value)))?.emailVerified)
      },
    )

    it.each([[{}], [[]], [[{}]], [1], [true], [null], [''], ['yes'], [{ toString: 1 }]])(
      'accepts %j in place of every value, without an id from an invalid value',
      async (value) => {
        const user = await userOf(allMembers(value))
        // The `sub` of OpenID Connect has been checked before a profile is made of it.
        if (factory().type === 'oidc') return
        const usable = typeof value === 'string' || typeof value === 'number'
        expect(['undefined', ...(usable ? ['string'] : [])]).toContain(typeof user?.id)
      },
    )

    it('has no id for a number beyond the safe integers', async () => {
      // JSON has 9007199254740993 here.
      const user = await userOf(allMembers(2 ** 53))
      if (factory().type !== 'oidc') expect(user?.id).toBeUndefined()
    })

    it.each([[{}], [[]], [true], [null], [{ toString: () => '1' }]])(
      'has no id for the id %j',
      async (value) => {
        const user = await userOf({ id: value })
        expect(user?.id).toBeUndefined()
      },
    )
  },
)
