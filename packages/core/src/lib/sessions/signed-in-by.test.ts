import { describe, expect, it } from 'vitest'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { readSignedInBy, signedInBy } from './signed-in-by.ts'
import type { Identity } from './strategy.ts'

/** What a session says whose provider is configured so. */
function say(
  endSession: object | string | undefined,
  { kind = 'oidc', ...identity }: Partial<Identity> & { readonly kind?: string } = {},
): ReturnType<typeof signedInBy> {
  const provider = { id: 'harbour', kind, config: { endSession } }
  // No more of a provider is looked at.
  const providers = new Map([['harbour', provider]]) as unknown as ResolvedConfig['providers']
  const account = { provider: 'harbour', type: 'oidc', providerAccountId: 'x', id_token: 'token' }
  // As little of an identity as is read.
  return signedInBy({ providers }, { account, ...identity } as Identity)
}

const SAID = { issuer: 'https://idp.example', sub: 'subject', sid: 'session' }

describe('A sealed session says by which provider it was opened', () => {
  it.each(['oauth', 'oidc'])('where people are sent to it: %s', (kind) => {
    expect(say(undefined, { kind })).toEqual({ p: 'harbour' })
  })

  it.each(['email', 'credentials', 'webauthn'])(
    'and not where the sign-in does not lead there: %s',
    (kind) => {
      expect(say(undefined, { kind })).toBeUndefined()
    },
  )

  it('and not without an account, or with that of a provider that is not configured', () => {
    expect(say(undefined, { account: null })).toBeUndefined()
    const account = { provider: 'island', type: 'oidc', providerAccountId: 'x' } as const
    expect(say(undefined, { account })).toBeUndefined()
  })

  it.each(['sub', 'sid'] as const)('with the hint %s that the provider is to be given', (hint) => {
    const reported = say({ hint }, { providerSession: SAID })
    expect(reported).toEqual({ p: 'harbour', h: SAID[hint] })
    expect(say({ hint })).toEqual({ p: 'harbour' })
  })

  it('without the hint `sid` where the provider named no session', () => {
    const { sid: _, ...providerSession } = SAID
    expect(say({ hint: 'sid' }, { providerSession })).toEqual({ p: 'harbour' })
  })

  it.each([255, 256])('with a hint of at most 255 characters: %i', (length) => {
    const sid = 'x'.repeat(length)
    const reported = say({ hint: 'sid' }, { providerSession: { ...SAID, sid } })
    expect(reported).toEqual({ p: 'harbour', ...(length > 255 ? {} : { h: sid }) })
  })

  it('without a hint unless the provider is to be given one', () => {
    expect(say({}, { providerSession: SAID })).toEqual({ p: 'harbour' })
    expect(say('https://idp.example/logout', { providerSession: SAID })).toEqual({ p: 'harbour' })
  })

  it.each([2_000, 2_001])('with an ID token of at most 2,000 characters: %i', (length) => {
    const id_token = 'x'.repeat(length)
    const account = { provider: 'harbour', type: 'oidc', providerAccountId: 'x', id_token } as const
    const reported = say({ hint: 'id_token' }, { account, providerSession: SAID })
    expect(reported).toEqual({ p: 'harbour', ...(length > 2_000 ? {} : { t: id_token }) })
  })

  it('without an ID token where there is none', () => {
    const account = { provider: 'harbour', type: 'oidc', providerAccountId: 'x' } as const
    expect(say({ hint: 'id_token' }, { account })).toEqual({ p: 'harbour' })
  })
})

describe('readSignedInBy', () => {
  it.each([undefined, null, 'harbour', {}, { p: 7 }])('returns no method for %j', (claim) => {
    expect(readSignedInBy(claim)).toBeUndefined()
  })

  it('reads provider, hint and ID token, each of which is text', () => {
    const claim = { p: 'harbour', h: 'hint', t: 'token' }
    expect(readSignedInBy({ ...claim, more: 1 })).toEqual(claim)
    expect(readSignedInBy({ p: 'harbour', h: 7, t: null })).toEqual({ p: 'harbour' })
  })
})
