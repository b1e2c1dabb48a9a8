import { describe, expect, it } from 'vitest'
import { giteaMembers } from './gitea.ts'
import { identityServerMembers } from './identity-server.ts'
import { joinNames } from './join-names.ts'
import { type StandardClaims, standardUser } from './standard-claims.ts'
import { text } from './text.ts'

const CLAIMS: StandardClaims = {
  sub: '7',
  name: 'Ada Lovelace',
  preferred_username: 'ada',
  nickname: 'countess',
  email: 'ada@example.com',
  email_verified: true,
  picture: 'https://a.example/ada.png',
}

const USER = {
  id: '7',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  image: 'https://a.example/ada.png',
  emailVerified: true,
}

/** As a service may send them, whatever the types say. */
const odd = (claims: object): StandardClaims => ({ ...CLAIMS, ...claims })

describe('The user of standard claims', () => {
  it('has id, name, address and picture', () => {
    expect(standardUser(CLAIMS)).toEqual(USER)
  })

  it.each([
    ['the name', {}, 'Ada Lovelace'],
    ['the user name without a name', { name: undefined }, 'ada'],
    ['the user name where the name is not text', { name: 7 }, 'ada'],
    ['the nickname without both', { name: null, preferred_username: null }, 'countess'],
    ['none without all three', { name: 1, preferred_username: 2, nickname: 3 }, null],
  ])('is named by %s', (_, claims, name) => {
    expect(standardUser(odd(claims)).name).toBe(name)
  })

  it('has no id where the claim is not text (OID-16)', () => {
    expect(standardUser(odd({ sub: 7 }))).not.toHaveProperty('id')
    expect(standardUser(odd({ sub: undefined }))).not.toHaveProperty('id')
  })

  it('has neither address nor picture where the claims are not text', () => {
    expect(standardUser(odd({ email: { a: 1 }, picture: 7 }))).toMatchObject({
      email: null,
      image: null,
    })
  })

  it.each([false, 'true', 1, undefined])(
    'has no verified address when the claim is %j (ACC-02)',
    (verified) => {
      expect(standardUser(odd({ email_verified: verified })).emailVerified).toBe(false)
    },
  )
})

describe('Providers of one software', () => {
  it('for Gitea and Forgejo need an issuer, send the secret in the body, and verify no address', () => {
    const { profile, ...members } = giteaMembers()
    expect(members).toEqual({
      requires: ['issuer'],
      client: { token_endpoint_auth_method: 'client_secret_post' },
    })
    expect(profile(CLAIMS)).toEqual({ ...USER, emailVerified: null })
  })

  it('for IdentityServer need an issuer, and ask UserInfo', () => {
    const { profile, ...members } = identityServerMembers()
    expect(members).toEqual({ idToken: false, requires: ['issuer'] })
    expect(profile(CLAIMS)).toEqual(USER)
  })
})

describe('joinNames', () => {
  it.each<[readonly unknown[], string | null]>([
    [['Ada', 'Lovelace'], 'Ada Lovelace'],
    [['Ada', ''], 'Ada'],
    [[undefined, 'Lovelace', null], 'Lovelace'],
    [[7, {}, ''], null],
    [[], null],
  ])('makes of %j: %j', (parts, name) => {
    expect(joinNames(...parts)).toBe(name)
  })
})

describe('text', () => {
  it('is null for what is not text', () => {
    expect([text('a'), text(''), text(7), text(undefined), text(null)]).toEqual([
      'a',
      '',
      null,
      null,
      null,
    ])
  })
})
