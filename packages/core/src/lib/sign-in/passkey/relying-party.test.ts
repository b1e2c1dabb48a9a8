import { describe, expect, it } from 'vitest'
import type { ProviderOfKind } from '../../config/providers.ts'
import type { Context } from '../../request/context.ts'
import type {
  WebAuthnConfig,
  WebAuthnHookOptions,
  WebAuthnHookRequest,
} from '../../types/webauthn.ts'
import { requireRelyingParty } from './relying-party.ts'

const ORIGIN = 'https://app.example:8443'

const adapter = {}

function party(options: object): ReturnType<typeof requireRelyingParty> {
  // What is used of it.
  const context = {
    config: { actionBase: '/auth' },
    origin: { href: ORIGIN },
    request: {
      method: 'GET',
      action: 'webauthn-options',
      query: new Map([['of', 'a b']]),
      body: new Map([['c', 'd']]),
    },
  } as unknown as Context
  // As JavaScript may have it.
  const config = { id: 'passkey', name: 'Passkey', type: 'webauthn', ...options } as WebAuthnConfig
  const provider = { kind: 'webauthn', id: config.id, name: config.name, config, store: adapter }
  // The rest of a provider is of no interest.
  return requireRelyingParty(context, provider as unknown as ProviderOfKind<'webauthn'>)
}

const wrong = (message: string): object => ({ type: 'InvalidConfiguration', message })

describe('The relying party', () => {
  it('is the host of the application, its name with the port (WAN-02)', async () => {
    const own = { rpId: 'app.example', name: 'app.example:8443', origins: [ORIGIN] }
    expect(await party({})).toEqual(own)
    expect(await party({ relyingParty: {} })).toEqual(own)
  })

  it('is the configured one under either spelling, the first of several (WAN-02)', async () => {
    const given = { id: 'app.example', name: 'Example', origin: ['https://a.app.example', ORIGIN] }
    const expected = { rpId: 'app.example', name: 'Example', origins: given.origin }
    const other = { id: 'x.example', name: 'X', origin: 'https://x.example' }
    expect(await party({ relyingParty: given })).toEqual(expected)
    expect(await party({ relayingParty: given })).toEqual(expected)
    expect(await party({ relyingParty: given, relayingParty: other })).toEqual(expected)
    const several = { ...given, id: ['app.example', 'x'], name: ['Example', 'X'] }
    expect(await party({ relayingParty: several })).toEqual(expected)
    expect(await party({ relyingParty: other })).toMatchObject({ origins: ['https://x.example'] })
  })

  it('is the result of a function, which gets the request (WAN-02)', async () => {
    const seen: [WebAuthnHookOptions, WebAuthnHookRequest][] = []
    const options = {
      relyingParty: { id: 'elsewhere.example' },
      getRelayingParty: (...parameters: [WebAuthnHookOptions, WebAuthnHookRequest]) => {
        seen.push(parameters)
        return { id: 'app.example', name: 'App', origin: ORIGIN }
      },
    }
    expect(await party(options)).toEqual({ rpId: 'app.example', name: 'App', origins: [ORIGIN] })
    const [[hook, request] = []] = seen
    expect(hook?.provider).toMatchObject({ id: 'passkey', ...options })
    expect(hook?.adapter).toBe(adapter)
    expect(hook?.url.href).toBe(`${ORIGIN}/auth/webauthn-options/passkey?of=a+b`)
    expect(request).toEqual({
      method: 'GET',
      url: hook?.url,
      query: { of: 'a b' },
      body: { c: 'd' },
    })
  })

  it('is an error that names the function where that throws (WAN-02)', async () => {
    const thrown = new Error('own')
    await expect(party({ getRelayingParty: () => Promise.reject(thrown) })).rejects.toMatchObject({
      type: 'CallbackRouteError',
      message: 'The `getRelayingParty` function of "passkey" threw.',
      cause: { err: thrown },
    })
  })

  it.each([
    undefined,
    null,
    'app.example',
    [],
    {},
    { id: '', name: 'App', origin: ORIGIN },
    { id: 7, name: 'App', origin: ORIGIN },
    { id: 'app.example', name: '', origin: ORIGIN },
    { id: 'app.example', name: ['App'], origin: ORIGIN },
    { id: 'app.example', name: 'App' },
    { id: 'app.example', name: 'App', origin: '' },
    { id: 'app.example', name: 'App', origin: [ORIGIN, ''] },
    { id: 'app.example', name: 'App', origin: [ORIGIN, 7] },
  ])('may not be the result %j (WAN-02)', async (answer) => {
    await expect(party({ getRelayingParty: () => answer })).rejects.toMatchObject(
      wrong(
        '`getRelayingParty` of "passkey" has to return { id, name, origin }: texts that are not empty, and for `origin` also an array of them.',
      ),
    )
  })
})

describe('The origins of a relying party', () => {
  it.each([[[]], ['app.example'], [[ORIGIN, 'x']], [`${ORIGIN}/`], [[ORIGIN, `${ORIGIN}/`]]])(
    'may not be %j (WAN-01)',
    async (origin) => {
      const expected = wrong(
        '`relyingParty.origin` of "passkey" has to be an origin such as https://app.example.com, or several of them.',
      )
      await expect(party({ relyingParty: { origin } })).rejects.toMatchObject(expected)
    },
  )

  it.each([
    ['other.example', ORIGIN],
    ['pp.example', ORIGIN],
    ['sub.app.example', ORIGIN],
    ['app.example', 'http://other.example'],
  ])('must have the host %s or one under it, not %s (WAN-02)', async (id, origin) => {
    await expect(party({ relyingParty: { id, origin } })).rejects.toMatchObject(
      wrong(
        `\`relyingParty.id\` is ${JSON.stringify(id)}, which is neither the host of ${origin} nor a domain it belongs to.`,
      ),
    )
    const beside = party({ relyingParty: { id, origin: [`https://${id}`, origin] } })
    if (origin.startsWith('http:')) await expect(beside).rejects.toThrow(origin)
    else expect(await beside).toMatchObject({ rpId: id })
  })

  it.each([
    ['app.example', ORIGIN],
    ['intranet', 'https://intranet'],
    ['localhost', 'http://app.localhost'],
    ['app.example', 'http://a.app.example'],
    ['app.example', 'android:apk-key-hash:x'],
  ])('of %s may be %s (WAN-02)', async (id, origin) => {
    expect(await party({ relyingParty: { id, origin } })).toMatchObject({ origins: [origin] })
  })

  it('must have more than the last part of their host in common (WAN-02)', async () => {
    await expect(party({ relyingParty: { id: 'example', origin: ORIGIN } })).rejects.toMatchObject(
      wrong(
        '`relyingParty.id` is "example", which belongs to every domain below it. Use a host name of the application.',
      ),
    )
  })

  it('fit a cookie, to the character (WAN-02)', async () => {
    const origin = (length: number): readonly string[] => [
      'android:apk-key-hash:'.padEnd(length - JSON.stringify(['']).length, 'x'),
    ]
    const options = (origins: readonly string[]): object => ({ relyingParty: { origin: origins } })
    const longest = origin(2000)
    expect(JSON.stringify(longest)).toHaveLength(2000)
    expect(await party(options(longest))).toMatchObject({ origins: longest })
    await expect(party(options(origin(2001)))).rejects.toMatchObject(
      wrong(
        'The origins of `relyingParty.origin` of "passkey" are longer than 2000 characters together, as JSON. Name those of the request with `getRelayingParty`.',
      ),
    )
  })
})
