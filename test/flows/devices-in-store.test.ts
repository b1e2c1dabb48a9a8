import { openSqlAdapter } from '@latchstring/adapter-sql'
import { type Adapter, type AdapterRecords, devices } from '@latchstring/core/adapters'
import { type App, createApp, ENV, SECRETS, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  ADA,
  passwords,
  signInWithPassword,
  storePeople,
  submitPassword,
} from '@latchstring/test-kit/people'
import { readSession } from '@latchstring/test-kit/story'
import { DAY, startClock } from '@latchstring/test-kit/test-clock'
import { describe, expect, onTestFinished, test } from 'vitest'

const VERBS = ['get', 'find', 'insert', 'change', 'drop'] as const

type Verb = (typeof VERBS)[number]

/** A store of people and their sessions, in which a test may let a verb fail or wait. */
async function openPeople() {
  const sql = openSqlAdapter(':memory:', { sessionControl: true })
  onTestFinished(() => sql.close())
  await sql.migrate()
  await storePeople(sql, new Date(0))
  const { records } = sql
  if (!records) throw new Error('The store has no records.')
  const hooks: { before: (verb: Verb) => Promise<void> } = { before: async () => undefined }
  const verbs = VERBS.map((verb): [string, unknown] => [
    verb,
    async (...args: readonly unknown[]) => {
      await hooks.before(verb)
      const answer: unknown = Reflect.apply(records[verb], records, args)
      return answer
    },
  ])
  // Each verb is what it was.
  const called = { ...records, ...(Object.fromEntries(verbs) as Partial<AdapterRecords>) }
  const adapter: Adapter = { ...sql, records: called }
  const rows = async () =>
    (await sql.records?.find(devices, { field: 'userId', value: ADA.id, limit: 1000 }))?.rows ?? []
  return { sql, adapter, hooks, rows }
}

describe.each(STRATEGIES)('The devices of %s sessions in a database', (strategy) => {
  const session = { strategy, devices: true, revocation: strategy === 'jwt' }
  const clock = startClock()

  const start = (
    adapter: Adapter,
    byFunction = false,
    secret: string | string[] = SECRETS.older,
  ) => {
    const errors: Error[] = []
    const logger = { warn: () => undefined, error: (error: Error) => void errors.push(error) }
    const config = { providers: [passwords()], adapter, session, logger, secret }
    const made = byFunction ? 'each time' : 'once'
    const app = createApp(config, { env: ENV, clock: clock.now }, made)
    return { app, errors }
  }

  const signIn = async (app: App): Promise<Browser> => signInWithPassword(app.openBrowser())
  const alive = async (...browsers: readonly Browser[]): Promise<readonly boolean[]> =>
    Promise.all(browsers.map(async (browser) => (await readSession(browser)) !== null))

  test.each([false, true])(
    'are listed, ended and gone with their user (by a function: %s)',
    async (byFunction) => {
      const { sql, adapter, rows } = await openPeople()
      const { app } = start(adapter, byFunction)
      const [one, two, three] = [await signIn(app), await signIn(app), await signIn(app)]
      const sessions = app.auth.sessions()
      expect(await sessions.list(ADA.id)).toHaveLength(3)
      const [{ id } = { id: '' }] = await sessions.list(ADA.id)
      await sessions.end({ device: id, user: ADA.id })
      expect((await alive(one, two, three)).filter(Boolean)).toHaveLength(2)
      expect([await sessions.list(ADA.id), await rows()].map(({ length }) => length)).toEqual([
        2, 2,
      ])
      await sql.deleteUser(ADA.id)
      expect(await rows()).toEqual([])
    },
  )

  test('are found by an id that a former secret has made', async () => {
    const { adapter } = await openPeople()
    const before = start(adapter)
    await signIn(before.app)
    const [{ id } = { id: '' }] = await before.app.auth.sessions().list(ADA.id)
    const { app } = start(adapter, false, [SECRETS.newer, SECRETS.older])
    expect((await app.auth.sessions().list(ADA.id))[0]?.id).not.toBe(id)
    await app.auth.sessions().end({ device: id, user: ADA.id })
    expect(await app.auth.sessions().list(ADA.id)).toEqual([])
  })

  test.each(VERBS)(
    'that fail in %s sign out no browser, and open no session that is not listed',
    async (verb) => {
      const { adapter, hooks, rows } = await openPeople()
      const { app, errors } = start(adapter)
      const browser = await signIn(app)
      hooks.before = async (called) => {
        if (called === verb) throw new Error('ECONNREFUSED')
      }
      clock.advance(2 * DAY)
      expect(await alive(browser)).toEqual([true])
      const other = app.openBrowser()
      await submitPassword(other, 'ada')
      const isOpen = (await readSession(other)) !== null
      expect(isOpen).toBe(verb !== 'insert')
      expect(await rows()).toHaveLength(isOpen ? 2 : 1)
      if (verb === 'insert') expect(errors.map(({ name }) => name)).toContain('AdapterError')
      hooks.before = async () => undefined
      expect(await alive(browser)).toEqual([true])
    },
  )

  test('are off the list when a session ends while its use is noted (REV-02)', async () => {
    const { adapter, hooks, rows } = await openPeople()
    const { app, errors } = start(adapter)
    const browser = await signIn(app)
    await signIn(app)
    for (const at of ['get', 'change'] as const) {
      let isEnded = false
      hooks.before = async (called) => {
        if (called !== at || isEnded) return
        isEnded = true
        await app.auth.sessions().end({ user: ADA.id })
      }
      clock.advance(2 * DAY)
      await readSession(browser)
      expect([isEnded, await rows()]).toEqual([true, []])
      hooks.before = async () => undefined
      expect(await alive(browser)).toEqual([false])
      await signInWithPassword(browser)
    }
    expect(errors).toEqual([])
  })

  test('have one row after many uses at the same time, and none after an ending of all', async () => {
    const { adapter, rows } = await openPeople()
    const [here, there] = [start(adapter), start({ ...adapter })]
    const browser = await signIn(here.app)
    const cookies = browser.stored().map(({ name, value }) => `${name}=${value}`)
    clock.advance(2 * DAY)
    const read = async ({ app }: typeof here): Promise<void> => {
      const headers = new Headers({ cookie: cookies.join('; ') })
      await app.auth.handle(new Request('https://app.example/auth/session', { headers }))
    }
    await Promise.all([here, there, here, there].map(read))
    expect((await rows()).map(({ values }) => values['lastSeenAt'])).toEqual([clock.now()])
    await Promise.all([here.app.auth.sessions().end({ user: ADA.id }), ...[here, there].map(read)])
    expect([await rows(), await alive(browser)]).toEqual([[], [false]])
    expect([...here.errors, ...there.errors]).toEqual([])
  })
})
