import { describe, expect, test } from 'vitest'
import { renderCatalogue } from '../../tools/docs/provider-pages/catalogue.mjs'
import { renderIndex } from '../../tools/docs/provider-pages/index.mjs'
import { renderPage } from '../../tools/docs/provider-pages/page.mjs'
import { providerFiles, readProviders } from '../../tools/docs/provider-pages/read.mjs'

/** What is searched for, what has to be found, and what must not be. */
const SEARCHES = [
  ['oidc', ['google', 'keycloak', 'gitlab-oidc'], ['github', 'resend']],
  ['openid connect', ['google', 'okta'], ['github', 'passkey']],
  ['oauth', ['github', 'discord'], ['resend', 'passkey']],
  ['mail', ['resend', 'nodemailer', 'email'], ['github', 'okta']],
  ['gmail', ['google'], ['github']],
  ['passkey', ['passkey'], ['github']],
  ['saml', ['ory-polis', 'boxyhq-saml'], ['github']],
  ['twitter', ['twitter', 'x'], ['github']],
] as const

/** Redirect URIs of services that refuse `http://localhost`. */
const DEVELOPMENT = [
  ['instagram', 'https://localhost:3000', 'takes no redirect URI with http'],
  ['apple', 'https://<your tunnel>', 'neither http nor `localhost`'],
  ['spotify', 'http://127.0.0.1:3000', 'does not take `localhost`'],
] as const

/** Providers, and the one that is closest to a misspelt name. */
const OTHERS = [
  ['gitlab', 'gitlab-oidc'],
  ['dropbox', 'dropbox-oidc'],
  ['webex', 'webex-oidc'],
  ['kakao', 'kakao-oidc'],
  ['boxyhq-saml', 'ory-polis'],
  ['twitter', 'x'],
  ['identity-server4', 'duende-identity-server'],
  ['duende-identity-server6', 'duende-identity-server'],
] as const

// `npm run docs` renders all of them; those that are asserted on are enough here.
const named = new Set([
  ...SEARCHES.flatMap(([, expected, others]) => [...expected, ...others]),
  ...[...DEVELOPMENT, ...OTHERS].map(([id]) => id),
  'azure-ad-b2c',
  'workos',
])
const providers = await readProviders(async (path) => import(path), [...named])
const catalogue = renderCatalogue(providers)

function pageOf(id: string): string {
  const provider = providers.find(({ module }) => module.id === id)
  if (!provider) throw new Error(`The test has not read the provider ${id}.`)
  return renderPage(provider)
}

// Written by the function above.
const entries = JSON.parse(catalogue) as readonly {
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly words: readonly string[]
}[]

/** Providers whose names and words have each of these. */
function found(words: string): readonly string[] {
  const wanted = words.toLowerCase().split(/\s+/)
  return entries
    .filter(({ id, name, kind, words: own }) => {
      const text = [id, name, kind, ...own].join(' ').toLowerCase()
      return wanted.every((word) => text.includes(word))
    })
    .map(({ id }) => id)
}

describe('The list of providers', () => {
  test('links only to existing provider modules', () => {
    const links = [...renderIndex(providers).matchAll(/\]\(([^)]+)\.ts\)/g)].map(([, to]) => to)
    expect(links).toHaveLength(named.size)
    const files = providerFiles().map((file) => `../../packages/core/src/providers/${file}`)
    expect(files).toEqual(expect.arrayContaining(links))
  })
})

describe('What the command line knows of providers', () => {
  test.each(SEARCHES)('finds a provider for "%s"', (words, expected, others) => {
    expect(found(words)).toEqual(expect.arrayContaining([...expected]))
    for (const id of others) expect(found(words)).not.toContain(id)
  })
})

describe('The page of a provider', () => {
  test.each(DEVELOPMENT)(
    '%s names a redirect URI that the service accepts during development',
    (id, origin, reason) => {
      const page = pageOf(id)
      expect(page).toContain(`\`${origin}/api/auth/callback/${id}\``)
      expect(page).toContain(reason)
      expect(page).not.toContain('http://localhost:3000')
    },
  )

  test('names the client id where a scope contains it', () => {
    const page = pageOf('azure-ad-b2c')
    expect(page).toContain('- Scopes: `openid` and the client id\n')
    for (const text of [page, catalogue]) expect(text).not.toContain('lab-client')
  })

  test('has an option in its snippet where the code needs one', () => {
    expect(pageOf('workos')).toMatch(/providers: \[WorkOS\(\{ connection: /)
    expect(pageOf('workos')).not.toContain('[WorkOS]')
  })

  test.each(OTHERS)('%s names %s', (id, other) => {
    expect(pageOf(id)).toMatch(new RegExp(`provider\\s+\`?${other}\\b`))
  })
})
