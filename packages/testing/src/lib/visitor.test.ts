import { type Auth, createAuth } from '@latchstring/core'
import Apple from '@latchstring/core/providers/apple'
import GitHub from '@latchstring/core/providers/github'
import Keycloak from '@latchstring/core/providers/keycloak'
import { describe, expect, test } from 'vitest'
import { createLab, createVisitor, type Emulator, type Visitor } from '../index.ts'

const BASE = 'https://app.example/auth'
const env = {
  NODE_ENV: 'test',
  AUTH_URL: 'https://app.example',
  AUTH_SECRET: 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x',
}
const logger = { error: () => undefined, warn: () => undefined }

interface Meeting {
  readonly auth: Auth
  readonly github: Emulator
  readonly apple: Emulator
  readonly visitor: Visitor
}

async function meet(): Promise<Meeting> {
  const lab = createLab()
  const [github, apple] = await Promise.all([lab.provider('github'), lab.provider('apple')])
  const providers = [GitHub(github.options), Apple(apple.options)]
  const auth = createAuth({ providers, logger }, { env })
  return { auth, github, apple, visitor: createVisitor(auth.handle, BASE) }
}

describe('A visitor', () => {
  test('signs in and out', async () => {
    const { github, visitor } = await meet()
    expect(await visitor.session()).toBeNull()
    const response = await visitor.signIn(github, { callbackUrl: '/inside' })
    expect(response.headers.get('location')).toBe('https://app.example/inside')
    expect(await visitor.session()).toMatchObject({ user: { email: 'octocat@github.com' } })
    await visitor.signOut()
    expect(await visitor.session()).toBeNull()
    expect([...visitor.cookies.keys()].filter((name) => name.includes('session'))).toEqual([])
  })

  test('returns from the service with a form post', async () => {
    const { apple, visitor } = await meet()
    await visitor.signIn(apple)
    expect(await visitor.session()).toHaveProperty('user')
  })

  test('cancels a sign-in with `deny`', async () => {
    const { github, visitor } = await meet()
    const response = await visitor.signIn(github, { deny: true })
    expect(response.headers.get('location')).toContain('error=')
    expect(await visitor.session()).toBeNull()
  })

  test.each([
    [
      'a weak secret',
      { NODE_ENV: 'production', AUTH_SECRET: 'short' },
      BASE,
      /HTTP 500 .*Its log says why/,
    ],
    [
      'another base path',
      {},
      'https://app.example/api/auth',
      /HTTP 404.*Is https:\/\/app\.example\/api\/auth the address of its actions/,
    ],
  ])('reports the response of an application with %s', async (_, change, base, message) => {
    const github = await createLab().provider('github')
    const providers = [GitHub(github.options)]
    const auth = createAuth({ providers, logger }, { env: { ...env, ...change } })
    const visitor = createVisitor(auth.handle, base)
    for (const act of [() => visitor.signIn(github), visitor.session, visitor.signOut]) {
      await expect(act()).rejects.toThrow(message)
      await expect(act()).rejects.toThrow(`The application answered GET ${base}/`)
    }
  })

  test('reports a redirect of an application that lacks the provider', async () => {
    const keycloak = await createLab().provider('keycloak')
    const { issuer: _, ...options } = keycloak.options
    const auth = createAuth({ providers: [Keycloak(options)], logger }, { env })
    const visitor = createVisitor(auth.handle, BASE)
    await expect(visitor.signIn(keycloak)).rejects.toThrow(
      /leads to https:\/\/app\.example\/auth\/error\?error=Configuration&.*log of the application says why/,
    )
  })

  test('reports an application that answers an action with a page', async () => {
    const html = { headers: { 'content-type': 'text/html; charset=utf-8' } }
    const visitor = createVisitor(async () => new Response('<!doctype html>', html), BASE)
    await expect(visitor.session()).rejects.toThrow(/HTTP 200 \(text\/html\), and not with JSON/)
  })

  test('accepts a base path with a trailing slash', async () => {
    const { auth, github } = await meet()
    const visitor = createVisitor(auth.handle, `${BASE}/`)
    await visitor.signIn(github)
    expect(await visitor.session()).toHaveProperty('user')
  })

  test('signs in as another person for one sign-in', async () => {
    const { github, visitor } = await meet()
    const emails: unknown[] = []
    for (const options of [{}, { person: 'minimal' as const }, {}]) {
      await visitor.signIn(github, options)
      emails.push((await visitor.session())?.user?.email)
    }
    expect(emails).toEqual(['octocat@github.com', null, 'octocat@github.com'])
  })

  test('reports a redirect that does not go to the service', async () => {
    const { github, visitor } = await meet()
    await expect(visitor.signIn(github, { id: 'nobody' })).rejects.toThrow(
      /^The sign-in (?:leads to https:\/\/app\.example|was answered with HTTP 4)/,
    )
  })
})
