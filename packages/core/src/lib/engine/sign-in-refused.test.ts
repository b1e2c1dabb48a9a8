import { describe, expect, it } from 'vitest'
import { resolveConfig } from '../config/resolve.ts'
import { AccessDenied, WebAuthnVerificationError } from '../errors/classes.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import { fromRequest } from '../http/incoming.ts'
import { FlowFailure } from '../failures/cookies-on-failure.ts'
import { emitRefused } from './sign-in-refused.ts'
import type { Events } from '../types/events.ts'

type Emitted = readonly (readonly [event: string, message: unknown])[]

interface Asked {
  readonly providerId?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The messages of both events about a failure. */
async function tell(
  thrown: unknown,
  { providerId, headers = {} }: Asked = {},
  names: readonly ('replayDetected' | 'signInRefused')[] = ['replayDetected', 'signInRefused'],
  ref?: string,
): Promise<Emitted> {
  const emitted: (readonly [string, unknown])[] = []
  const events: Events = Object.fromEntries(
    names.map((name) => [name, (message: unknown) => void emitted.push([name, message])]),
  )
  const providers = [
    { id: 'credentials', name: 'Password', type: 'credentials' as const, credentials: {} },
  ].map((provider) => ({ ...provider, authorize: () => null }))
  const config = resolveConfig(
    {
      providers,
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      session: { strategy: 'jwt' },
      clientAddress: { header: 'x-client' },
      logger: { warn: () => undefined },
      events,
    },
    { env: {}, clock: () => 0, basePath: '/auth' },
  )
  const original = fromRequest(new Request('https://app.example/auth/callback/x', { headers }))
  const request = {
    method: 'POST',
    action: 'callback',
    ...(providerId === undefined ? {} : { providerId }),
    query: new Map(),
    duplicates: new Set<string>(),
    body: new Map([['username', 'Ada']]),
    headers: original.headers,
  } as const
  await emitRefused({ config, original, request }, thrown, ref)
  return emitted
}

describe('The event signInRefused', () => {
  it('has the name of the error, and provider, address, reference and name if known (LOG-03)', async () => {
    const headers = { 'x-client': '203.0.113.7' }
    const whole = { providerId: 'credentials', headers }
    expect(await tell(new AccessDenied('No.'), whole, ['signInRefused'], 'abcd1234')).toEqual([
      [
        'signInRefused',
        {
          reason: 'AccessDenied',
          provider: 'credentials',
          address: '203.0.113.7',
          ref: 'abcd1234',
          identifier: 'Ada',
        },
      ],
    ])
    const nothing = await tell(new AccessDenied('No.'))
    expect(nothing).toStrictEqual([['signInRefused', { reason: 'AccessDenied' }]])
    const unknown = await tell(new AccessDenied('No.'), { providerId: 'unknown' })
    expect(unknown).toStrictEqual([
      ['signInRefused', { reason: 'AccessDenied', provider: 'unknown' }],
    ])
  })

  it('has the error inside a failure that sets cookies', async () => {
    const failure = new FlowFailure(new AccessDenied('No.'), new CookieJar(''))
    expect(await tell(failure)).toEqual([['signInRefused', { reason: 'AccessDenied' }]])
  })

  it.each([[new TypeError('A bug.')], ['a text'], [undefined]])(
    'has the reason AuthError when %s was thrown',
    async (thrown) => {
      expect(await tell(thrown)).toEqual([['signInRefused', { reason: 'AuthError' }]])
    },
  )

  it('is preceded by replayDetected for a reused challenge, with the same details (LOG-03)', async () => {
    const error = new WebAuthnVerificationError('Used.', { replayed: 'challenge' })
    const known = { provider: 'credentials', ref: 'abcd1234' }
    const request = { providerId: 'credentials' }
    const reason = 'WebAuthnVerificationError'
    expect(await tell(error, request, undefined, 'abcd1234')).toEqual([
      ['replayDetected', { what: 'challenge', ...known }],
      ['signInRefused', { reason, ...known, identifier: 'Ada' }],
    ])
    expect(await tell(error, request, ['replayDetected'])).toEqual([
      ['replayDetected', { what: 'challenge', provider: 'credentials' }],
    ])
    const other = new WebAuthnVerificationError('Used.', { replayed: 'something else' })
    expect(await tell(other, request, ['replayDetected'])).toEqual([])
  })

  it('does not read the request when nothing listens', async () => {
    const errors: Error[] = []
    const unreadable = {
      get: (): never => expect.unreachable(),
      has: (): never => expect.unreachable(),
    }
    const original = fromRequest(new Request('https://app.example/auth/callback/x'))
    const config = resolveConfig(
      {
        providers: [],
        secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
        session: { strategy: 'jwt' },
        clientAddress: () => expect.unreachable(),
        logger: { warn: () => undefined, error: (error) => void errors.push(error) },
      },
      { env: {}, clock: () => 0, basePath: '/auth' },
    )
    const request = {
      method: 'POST',
      action: 'callback',
      query: new Map(),
      duplicates: new Set<string>(),
      body: new Map(),
      headers: unreadable,
    } as const
    await expect(
      emitRefused({ config, original, request }, new AccessDenied('No.')),
    ).resolves.toBeUndefined()
    expect(errors).toEqual([])
  })
})
