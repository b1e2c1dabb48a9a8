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
  readonly profile?: (profile: object, tokens: object) => User | Promise<User>
}
type Factory = (options?: object) => AnyProvider

/** Imports a module anew, with whatever it does when it is imported. */
async function load(id: string): Promise<Factory> {
  vi.resetModules()
  const module = await vi.importActual<{ readonly default: Factory }>(`./${id}.ts`)
  return module.default
}

async function hasProfile(id: string): Promise<boolean> {
  const factory = await load(id)
  return factory({}).profile !== undefined
}

const ids = readdirSync(new URL('.', import.meta.url))
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => file.replace(/\.ts$/, ''))
const withProfile: string[] = []
for (const id of ids) if (await hasProfile(id)) withProfile.push(id)

async function userOf(id: string, profile: object): Promise<User | undefined> {
  const factory = await load(id)
  return factory({}).profile?.(profile, {})
}

describe.each(ids)('%s', (id) => {
  it('makes no request when it is imported and called', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network'))
    const factory = await load(id)
    factory({})
    expect(fetch).not.toHaveBeenCalled()
  })

  it('can be called with `{}` and without arguments', async () => {
    const factory = await load(id)
    for (const provider of [factory({}), factory()]) {
      expect(provider.id).toBe(id)
      expect(provider.name).toMatch(/\S/)
      expect(['oauth', 'oidc', 'email', 'credentials', 'webauthn']).toContain(provider.type)
    }
  })

  it('keeps options apart from defaults, so that the environment can stand between', async () => {
    const factory = await load(id)
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

  it('gives each call an object of its own', async () => {
    const factory = await load(id)
    expect(factory({})).not.toBe(factory({}))
  })

  it('leaves the default checks alone', async () => {
    const factory = await load(id)
    expect(factory({})).not.toHaveProperty('checks')
  })
})

describe.each(withProfile)('the profile of %s', (id) => {
  it('survives an empty answer, and makes up nothing', async () => {
    const user = await userOf(id, {})
    expect(user).toMatchObject({ name: null, email: null, image: null })
    expect(user?.id).toBeUndefined()
    expect([null, false]).toContain(user?.emailVerified)
  })

  it.each([[{}], [[]], [1], ['yes'], [{ toString: () => 'x' }]])(
    'survives %j in the place of name, address and picture, and calls nothing verified',
    async (value) => {
      const odd = { email: value, name: value, picture: value, avatar_url: value }
      const flags = { email_verified: value, verified: value, xms_edov: value, confirmed_at: 1 }
      const user = await userOf(id, { ...odd, ...flags })
      expect([null, false]).toContain(user?.emailVerified)
    },
  )

  it.each([[{}], [[]], [true], [null], [{ toString: () => '1' }]])(
    'has no id for the id %j',
    async (value) => {
      const user = await userOf(id, { id: value })
      expect(user?.id).toBeUndefined()
    },
  )
})
