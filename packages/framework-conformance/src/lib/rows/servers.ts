import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  assertWho,
  csrf,
  describe,
  form,
  json,
  member,
  password,
  readCount,
  signIn,
} from '../steps.ts'
import { Jar } from '../jar.ts'
import type { Row, Server } from '../types.ts'

const OTHER_SECRET = 'u3Sp0Mk9Jh6Gf4Dc1By7wXt5Rn2Lv8qZ'

/** Time for a development server to notice a changed file. */
const RELOAD_TIMEOUT_MS = 20_000

const PEOPLE = ['ada', 'grace', 'linus', 'barbara']

/** Changes a module and waits until the development server has loaded it again. */
async function changeModule(server: Server, file: string): Promise<void> {
  const { configuration } = await readCount(server)
  appendFileSync(file, '// Changed.\n')
  const end = Date.now() + RELOAD_TIMEOUT_MS
  while ((await readCount(server))['configuration'] === configuration) {
    assert.ok(Date.now() < end, 'the changed module is not loaded')
    // The request makes the development server load the module again.
    await server.ask('/whoami')
  }
}

export const servers: readonly Row[] = [
  {
    id: 'I1',
    name: 'Simultaneous requests of many users each get their own session',
    env: { TEST_UPDATE_AGE: '0' },
    async run(server) {
      const people = await Promise.all(
        PEOPLE.map(async (name) => ({ name, jar: await signIn(server, name) })),
      )
      const asked = Array.from({ length: 40 }, async (_, index) => {
        const person = people[index % people.length]
        if (!person) return
        const headers = { cookie: person.jar.header() }
        const response = await server.ask('/whoami', { headers })
        assertWho(response, person.name)
      })
      await Promise.all(asked)
    },
  },
  {
    id: 'I2',
    name: 'Headers that name a user do not authenticate a request',
    async run(server) {
      const headers = {
        'x-auth-user': 'admin',
        'x-user': 'admin',
        'x-middleware-subrequest': 'middleware:middleware:middleware',
        authorization: 'Bearer admin',
      }
      assertWho(await server.ask('/whoami', { headers }), 'nobody')
      const members = await server.ask('/members', { headers })
      assert.ok(members.status >= 300, describe(members))
      const jar = await signIn(server, 'ada')
      assertWho(await server.ask('/whoami', { jar, headers }), 'ada')
    },
  },
  {
    id: 'E1',
    name: 'A configuration function selects the tenant by the host of the request',
    needs: ['function'],
    env: { TEST_FUNCTION: '1' },
    async run(server) {
      const before = await readCount(server)
      const jars = new Map<string, Jar>()
      for (const tenant of ['one', 'two']) {
        const host = `${tenant}.example.test`
        const site = { ...server, origin: `http://${host}` }
        const headers = { host }
        const jar = new Jar()
        const providers = json(await server.ask('/auth/providers', { headers }))
        assert.equal(member(providers, 'github', 'name'), `GitHub of ${tenant}`)
        const csrfToken = await csrf(site, jar, { headers })
        const fields = password('ada', { csrfToken })
        await server.ask('/auth/callback/credentials', form(site, fields, { jar, headers }))
        assert.deepEqual(jar.session(), [`${tenant}.session-token`])
        assertWho(await server.ask('/whoami', { jar, headers }), 'ada')
        jars.set(tenant, jar)
      }
      const headers = { host: 'two.example.test' }
      assertWho(
        await server.ask('/whoami', { jar: jars.get('one') ?? new Jar(), headers }),
        'nobody',
      )
      const after = await readCount(server)
      // The request for the counters adds one for its own host.
      assert.ok(Number(after['configuration']) - Number(before['configuration']) <= 3)
    },
  },
  {
    id: 'E2',
    name: 'Variables from the environment of a request are used',
    needs: ['environment'],
    async run(server, { serve }) {
      const known = json(await server.ask('/environment'))
      assert.deepEqual(known, [], 'variables are known before there is a request')
      const jar = await signIn(server, 'ada')
      assertWho(await server.ask('/whoami', { jar }), 'ada')
      const other = await serve({ AUTH_SECRET: OTHER_SECRET, AUTH_URL: 'https://app.example.test' })
      const headers = { cookie: jar.header() }
      assertWho(await other.ask('/whoami', { headers }), 'nobody')
      const providers = json(await other.ask('/auth/providers'))
      assert.equal(
        member(providers, 'github', 'callbackUrl'),
        'https://app.example.test/auth/callback/github',
      )
    },
  },
  {
    id: 'E3',
    name: 'A missing secret is an error in production, and is generated in development',
    async run(_server, { folder, host, serve }) {
      const production = await serve({ AUTH_SECRET: '' })
      const response = await production.ask('/auth/session')
      assert.equal(response.status, 500, describe(response))
      assert.match(response.headers['content-type'] ?? '', /json/)
      assert.match(production.log(), /AUTH_SECRET/)
      const page = await production.ask('/whoami')
      assert.ok(!/who:(?!nobody)/.test(page.body), describe(page))
      if (!host.features.includes('development')) return
      const development = await serve({ AUTH_SECRET: '', NODE_ENV: 'development' })
      const jar = await signIn(development, 'ada')
      assertWho(await development.ask('/whoami', { jar }), 'ada')
      if (host.reloads !== undefined) {
        await changeModule(development, join(folder, host.reloads))
        assertWho(await development.ask('/whoami', { jar }), 'ada')
      }
      const warnings = development.log().match(/AUTH_SECRET is not set/g)
      assert.equal(warnings?.length, 1, development.log())
    },
  },
  {
    id: 'R1',
    name: 'A server that receives SIGTERM finishes its open requests',
    async run(_server, { serve }) {
      const server = await serve({ TEST_NAME: 'to-be-stopped' })
      const jar = await signIn(server, 'ada')
      let stopped: Promise<number | null> | undefined
      const stop = (): void => {
        stopped ??= server.stop()
      }
      const response = await server.ask('/stream', { jar, onPiece: stop })
      assertWho(response, 'ada')
      assert.notEqual(await stopped, null, 'the server did not stop by itself')
    },
  },
]
