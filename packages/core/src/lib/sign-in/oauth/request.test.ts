import { describe, expect, it } from 'vitest'
import { newDpopKey, withNonce } from './request.ts'

describe('The DPoP key of a sign-in', () => {
  it('is unique and has only the members needed to sign (OAU-23)', async () => {
    const [first, second] = await Promise.all([newDpopKey(), newDpopKey()])
    expect(Object.keys(first).toSorted()).toEqual(['crv', 'd', 'kty', 'x', 'y'])
    expect(first).toMatchObject({ kty: 'EC', crv: 'P-256' })
    for (const part of [first.x, first.y, first.d]) expect(part).toMatch(/^[\w-]{43}$/)
    expect(first.d).not.toBe(second.d)
  })
})

describe('A request with a DPoP proof', () => {
  const nonce = { 'dpop-nonce': 'n' }
  const challenge = { ...nonce, 'www-authenticate': 'DPoP error="use_dpop_nonce"' }
  const error = (code: string): string => JSON.stringify({ error: code })

  it.each<[number, string, number, string, Readonly<Record<string, string>>]>([
    [2, 'an authorization server that wants a nonce', 400, error('use_dpop_nonce'), nonce],
    [1, 'one that gives none', 400, error('use_dpop_nonce'), {}],
    [1, 'one with another error', 400, error('invalid_grant'), nonce],
    [1, 'one that says nothing', 400, '', nonce],
    [1, 'one that accepts it', 200, error('use_dpop_nonce'), challenge],
    [2, 'a resource server that wants a nonce', 401, '', challenge],
    [1, 'one that wants something else', 401, '', { ...nonce, 'www-authenticate': 'DPoP' }],
    [1, 'one that does not say what', 401, error('use_dpop_nonce'), nonce],
    [1, 'one that forbids it', 403, error('use_dpop_nonce'), challenge],
  ])('is sent %i times to %s (OAU-23)', async (...row) => {
    const [times, _, status, body, headers] = row
    const responses: Response[] = []
    const response = await withNonce(async () => {
      responses.push(new Response(body, { status, headers }))
      return responses.at(-1) ?? Response.error()
    })
    expect(responses).toHaveLength(times)
    expect(response).toBe(responses.at(-1))
    // It is still to be read.
    expect(await response.text()).toBe(body)
  })
})
