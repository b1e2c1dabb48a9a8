import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inAnHour } from '../../../test/adapters/samples.ts'
import { createApp } from '../../../test/adapters/github-app.ts'
import { type OwnCluster, startCluster } from '../test/cluster.ts'
import { newRow } from '../test/record-tables.ts'
import { LINKS } from '../../../test/adapters/samples.ts'
import { redisAdapter } from './index.ts'

let cluster: OwnCluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.stop())

const USERS = Array.from({ length: 60 }, (_, index) => `user ${index}`)

describe.each(['ioredis', 'redis'] as const)(
  'redisAdapter on a cluster of three nodes, over %s,',
  (name) => {
    async function open() {
      const prefix = `test-${crypto.randomUUID()}`
      return { prefix, adapter: redisAdapter(await cluster.connect[name](), { prefix }) }
    }

    it('has no deleteAllSessions, because no command reaches the keys of all nodes', async () => {
      const { adapter } = await open()
      expect('deleteAllSessions' in adapter).toBe(false)
    })

    it('spreads users over all nodes, and keeps the keys of one user in one slot (PERF-16)', async () => {
      const { prefix, adapter } = await open()
      for (const id of USERS) {
        await adapter.createUser({ id, email: `${id}@example.com`, emailVerified: null })
        await adapter.createSession({ sessionToken: id, userId: id, expires: inAnHour() })
        await adapter.linkAccount({
          provider: 'x',
          providerAccountId: id,
          type: 'oidc',
          userId: id,
        })
      }
      const nodes = await cluster.keys(prefix)
      expect(nodes).toHaveLength(3)
      for (const keys of nodes) {
        const users = keys.filter((key) => /^\{user:[^}]*\}$/.test(key))
        expect(users.length).toBeGreaterThan(USERS.length / 12)
      }
      const [id = ''] = USERS
      const own = nodes.flat().filter((key) => key.startsWith(`{user:${id}}`))
      const slots = await Promise.all(own.map((key) => cluster.slotOf(`${prefix}:${key}`)))
      expect(own).toHaveLength(4)
      expect(new Set(slots).size).toBe(1)
      for (const each of USERS) {
        expect((await adapter.getSessionAndUser(each))?.user.id).toBe(each)
        expect((await adapter.getUserByEmail(`${each}@example.com`))?.id).toBe(each)
        await adapter.deleteUser(each)
      }
      expect((await cluster.keys(prefix)).flat()).toEqual([])
    })

    it('creates one user and one account for 16 simultaneous first sign-ins (PERF-16)', async () => {
      const { prefix, adapter } = await open()
      const app = await createApp(adapter)
      const browsers = Array.from({ length: 16 }, () => app.openBrowser())
      await Promise.all(browsers.map((browser) => browser.signIn(app.github)))
      const keys = (await cluster.keys(prefix)).flat()
      expect(keys.filter((key) => /^\{user:[^}]*\}$/.test(key))).toHaveLength(1)
      expect(keys.filter((key) => key.startsWith('{account:'))).toHaveLength(1)
      for (const browser of browsers) {
        if ((await browser.session()) === null) await browser.signIn(app.github)
        expect(await browser.session()).toMatchObject({ user: { email: 'octocat@github.com' } })
      }
    })

    it('lets one of 16 simultaneous calls use a verification token', async () => {
      const { adapter } = await open()
      const token = { identifier: 'ada@example.com', token: 'a' }
      await adapter.createVerificationToken({ ...token, expires: inAnHour() })
      const uses = await Promise.all(
        USERS.slice(0, 16).map(() => adapter.useVerificationToken(token)),
      )
      expect(uses.filter((used) => used !== null)).toHaveLength(1)
    })
  },
)

describe('rows in a cluster of three nodes', () => {
  it('are inserted once when clients of both packages insert one key, and found by both', async () => {
    const prefix = `test-${crypto.randomUUID()}`
    const adapters = [
      redisAdapter(await cluster.connect.ioredis(), { prefix }),
      redisAdapter(await cluster.connect.redis(), { prefix }),
    ]
    const [first] = adapters
    for (const userId of USERS.slice(0, 8)) {
      const id = userId.replace(' ', '-')
      await first?.createUser({ id, email: `${id}@example.com`, emailVerified: null })
      const rows = adapters.map((_, count) => newRow(LINKS, { userId: id, id, topic: id, count }))
      const said = await Promise.all(
        adapters.map(({ records }, at) => records.insert(LINKS, rows[at] ?? newRow(LINKS), 0)),
      )
      expect(new Set(said)).toEqual(new Set(['inserted', 'taken']))
      for (const { records } of adapters) {
        for (const field of ['userId', 'topic']) {
          const found = await records.find(LINKS, { field, value: id, limit: 10 })
          expect(found.rows).toEqual([rows[said.indexOf('inserted')]])
        }
      }
      await adapters[1]?.deleteUser(id)
    }
    expect((await cluster.keys(prefix)).flat()).toEqual([])
  })
})
