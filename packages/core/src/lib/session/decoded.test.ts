import { describe, expect, it } from 'vitest'
import { sessionContext } from '../../../test/session-context.ts'
import type { JWT } from '../types/jwt.ts'
import { checkDecoded } from './decoded.ts'

const NOW = 1_700_000_000
const OWN = { jti: 'one', iat: NOW, exp: NOW + 60, latchstring_aud: 'shop' }

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
  ])('throws for a token with %j, and names what is missing: %s', (claims, names) => {
    // A decoder may return anything.
    const token = { ...OWN, ...claims } as JWT
    expect(() => check(token)).toThrow(`The token from \`jwt.decode\` has no ${names}. Have`)
  })
})
