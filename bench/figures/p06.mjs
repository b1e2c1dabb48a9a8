import { createApplication, requireResult } from '../lib/application.mjs'
import { PLAIN, requestHeaders } from '../lib/configurations.mjs'
import { compare } from '../lib/method.mjs'
import { libraryBefore, ours } from '../lib/library.mjs'
import { cookieHeader, PERSON, SESSION_COOKIE } from '../lib/values.mjs'

/**
 * @typedef {import('../lib/row.d.ts').Part} Part
 * @typedef {import('../lib/row.d.ts').Row} Row
 * @typedef {import('@latchstring/core/adapters').Adapter} Adapter
 * @typedef {import('@latchstring/core/adapters').AdapterSession} AdapterSession
 */

const ID = 'P-06'

const DAY = 86_400_000

/** In milliseconds, as in the defaults. */
const MAX_AGE = 30 * DAY

const READS = 32

/** Microseconds. */
const MOST_OVERHEAD = 10

const TOKEN = '7d1f7c0cf1b44d3a9a5b0a6f4f0c2e8d7d1f7c0cf1b44d3a9a5b0a6f4f0c2e8d'

/**
 * A store with one session, which answers at once and counts what it is asked.
 *
 * @param {number} age - of the session, in milliseconds
 * @param {boolean} conditional - whether it can change a session on condition
 */
function createStore(age, conditional) {
  const user = { ...PERSON, emailVerified: null }
  /** @type {AdapterSession} */
  const session = {
    sessionToken: 'stored',
    userId: PERSON.id,
    expires: new Date(Date.now() - age + MAX_AGE),
  }
  const count = { reads: 0, writes: 0 }
  /** @type {Adapter} */
  const adapter = {
    createUser: (created) => created,
    getUser: () => user,
    getUserByEmail: () => user,
    updateUser: () => user,
    getUserByAccount: () => user,
    linkAccount: () => undefined,
    createSession: (created) => created,
    getSessionAndUser: async (sessionToken) => {
      count.reads += 1
      return { session: { ...session, sessionToken }, user }
    },
    updateSession: async ({ expires }) => {
      count.writes += 1
      if (expires) session.expires = expires
      return { ...session }
    },
    deleteSession: () => undefined,
    ...(conditional && {
      compareAndSetSession: async ({ to }) => {
        count.writes += 1
        session.expires = to
        return true
      },
    }),
  }
  return { adapter, count }
}

/** @type {(adapter: Adapter, library?: import('../lib/library.mjs').Library) => () => Promise<unknown>} */
function reader(adapter, library = ours) {
  const make = () => ({
    ...PLAIN.make(),
    adapter,
    adapterRequires: [],
    session: { strategy: /** @type {const} */ ('database') },
  })
  const auth = createApplication(library, { ...PLAIN, make })
  const headers = requestHeaders(PLAIN, cookieHeader(SESSION_COOKIE, TOKEN))
  return () => auth.session({ headers })
}

/** @type {(what: string, configuration: string, value: number) => Row} */
const statements = (what, configuration, value) => ({
  id: ID,
  what,
  configuration,
  unit: 'statements',
  ours: value,
  target: { most: what.startsWith('no') ? 0 : 1 },
})

/** @type {Part} */
const counts = {
  async run(run) {
    run.progress('statements')
    const fresh = createStore(0, true)
    await requireResult({ ours: reader(fresh.adapter) }, PERSON.email)
    /** @type {Row[]} */
    const rows = [
      statements('queries of a check', 'inside `updateAge`', fresh.count.reads),
      statements('no write', 'inside `updateAge`', fresh.count.writes),
    ]
    for (const conditional of [true, false]) {
      const due = createStore(2 * DAY, conditional)
      const read = reader(due.adapter)
      await Promise.all(Array.from({ length: READS }, read))
      const able = conditional ? 'with' : 'without'
      rows.push(
        statements(
          `writes of ${READS} reads at once`,
          `at the edge of \`updateAge\`, an adapter ${able} \`compareAndSetSession\``,
          due.count.writes,
        ),
      )
    }
    return rows
  },
}

/** @type {Part} */
const overhead = {
  async run(run) {
    run.progress('overhead')
    const { adapter } = createStore(0, true)
    const library = await libraryBefore(run)
    const variants = {
      floor: () => adapter.getSessionAndUser?.('stored'),
      ours: reader(adapter),
    }
    await requireResult(variants, PERSON.email)
    const comparison = await compare(
      { ...variants, ...(library && { before: reader(adapter, library) }) },
      run.smoke,
    )
    /** @type {(name: string) => number} */
    const above = (name) => comparison.time(name) - comparison.time('floor')
    return [
      {
        id: ID,
        what: 'overhead outside the driver',
        configuration: PLAIN.name,
        unit: 'µs',
        ours: above('ours'),
        rounds: comparison.ratio((get) => (get('ours') - get('floor')) * 1000),
        ...(library && { before: above('before'), toBefore: comparison.by('ours', 'before') }),
        target: { most: MOST_OVERHEAD },
      },
    ]
  },
}

/** @type {import('../lib/row.d.ts').Figure} */
export const figure = {
  id: ID,
  title: 'Database strategy',
  notes: ['The store of these rows is an object in memory. What it costs to call it is taken off.'],
  parts: [counts, overhead],
}
