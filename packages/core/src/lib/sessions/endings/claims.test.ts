import { describe, expect, it } from 'vitest'
import {
  findOwner,
  readMarks,
  readIssuedAfter,
  REVOCATION_CLAIMS,
  revocationClaims,
} from './claims.ts'

describe('The revocation claims of a session', () => {
  it('contain generation, epoch, provider session and owner, and are read as written', () => {
    const issuedAfter = {
      generation: 3,
      epoch: 4,
      provider: { s: 's:1', u: 'u:1', g: 2 },
      owner: '7',
    }
    const claims = revocationClaims(issuedAfter, 'another')
    expect(claims).toEqual({
      gen: 3,
      epoch: 4,
      idp: { s: 's:1', u: 'u:1', g: 2 },
      latchstring_sub: '7',
    })
    expect(readIssuedAfter({ ...claims, sub: 'another' })).toEqual(issuedAfter)
    expect([...REVOCATION_CLAIMS]).toEqual(Object.keys(claims))
  })

  it('omit values that are 0, absent or equal to `sub`', () => {
    const none = { generation: 0, epoch: 0, provider: undefined }
    expect(revocationClaims({ ...none, owner: '7' }, '7')).toStrictEqual({})
    expect(revocationClaims({ ...none, owner: undefined }, '7')).toStrictEqual({})
    expect(revocationClaims({ ...none, owner: '7' }, undefined)).toStrictEqual({
      latchstring_sub: '7',
    })
    expect(readIssuedAfter({ sub: '7' })).toEqual({ ...none, owner: '7' })
  })

  it.each(['3', null, undefined, {}])('treat %j as no generation and no epoch', (value) => {
    const { generation, epoch } = readIssuedAfter({ gen: value, epoch: value })
    expect([generation, epoch]).toEqual([0, 0])
  })

  it.each([
    [{ sub: '7' }, '7'],
    [{ sub: '7', latchstring_sub: '8' }, '8'],
    [{ sub: 7 }, '7'],
    [{ sub: '7', latchstring_sub: 8 }, '8'],
    [{ sub: null }, undefined],
    [{ sub: { id: 7 } }, undefined],
    [{}, undefined],
  ])('of the token %j have the owner %j', (token, owner) => {
    // What a token has in `sub` is up to the application.
    expect(findOwner(token as Parameters<typeof findOwner>[0])).toBe(owner)
  })

  it.each([null, undefined, 'text', 7])('have no provider session for %j', (idp) => {
    expect(readMarks({ idp })).toBeUndefined()
  })
})
