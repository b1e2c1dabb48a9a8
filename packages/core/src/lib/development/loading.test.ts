import { expect, it, vi } from 'vitest'
import { createAuth } from '../../index.ts'
import Credentials from '../../providers/credentials.ts'

const loaded = vi.hoisted((): string[] => [])

vi.mock('./explanation.ts', async (original) => {
  loaded.push('explanation')
  return original()
})
vi.mock('./notices.ts', async (original) => {
  loaded.push('notices')
  return original()
})

const ORIGIN = 'http://localhost:3000'

const providers = [
  Credentials({ credentials: { username: {} }, authorize: () => null }),
  Credentials({
    id: 'broken',
    credentials: { username: {} },
    authorize: () => {
      throw new Error('Broken on purpose.')
    },
  }),
]

const logger = { error: () => {}, warn: () => {}, info: () => {} }

// The only test of the file, because what is loaded stays loaded.
it('Modules of development are never loaded in production and tests', async () => {
  async function use(NODE_ENV: string): Promise<readonly string[]> {
    const auth = createAuth(
      { providers, logger },
      { env: { NODE_ENV, AUTH_URL: ORIGIN, AUTH_SECRET: 'k8Zq1vR4xW7yB0nM3cF6hJ9lP2sT5uXe' } },
    )
    const headers = { accept: 'text/html', cookie: 'latchstring.session-token=other' }
    for (const path of ['session', 'signin', 'error?error=Configuration', 'nonsense']) {
      await auth.handle(new Request(`${ORIGIN}/auth/${path}`, { headers }))
    }
    const source = { headers: new Headers({ ...headers, host: 'localhost:3000' }) }
    await auth.session(source)
    await auth.signIn(source, 'githb').catch(() => undefined)
    await auth.signIn(source, 'broken').catch(() => undefined)
    return [...loaded].toSorted()
  }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})))
  expect(await use('production')).toEqual([])
  expect(await use('test')).toEqual([])
  expect(await use('')).toEqual([])
  expect(await use('development')).toEqual(['explanation', 'notices'])
})
