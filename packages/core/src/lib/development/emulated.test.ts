import { describe, expect, it, vi } from 'vitest'
import Auth0 from '../../providers/auth0.ts'
import Credentials from '../../providers/credentials.ts'
import GitHub from '../../providers/github.ts'
import Google from '../../providers/google.ts'
import Resend from '../../providers/resend.ts'
import { METHODS } from '../config/adapter.ts'
import { mergeOptions } from '../config/provider-options.ts'
import { resolveConfig } from '../config/resolve.ts'
import { customFetch } from '../types/symbols.ts'
import type { Adapter } from '../types/adapter.ts'
import type { Fetch, Provider, ProviderObject } from '../types/provider.ts'
import { connect, emulateAll, findKeyless, type KeylessProvider } from './emulated.ts'

const ORIGIN = 'http://127.0.0.1:4400'

const adapter: Adapter = Object.fromEntries(
  METHODS.map((name) => [name, () => Promise.resolve(null)]),
)

/** Providers without keys, as a configuration of development has them. */
function find(
  providers: readonly unknown[],
  store: { readonly adapter?: Adapter } = {},
): readonly KeylessProvider[] {
  const { keyless, skipped } = resolveConfig(
    {
      // As applications without types list them.
      providers: providers as readonly Provider[],
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      logger: { warn: () => {}, error: () => {} },
      ...store,
    },
    { env: { NODE_ENV: 'development' }, clock: () => 0, basePath: '/auth' },
  )
  if (!keyless) return []
  return findKeyless(keyless, new Set(skipped.map(({ id }) => id)))
}

const found = (...args: Parameters<typeof find>) =>
  find(...args).map(({ index, id, service }) => [index, id, service])

describe('Providers without keys', () => {
  it('are found in their places, under the names of the configuration and of the catalogue', () => {
    const whole = Google({ clientId: 'a', clientSecret: 'b' })
    expect(found([GitHub, null, whole, GitHub({ id: 'second' })])).toEqual([
      [0, 'github', 'github'],
      [3, 'second', 'github'],
    ])
  })

  it.each(['clientId', 'clientSecret', 'apiKey', 'server'])(
    'are none of those that have a `%s`',
    (name) => {
      const half = (value: unknown) => ({ ...Google({}), options: { [name]: value } })
      expect(found([half('x'), GitHub])).toEqual([[1, 'github', 'github']])
      for (const value of ['', null, undefined]) {
        expect(found([half(value)])).toEqual([[0, 'google', 'google']])
      }
    },
  )

  it('do not replace providers with a client id that lack another key', () => {
    expect(found([Auth0({ clientId: 'x' }), Auth0({ id: 'second' })])).toEqual([
      [1, 'second', 'auth0'],
    ])
  })

  it('do not replace providers that the application wrote itself', () => {
    const { options: _options, ...written } = GitHub({})
    expect(found([written, () => ({ ...GitHub({}), id: 'mine' })])).toEqual([[1, 'mine', 'mine']])
  })

  it('send mail only beside a store, and only for a service with a key', () => {
    expect(found([Resend])).toEqual([])
    expect(found([Resend], { adapter })).toEqual([[0, 'resend', 'resend']])
    const { requires: _requires, ...own } = Resend({})
    // As JavaScript may have it.
    const broken = { ...own, sendVerificationRequest: 'mail' }
    expect(found([broken, GitHub], { adapter })).toEqual([[1, 'github', 'github']])
  })

  it('are of no other kind', () => {
    // As JavaScript may have it.
    const people = Credentials({ authorize: 'nothing' } as never)
    expect(found([people, GitHub])).toEqual([[1, 'github', 'github']])
  })
})

/** Requests to `latchstring dev`, and its answers. */
function stubDevelopment(answer: (path: string) => Response): [string, RequestInit | undefined][] {
  const asked: [string, RequestInit | undefined][] = []
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    asked.push([address, init])
    return Promise.resolve(answer(address.slice(ORIGIN.length)))
  })
  return asked
}

const AUTHORIZATION = `${ORIGIN}/github/https/github.com/login/oauth/authorize`

async function emulate(
  providers: readonly Provider[],
  answer: (path: string) => Response,
  store: { readonly adapter?: Adapter } = {},
) {
  const asked = stubDevelopment(answer)
  const keyless = find(providers, store)
  const connections = await connect(keyless, ORIGIN)
  const emulated = await emulateAll(providers, keyless, {
    connections,
    origin: ORIGIN,
    shown: ORIGIN,
  })
  return { asked, connections, emulated, merged: emulated.map((one) => mergeOptions(one, {})) }
}

describe('An emulator', () => {
  const connection = {
    options: { clientId: 'made', clientSecret: 'up' },
    authorization: AUTHORIZATION,
  }

  it.each<[string, Provider]>([
    ['a function', GitHub],
    ['an object', GitHub({ authorization: { params: { scope: 'repo' } } })],
  ])('takes the place of a provider that is %s', async (_, provider) => {
    const whole = Google({ clientId: 'a', clientSecret: 'b' })
    const { asked, emulated, merged } = await emulate([whole, provider], () =>
      Response.json(connection),
    )
    expect(asked.map(([address]) => address)).toEqual([`${ORIGIN}/github/connection`])
    expect(asked[0]?.[1]?.signal).toBeInstanceOf(AbortSignal)
    expect(emulated[0]).toBe(whole)
    expect(merged[1]).toMatchObject({ ...connection.options, id: 'github' })
    expect(merged[1]).toHaveProperty('authorization.url', AUTHORIZATION)
    expect(merged[1]).not.toHaveProperty('token.clientPrivateKey')
  })

  it('is asked for the scopes of the application', async () => {
    const params = { scope: 'repo' }
    const { merged } = await emulate([GitHub({ authorization: { params } })], () =>
      Response.json(connection),
    )
    expect(merged[0]).toHaveProperty('authorization', { params, url: AUTHORIZATION })
  })

  it('is asked for what would be asked of the service', async () => {
    const { asked, merged } = await emulate([GitHub], () => Response.json(connection))
    // The value of this symbol is a function like `fetch`.
    const send = Reflect.get(merged[0] ?? {}, customFetch) as Fetch
    const init = { method: 'POST' }
    await send('https://api.github.com/user/emails?page=2', init)
    expect(asked.at(-1)).toEqual([`${ORIGIN}/github/https/api.github.com/user/emails?page=2`, init])
  })

  it('signs with the key that it names, which cannot be exported', async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ])
    const key = { ...(await crypto.subtle.exportKey('jwk', pair.privateKey)), kid: 'k1' }
    const { merged } = await emulate([GitHub], () => Response.json({ ...connection, key }))
    const signing: unknown = expect.objectContaining({
      type: 'private',
      extractable: false,
      usages: ['sign'],
      algorithm: { name: 'ECDSA', namedCurve: 'P-256' },
    })
    expect(merged[0]).toHaveProperty('token.clientPrivateKey', { kid: 'k1', key: signing })
  })

  it('is not used where the service has no emulator', async () => {
    const { connections, emulated } = await emulate([GitHub, Google], (path) =>
      path.startsWith('/github')
        ? new Response('Not found', { status: 404 })
        : Response.json(connection),
    )
    expect(connections).toEqual([undefined, connection])
    expect(emulated[0]).toBe(GitHub)
    expect(emulated[1]).not.toBe(Google)
  })
})

describe('The mailbox', () => {
  const params = {
    identifier: 'ada@example.com',
    url: 'https://app.example/auth/callback/resend?token=x',
    expires: new Date(0),
    token: 'x',
    code: '123 456',
    theme: {},
    request: new Request('https://app.example/'),
    fetch: () => Promise.reject(new Error('The service is asked for nothing.')),
  }

  async function sendWith(provider: ProviderObject | undefined): Promise<void> {
    if (provider?.type !== 'email') expect.fail('It sends no mail.')
    await provider.sendVerificationRequest?.({ ...params, provider })
  }

  it.each([
    [undefined, 'Your application <no-reply@localhost>'],
    ['Acme <hello@acme.example>', 'Acme <hello@acme.example>'],
  ])('gets the mails of a service without a key, with `from` as %s', async (from, sender) => {
    const { asked, connections, merged } = await emulate(
      [from === undefined ? Resend : Resend({ from })],
      () => new Response(''),
      { adapter },
    )
    expect(connections).toEqual(['mailbox'])
    expect(merged[0]).toHaveProperty('requires', [])
    await sendWith(merged[0])
    expect(asked.map(([address]) => address)).toEqual([`${ORIGIN}/mail`, `${ORIGIN}/mail`])
    const [, init] = asked.at(-1) ?? []
    expect(init).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } })
    expect(init?.signal).toBeInstanceOf(AbortSignal)
    const body = typeof init?.body === 'string' ? init.body : ''
    expect(JSON.parse(body)).toMatchObject({ to: 'ada@example.com', from: sender })
    expect(body).toContain('123 456')
  })

  it('that refuses a mail fails the sign-in, with its status', async () => {
    const { merged } = await emulate([Resend], () => new Response(''), { adapter })
    stubDevelopment(() => new Response('', { status: 507 }))
    await expect(sendWith(merged[0])).rejects.toThrow(`The mailbox at ${ORIGIN} answered HTTP 507.`)
  })
})
