import { describe, expect, it } from 'vitest'
import { sessionContext } from '../../../test/session-context.ts'
import type { JWT } from '../types/jwt.ts'
import type { JWTOptions } from '../types/jwt.ts'
import { checkDecoded, runEncoder } from './decoded.ts'

const NOW = 1_700_000_000
const OWN = { jti: 'one', iat: NOW, exp: NOW + 60, latchstring_aud: 'shop' }

const SECRETS = ['1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978']

/** Checks a token in the application "shop". */
function check(token: JWT): unknown {
  const given = { config: { audience: 'shop' }, clock: () => NOW * 1000, warnings: [] }
  return checkDecoded(sessionContext(given, '').config, token, NOW * 1000)
}

describe('checkDecoded', () => {
  it('returns a token of the application that has not expired', () => {
    expect(check(OWN)).toBe(OWN)
  })

  it.each([
    ['of another application', { latchstring_aud: 'blog' }],
    ['of this application that has expired', { exp: NOW }],
    ['of this application that is from the future', { iat: NOW + 3600 }],
  ])('returns nothing for a token %s', (_, claims) => {
    expect(check({ ...OWN, ...claims })).toBeUndefined()
  })

  it.each([
    [{ jti: undefined }, '`jti`'],
    [{ jti: '' }, '`jti`'],
    [{ iat: 'now' }, '`iat`'],
    [{ exp: Number.NaN }, '`exp`'],
    [{ jti: undefined, exp: undefined }, '`jti`, `exp`'],
  ])('throws for a token with %j, and names the missing claim: %s', (claims, names) => {
    // A decoder may return anything.
    const token = { ...OWN, ...claims } as JWT
    expect(() => check(token)).toThrow(`The token from \`jwt.decode\` has no ${names}. Have`)
  })
})

describe('runEncoder', () => {
  function run(encode: (params: unknown) => unknown): Promise<string> {
    // An encoder may return anything.
    const jwt = { encode } as JWTOptions
    const given = { config: { jwt, secret: SECRETS }, clock: () => NOW * 1000, warnings: [] }
    return runEncoder(sessionContext(given, ''), OWN, 60)
  }

  it('passes on the token, the secrets, the name of the cookie and the lifetime', async () => {
    const seen: unknown[] = []
    const encode = (params: unknown): string => `sealed-${seen.push(params)}`
    expect(await run(encode)).toBe('sealed-1')
    const salt = '__Host-latchstring.session-token'
    expect(seen).toEqual([{ token: OWN, secret: SECRETS, salt, maxAge: 60 }])
  })

  it.each([
    [undefined, 'undefined'],
    [{}, 'an object'],
    ['', 'an empty text'],
  ])(
    'throws where the encoder returns %j, and says what to return (SES-03)',
    async (made, kind) => {
      await expect(run(async () => made)).rejects.toMatchObject({
        type: 'JWTSessionError',
        message: `The \`jwt.encode\` function returned ${kind}. Return the token as text.`,
      })
    },
  )

  it('throws an error that names the encoder where that throws (SES-03)', async () => {
    const err = new RangeError('The key is away.')
    const fail = (): never => {
      throw err
    }
    await expect(run(fail)).rejects.toMatchObject({
      type: 'JWTSessionError',
      message: 'The `jwt.encode` function threw.',
      cause: { err },
    })
  })
})
