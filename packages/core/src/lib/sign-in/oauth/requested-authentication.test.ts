import { describe, expect, it } from 'vitest'
import { authenticationProblem } from './id-token.ts'
import { requestedAlso, requestedAuthentication } from './requested-authentication.ts'

const query = (parameters: Readonly<Record<string, string>>): URLSearchParams =>
  new URLSearchParams(parameters)

const claims = (idToken: unknown): Readonly<Record<string, string>> => ({
  claims: JSON.stringify({ id_token: idToken }),
})

const NONE = new URLSearchParams()

describe('The requested authentication of an authorization request', () => {
  it.each<[string, object | undefined]>([
    ['', undefined],
    ['max_age=0', { maxAge: 0 }],
    ['max_age=999999999', { maxAge: 999_999_999 }],
    [`${query(claims({ acr: null }))}`, undefined],
    [`${query(claims({ acr: { value: 'gold' } }))}`, undefined],
    [`${query(claims({ acr: { essential: true, value: 'gold' } }))}`, { acr: [['gold']] }],
    [`${query(claims({ acr: { essential: true, values: ['a', 'b'] } }))}`, { acr: [['a', 'b']] }],
    [`${query(claims({ acr: { essential: true, value: 'x', values: ['a'] } }))}`, { acr: [['a']] }],
    [`${query(claims({ acr: { essential: false, values: 'a' } }))}`, undefined],
    [`${query(claims({ acr: { essential: true } }))}`, { acr: [[]] }],
    [`${query(claims({ auth_time: { essential: true } }))}`, { authTime: true }],
    [`${query(claims({ auth_time: { essential: false } }))}`, undefined],
    [`${query(claims({ auth_time: null }))}`, undefined],
    [`${query(claims(null))}`, undefined],
    [`${query(claims([1]))}`, undefined],
    ['claims=7', undefined],
    ['claims=null', undefined],
    [`${query({ claims: '{"userinfo":{"acr":{"essential":true}}}' })}`, undefined],
  ])('from %j is %j, for configuration and caller (OID-14)', (text, expected) => {
    const asked = new URLSearchParams(text)
    expect(requestedAuthentication(asked, NONE)).toEqual(expected)
    expect(requestedAuthentication(NONE, asked)).toEqual(expected)
  })

  it.each<[string, string]>([
    ['max_age=', '`max_age` is not a whole number of seconds.'],
    ['max_age=1s', '`max_age` is not a whole number of seconds.'],
    ['max_age=%201', '`max_age` is not a whole number of seconds.'],
    ['max_age=1234567890', '`max_age` is not a whole number of seconds.'],
    ['claims=%7B', '`claims` is not JSON.'],
    ['claims=', '`claims` is not JSON.'],
    // Each would count as any value there is.
    ...['a', [], ['a', 7], null, { a: 1 }].map((values): [string, string] => [
      `${query(claims({ acr: { essential: true, values } }))}`,
      '`claims` has `values` of `acr` that are not an array of texts, such as ["urn:mace:incommon:iap:silver"].',
    ]),
    ...[7, null, ['a']].map((value): [string, string] => [
      `${query(claims({ acr: { essential: true, value } }))}`,
      '`claims` has a `value` of `acr` that is not text.',
    ]),
    ...['acr', 'auth_time'].map((name): [string, string] => [
      `${query(claims({ [name]: { essential: 'yes' } }))}`,
      `\`claims\` has an \`essential\` of \`${name}\` that is neither true nor false.`,
    ]),
  ])('from %j is an error of configuration or caller (OID-14)', (text, message) => {
    const asked = new URLSearchParams(text)
    expect(() => requestedAuthentication(asked, NONE)).toThrow(
      expect.objectContaining({ type: 'InvalidConfiguration', message }),
    )
    expect(() => requestedAuthentication(NONE, asked)).toThrow(
      expect.objectContaining({ type: 'InvalidRequest', message }),
    )
  })

  it.each<[number | undefined, string, string, number]>([
    [undefined, '600', '60', 60],
    [undefined, '60', '600', 60],
    [30, '60', '600', 30],
    [600, '60', '90', 60],
    [0, '60', '90', 0],
  ])('from %j, %s and %s has the shortest max_age (OID-14)', (own, base, further, least) => {
    const client = own === undefined ? {} : { default_max_age: own }
    const requested = requestedAuthentication(
      query({ max_age: base }),
      query({ max_age: further }),
      client,
    )
    expect(requested).toEqual({ maxAge: least })
  })

  it('from configuration and caller has the essential claims of both (OID-14)', () => {
    const acr = (value: string): URLSearchParams =>
      query(claims({ acr: { essential: true, value }, auth_time: { essential: true } }))
    expect(requestedAuthentication(acr('a'), acr('b'))).toEqual({
      authTime: true,
      acr: [['a'], ['b']],
    })
    expect(requestedAuthentication(NONE, NONE, { require_auth_time: true })).toEqual({
      authTime: true,
    })
    expect(requestedAuthentication(NONE, NONE, { require_auth_time: false })).toBeUndefined()
  })

  it('fits a cookie, to the character (OID-14)', () => {
    const frame = JSON.stringify({ acr: [['']] }).length
    const asked = (length: number): URLSearchParams =>
      query(claims({ acr: { essential: true, value: 'x'.repeat(length - frame) } }))
    expect(requestedAuthentication(NONE, asked(1000))).toBeDefined()
    expect(() => requestedAuthentication(NONE, asked(1001))).toThrow(
      '`claims` names too many values of `acr`.',
    )
  })
})

describe('The requested authentication after a function of the application', () => {
  it.each<[Parameters<typeof requestedAlso>[0], string, object | undefined]>([
    [undefined, '', undefined],
    [undefined, 'max_age=60', { maxAge: 60 }],
    [{ maxAge: 60 }, '', { maxAge: 60 }],
    [{ maxAge: 60 }, 'max_age=600', { maxAge: 60 }],
    [{ maxAge: 600 }, 'max_age=60', { maxAge: 60 }],
    [
      { authTime: true, acr: [['a']] },
      `${query(claims({ acr: { essential: true, value: 'a' } }))}`,
      { authTime: true, acr: [['a']] },
    ],
    [
      { acr: [['a']] },
      `${query(claims({ acr: { essential: true, value: 'b' }, auth_time: { essential: true } }))}`,
      { authTime: true, acr: [['a'], ['b']] },
    ],
  ])('of %j with %j is %j (OID-14)', (before, text, expected) => {
    expect(requestedAlso(before, new URLSearchParams(text))).toEqual(expected)
  })

  it('is an error of the configuration where it is malformed (OID-14)', () => {
    expect(() => requestedAlso(undefined, new URLSearchParams('max_age=soon'))).toThrow(
      expect.objectContaining({ type: 'InvalidConfiguration' }),
    )
  })
})

describe('The authentication of an ID token', () => {
  const NOW = 1_800_000_000
  const times = { now: NOW, tolerance: 0 }
  const LONG_AGO = 'names an authentication that is longer ago than `max_age` allows'
  const UNSAID = 'does not say in `auth_time` when the person authenticated'
  const acrProblem = (wanted: string): string =>
    `does not have the essential \`acr\` that was requested (${wanted})`

  it.each<
    [
      Parameters<typeof authenticationProblem>[1],
      Readonly<Record<string, unknown>>,
      string | undefined,
    ]
  >([
    [undefined, {}, undefined],
    [{}, {}, undefined],
    [{ maxAge: 60 }, { auth_time: NOW - 60 }, undefined],
    [{ maxAge: 60 }, { auth_time: NOW - 61 }, LONG_AGO],
    [{ maxAge: 60 }, {}, UNSAID],
    [{ maxAge: 0 }, { auth_time: NOW }, undefined],
    [{ maxAge: 0 }, { auth_time: NOW - 1 }, LONG_AGO],
    [{ authTime: true }, { auth_time: 0 }, undefined],
    [{ authTime: true }, {}, UNSAID],
    [{ authTime: true, maxAge: 60 }, { auth_time: NOW - 61 }, LONG_AGO],
    [{ acr: [['a', 'b']] }, { acr: 'b' }, undefined],
    [{ acr: [['a', 'b']] }, { acr: 'c' }, acrProblem('a, b')],
    [{ acr: [['a', 'b']] }, { acr: ['a'] }, acrProblem('a, b')],
    [{ acr: [['a']] }, {}, acrProblem('a')],
    [{ acr: [[]] }, { acr: 'any' }, undefined],
    [{ acr: [[]] }, {}, acrProblem('any')],
    [{ acr: [['a'], ['b']] }, { acr: 'a' }, acrProblem('b')],
    [{ maxAge: 60, acr: [['a']] }, { auth_time: NOW, acr: 'b' }, acrProblem('a')],
  ])('for the request %j, with %j (OID-14)', (requested, token, problem) => {
    // The second in which the sign-in began.
    expect(authenticationProblem(token, requested, NOW * 1000 + 999, times)).toBe(problem)
  })
})
