import { expect, it } from 'vitest'
import { withExpiry } from './token-endpoint.ts'
import { usableMembers } from './token-response.ts'

const NOW = 1_800_000_000
const TEN_YEARS = 315_360_000
const HUNDRED_YEARS = 3_153_600_000

it.each<[object, number | undefined]>([
  [{}, undefined],
  [{ expires_in: 1 }, NOW + 1],
  [{ expires_in: 0.5 }, NOW],
  [{ expires_in: 0 }, undefined],
  [{ expires_in: TEN_YEARS - 1 }, NOW + TEN_YEARS - 1],
  [{ expires_in: TEN_YEARS }, undefined],
  [{ expires_in: 60, expires_at: NOW + 3600 }, NOW + 60],
  [{ expires_in: 0, expires_at: NOW + 3600 }, NOW + 3600],
  [{ expires_at: 1 }, 1],
  [{ expires_at: 0 }, undefined],
  [{ expires_at: -1 }, undefined],
  [{ expires_at: NOW + HUNDRED_YEARS - 1 }, NOW + HUNDRED_YEARS - 1],
  [{ expires_at: NOW + HUNDRED_YEARS }, undefined],
  [{ expires_at: String(NOW) }, undefined],
])('a token with %j expires at %j (OAU-26)', (members, expected) => {
  const { expires_at: expiresAt, ...rest } = withExpiry({ ...members, scope: 'read' }, NOW)
  expect(expiresAt).toBe(expected)
  expect(rest).toMatchObject({ scope: 'read' })
})

it('a token response without a lifetime has no expires_at (OAU-26)', () => {
  for (const members of [{}, { expires_in: 0 }, { expires_at: -1 }])
    expect(withExpiry(members, NOW)).not.toHaveProperty('expires_at')
})

it.each<[string, readonly unknown[], readonly unknown[]]>([
  [
    'expires_in',
    [0, 1, 0.5, '0', '3600', '9'.repeat(15)],
    [-1, '-1', '1.5', '', ' 1', '1 ', '9'.repeat(16), 'soon', [1], {}, true, null],
  ],
  ['expires_at', [NOW, 0, -1], [String(NOW), 0.5, 2 ** 53, null, [NOW]]],
  ['session_state', ['', 'x'], [7, null, {}, ['x']]],
  ['authorization_details', [[], [{ type: 'x' }]], ['all', {}, null, 7]],
  ['userId', [], ['ada']],
  ['provider', [], ['another']],
  ['providerAccountId', [], ['1']],
  ['type', [], ['oidc', 'x']],
  ['toString', ['x'], []],
  ['scope', ['x', 7], [null, '']],
  ['refresh_token', ['x', 7], [null, '']],
  ['id_token', ['x', 7], [null, '']],
])('%s of a token response is kept where it is valid (OAU-14)', (name, right, wrong) => {
  for (const value of right)
    expect(usableMembers({ [name]: value, a: 1 }, 'oidc')).toEqual({ [name]: value, a: 1 })
  for (const value of wrong)
    expect(usableMembers({ [name]: value, a: 1 }, 'oidc')).toEqual({ a: 1 })
})

it('a token response loses only an unrequested ID token (OID-01)', () => {
  const members = { id_token: 'a.b.c', access_token: 'x' }
  expect(usableMembers(members, 'oidc')).toEqual(members)
  expect(usableMembers(members, 'oauth')).toEqual({ access_token: 'x' })
})

it('a token response loses a member named __proto__ (OAU-14)', () => {
  // It is an object.
  const body = JSON.parse('{"__proto__":{"userId":"x"},"a":1}') as Record<string, unknown>
  expect(JSON.stringify(usableMembers(body, 'oidc'))).toBe('{"a":1}')
})
