import { setTimeout as sleep } from 'node:timers/promises'
import type { IdentityProvider } from '@latchstring/test-idp'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { SECRETS } from '@latchstring/test-kit/app'
import { client, CLIENT_SECRET, startIdp } from '@latchstring/test-kit/idp'
import { type Balancer, startBalancer } from './balancer.ts'
import { countEach } from './count-each.ts'
import { type Figures, writeFigures } from './figures.ts'
import { bundleProgram, type Instance, type Program, startInstance } from './instance.ts'
import { type Load, type Seen, startLoad } from './load.ts'
import type { Rows, Store } from './store.ts'
import { createVisitor, type Outcome, type Return, type Visitor } from './visitor.ts'

const INSTANCES = 3

/** Comes back from the provider, where the visitor got that far. */
async function comeBack(way: Return): Promise<Outcome> {
  return 'failed' in way ? way.failed : way.follow()
}

/** Rows that belong to nothing. */
const NO_STRAYS = { accountsWithoutUser: 0, sessionsWithoutUser: 0 }

/** What three processes do together, over the store that is opened. */
export function testThreeProcesses(openStore: () => Promise<Store>): void {
  describe('Three processes of an application over one store', () => {
    let version = ''
    let program: Program
    let balancer: Balancer
    let idp: IdentityProvider
    const figures: Figures[] = []

    beforeAll(async () => {
      program = await bundleProgram()
      balancer = await startBalancer()
      const redirect_uris = [`${balancer.origin}/auth/callback/harbour`]
      idp = await startIdp({ clients: [client({ redirect_uris })] })
    })

    afterAll(async () => {
      await Promise.all([balancer.close(), idp.close(), program.remove()])
      writeFigures(version, figures)
    })

    let store: Store
    const instances: Instance[] = []

    const start = (): Promise<Instance> =>
      startInstance(program.file, {
        ORIGIN: balancer.origin,
        STORE: store.server.url,
        ISSUER: idp.issuer,
        CLIENT_SECRET,
        AUTH_SECRET: SECRETS.older,
      })

    const route = (): void => balancer.use(instances.map(({ port }) => port))

    /** Kills one process; the balancer still knows its port. */
    async function kill(index: number): Promise<void> {
      await instances[index]?.kill()
    }

    async function replace(index: number): Promise<void> {
      instances[index] = await start()
      route()
    }

    async function record(scenario: string, seen: Seen): Promise<Rows> {
      const rows = await store.rows()
      figures.push({ store: version, scenario, ...seen, rows })
      return rows
    }

    beforeAll(async () => {
      store = await openStore()
      version = await store.version()
      instances.push(...(await Promise.all(Array.from({ length: INSTANCES }, start))))
      route()
    })

    beforeEach(async () => {
      balancer.pin(null)
      await store.clear()
    })

    afterAll(async () => {
      await Promise.all(instances.map((instance) => instance.kill()))
      await store.server.stop()
    })

    /** Everybody comes back from the provider at the same moment. */
    async function comeBackTogether(visitors: readonly Visitor[]): Promise<readonly string[]> {
      const ways = await Promise.all(visitors.map((visitor) => visitor.reachCallback('ada')))
      return Promise.all(ways.map(comeBack))
    }

    test('a sign-in starts at one, ends at another, and its session is valid at the third', async () => {
      const visitor = createVisitor(balancer.origin)
      balancer.pin(0)
      const way = await visitor.reachCallback('ada')
      balancer.pin(1)
      expect(await comeBack(way)).toBe('in')
      balancer.pin(2)
      expect((await visitor.read()).session?.user?.email).toBe('ada@harbour.example')
    })

    test('a sign-out at one ends the session at all of them', async () => {
      const visitor = createVisitor(balancer.origin)
      expect(await visitor.signIn('ada')).toBe('in')
      const copy = createVisitor(balancer.origin)
      const [name = ''] = [...visitor.browser.cookies.keys()].filter((key) =>
        key.includes('session'),
      )
      const cookie = `${name}=${visitor.token()}; Path=/`
      const readEverywhere = async (): Promise<readonly unknown[]> => {
        const seen: unknown[] = []
        for (const index of [0, 1, 2]) {
          balancer.pin(index)
          copy.browser.receive(balancer.origin, cookie)
          seen.push((await copy.read()).session?.user?.email)
        }
        return seen
      }
      const email = 'ada@harbour.example'
      expect(await readEverywhere()).toEqual([email, email, email])
      balancer.pin(0)
      expect(await visitor.signOut()).toBe(302)
      expect(await readEverywhere()).toEqual([undefined, undefined, undefined])
      expect((await store.rows()).sessions).toBe(0)
    })

    test('32 first sign-ins of one person at once make one user', async () => {
      const visitors = Array.from({ length: 32 }, () => createVisitor(balancer.origin))
      const outcomes = await comeBackTogether(visitors)
      const refused = outcomes.filter((outcome) => outcome !== 'in')
      // Where user and account are stored one after the other, another request can come in between; the next try succeeds.
      if (store.transactions) expect(refused).toEqual([])
      const late = visitors.filter((visitor) => !visitor.hasCookie())
      for (const visitor of late) expect(await visitor.signIn('ada')).toBe('in')
      const sessions = await Promise.all(visitors.map((visitor) => visitor.read()))
      expect(countEach(sessions.map(({ session }) => String(session?.user?.email)))).toEqual({
        'ada@harbour.example': 32,
      })
      const rows = await record('32 first sign-ins of one person at once', {
        attempts: 32 + late.length,
        signedIn: 32,
        reads: 32,
        errors: countEach(refused),
        signedOut: 0,
        people: 1,
        stranded: 0,
      })
      expect(rows).toEqual({
        ...NO_STRAYS,
        users: 1,
        accounts: 1,
        sessions: 32,
        usersWithoutAccount: 0,
      })
    })

    test('a sign-in started at a killed process ends at another', async () => {
      const visitor = createVisitor(balancer.origin)
      balancer.pin(0)
      const way = await visitor.reachCallback('ada')
      await kill(0)
      balancer.pin(null)
      expect(await comeBack(way)).toBe('in')
      expect((await visitor.read()).session?.user?.email).toBe('ada@harbour.example')
      await replace(0)
    })

    /** Ends the load, and checks the sessions of all visitors. */
    async function flushTasks(load: Load, scenario: string): Promise<Seen> {
      const seen = await load.stop()
      const after = await Promise.all(load.residents.map((visitor) => visitor.read()))
      expect(after.map(({ session }) => session !== null)).not.toContain(false)
      const rows = await record(scenario, seen)
      expect(seen.signedOut).toBe(0)
      if (store.transactions) expect(seen.stranded).toBe(0)
      expect(rows).toMatchObject({
        ...NO_STRAYS,
        users: seen.people,
        accounts: seen.people - seen.stranded,
        usersWithoutAccount: seen.stranded,
      })
      // A session can be stored whose browser never gets the answer.
      expect(rows.sessions).toBeGreaterThanOrEqual(seen.signedIn)
      return seen
    }

    test('a process that is killed under load ends no session', async () => {
      const load = await startLoad(balancer.origin, 'killed')
      onTestFinished(async () => void (await load.stop()))
      await sleep(700)
      await kill(1)
      await sleep(700)
      await replace(1)
      await kill(2)
      await sleep(500)
      await replace(2)
      await flushTasks(load, 'two of three processes killed under load, one after the other')
    })

    test('a server of the store that restarts under load loses nothing', async () => {
      const load = await startLoad(balancer.origin, 'restarted')
      onTestFinished(async () => void (await load.stop()))
      await sleep(500)
      const resume = await store.server.suspend()
      await sleep(1000)
      // On a busy machine a second may pass before the first request.
      await expect.poll(() => load.errors(), { timeout: 20_000 }).toContain('session: HTTP 503')
      await resume()
      await sleep(1500)
      await flushTasks(load, 'the server of the store away for a second under load')
    })
  })
}
