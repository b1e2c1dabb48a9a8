import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const FOLDER = new URL('../../docs/providers/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8')

/** Id and words of each entry of the list with search. */
const entries = [...read('index.html').matchAll(/<li[^>]* id="([^"]+)"[^>]* data-words="([^"]*)"/g)]

/** As the script of the page finds them. */
function found(words: string): readonly string[] {
  const wanted = words.toLowerCase().split(/\s+/)
  return entries
    .filter(([, , text = '']) => wanted.every((word) => text.toLowerCase().includes(word)))
    .map(([, id = '']) => id)
}

describe('The list of providers', () => {
  test.each([
    ['oidc', ['google', 'keycloak', 'gitlab-oidc'], ['github', 'resend']],
    ['openid connect', ['google', 'okta'], ['github', 'passkey']],
    ['oauth', ['github', 'discord'], ['resend', 'passkey']],
    ['deprecated', ['coinbase', 'medium', 'foursquare', 'passage'], ['google', 'github']],
    ['mail', ['resend', 'nodemailer', 'email'], ['github', 'okta']],
    ['gmail', ['google'], ['github']],
    ['passkey', ['passkey'], ['github']],
    ['saml', ['ory-polis', 'boxyhq-saml'], ['github']],
    ['twitter', ['twitter', 'x'], ['github']],
  ])('finds for "%s" what it means', (words, expected, others) => {
    expect(found(words)).toEqual(expect.arrayContaining(expected))
    for (const id of others) expect(found(words)).not.toContain(id)
  })
})

describe('The page of a provider', () => {
  test.each([
    ['instagram', 'https://localhost:3000', 'takes no redirect URI with http'],
    ['apple', 'https://<your tunnel>', 'neither http nor `localhost`'],
    ['spotify', 'http://127.0.0.1:3000', 'does not take `localhost`'],
  ])('%s names a redirect URI that the service takes during development', (id, origin, reason) => {
    const page = read(`${id}.md`)
    expect(page).toContain(`\`${origin}/api/auth/callback/${id}\``)
    expect(page).toContain(reason)
    expect(page).not.toContain('http://localhost:3000')
  })

  test('names the client id where a scope is made of it, and not that of a test', () => {
    expect(read('azure-ad-b2c.md')).toContain('- Scopes: `openid` and the client id\n')
    for (const name of ['azure-ad-b2c.md', 'index.html'])
      expect(read(name)).not.toContain('lab-client')
  })

  test('has no bare factory in its snippet where an option has to stand in the code', () => {
    expect(read('workos.md')).toMatch(/providers: \[WorkOS\(\{ connection: /)
    expect(read('workos.md')).not.toContain('[WorkOS]')
  })

  test.each([
    ['gitlab', 'gitlab-oidc'],
    ['dropbox', 'dropbox-oidc'],
    ['webex', 'webex-oidc'],
    ['kakao', 'kakao-oidc'],
    ['boxyhq-saml', 'ory-polis'],
    ['twitter', 'x'],
    ['identity-server4', 'duende-identity-server'],
    ['duende-identity-server6', 'duende-identity-server'],
  ])('%s names %s', (id, other) => {
    expect(read(`${id}.md`)).toMatch(new RegExp(`provider\\s+\`?${other}\\b`))
  })
})

/** What the table of results says of a provider. */
const rowOf = (id: string): string =>
  new RegExp(`^\\| \`${id}\` .*$`, 'm').exec(read('results.md'))?.[0] ?? ''

test('The results tell where PKCE is sent and not known to be checked', () => {
  expect(rowOf('threads')).toContain('(pkce), state')
  expect(rowOf('google')).toContain(' pkce, state, nonce')
  expect(rowOf('click-up')).not.toContain('pkce')
})
