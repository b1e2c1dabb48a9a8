import { expect, vi } from 'vitest'
import { passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'

const SESSION = 'session-token'

/** The two ways a session is kept. */
export function strategies(suite: Suite): void {
  const { proves, open } = suite

  proves(
    ['DOES-strategy-jwt', 'MECH-jwe', 'OPT-jwt-encrypted'],
    'a jwt session is an encrypted JWE',
    async () => {
      const visitor = open({ providers: [passwords()], session: { strategy: 'jwt' } }).visit()
      await visitor.submitPassword()
      const token = visitor.cookie(SESSION) ?? ''
      const parts = token.split('.')
      expect(parts).toHaveLength(5)
      const header: unknown = JSON.parse(Buffer.from(parts[0] ?? '', 'base64url').toString())
      expect(header).toMatchObject({ alg: 'dir', enc: 'A256CBC-HS512' })
      const readable = parts.map((part) => Buffer.from(part, 'base64url').toString('latin1')).join()
      expect(readable).not.toContain('Ada')
      expect(await visitor.session()).not.toBeNull()
    },
  )

  proves(
    ['DOES-strategy-database', 'MECH-database-cookie', 'MECH-strategy-default-database'],
    'with an adapter the session is a record that is found by the token in the cookie',
    async () => {
      const adapter = await suite.world.store()
      const visitor = open({ adapter, providers: [suite.world.oidc()] }).visit()
      await visitor.signInWith('harbour')
      expect(visitor.cookie(SESSION)).toMatch(/^[0-9a-f]{64}\.[\w-]+\.[\w-]+$/)
      expect(await visitor.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
      const user = await adapter.getUserByEmail('ada@harbour.example')
      await adapter.deleteUser(user?.id ?? '')
      expect(await visitor.session()).toBeNull()
    },
  )

  proves(
    ['MECH-strategy-forced'],
    'the strategy jwt can be configured beside an adapter',
    async () => {
      const adapter = await suite.world.store()
      const config = {
        adapter,
        providers: [suite.world.oidc()],
        session: { strategy: 'jwt' },
      } as const
      const visitor = open(config).visit()
      await visitor.signInWith('harbour')
      expect(visitor.cookie(SESSION)?.split('.')).toHaveLength(5)
      expect(await adapter.getUserByEmail('ada@harbour.example')).not.toBeNull()
    },
  )

  proves(
    ['MECH-generateSessionToken'],
    'generateSessionToken creates the tokens of database sessions',
    async () => {
      const adapter = await suite.world.store()
      let count = 0
      const generateSessionToken = vi.fn(() => `made-by-the-application-${++count}`)
      const app = open({
        adapter,
        providers: [suite.world.oidc()],
        session: { generateSessionToken },
      })
      const [first, second] = [app.visit(), app.visit()]
      await first.signInWith('harbour')
      await second.signInWith('harbour', 'grace')
      expect([first.cookie(SESSION), second.cookie(SESSION)]).toEqual([
        'made-by-the-application-1',
        'made-by-the-application-2',
      ])
      expect(await second.session()).toMatchObject({ user: { name: 'Grace Hopper' } })
    },
  )

  proves(['MECH-generateSessionToken-default'], 'session tokens are random', async () => {
    const app = open({ adapter: await suite.world.store(), providers: [suite.world.oidc()] })
    const tokens = new Set<string | undefined>()
    for (const _ of [1, 2, 3]) {
      const visitor = app.visit()
      await visitor.signInWith('harbour')
      tokens.add(visitor.cookie(SESSION))
    }
    expect(tokens.size).toBe(3)
  })

  proves(['STATE-session'], 'auth returns the session, or null, with either strategy', async () => {
    for (const adapter of [undefined, await suite.world.store()]) {
      const config = { providers: [suite.world.oidc()] }
      const app = open(adapter ? { ...config, adapter } : config)
      const visitor = app.visit()
      expect(await app.auth(visitor.headers())).toBeNull()
      await visitor.signInWith('harbour')
      expect(await app.auth(visitor.headers())).toMatchObject({ user: { name: 'Ada Lovelace' } })
      await visitor.submit('signout')
      expect(await app.auth(visitor.headers())).toBeNull()
    }
  })
}
