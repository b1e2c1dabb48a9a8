import { createHash, randomUUID } from 'node:crypto'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { Client } from 'pg'
import { startPostgres } from '../../tools/servers/postgres.mjs'
import { createApplication, requireResult } from '../lib/application.mjs'
import { PLAIN, requestHeaders } from '../lib/configurations.mjs'
import { figures } from '../lib/method.mjs'
import { ours } from '../lib/library.mjs'
import { cookieHeader, inTurn, SESSION_COOKIE } from '../lib/values.mjs'

/**
 * @typedef {import('../lib/row.d.ts').Row} Row
 * @typedef {import('@latchstring/adapter-sql').OpenSqlAdapter} SqlAdapter
 */

const ID = 'P-16'

const USERS = 1_000_000
const SESSIONS_EACH = 10

/** Every tenth session has expired. */
const EXPIRED = 10

/** Sessions that are read in turn. */
const READ = 256

/** Milliseconds. */
const LONGEST_LOCK = 50

/** The work is in the server. */
const clock = () => performance.now()

const WHAT = [
  'session check',
  'first sign-in',
  'longest batch of the deletion of expired rows',
  'longest wait of the deletion of expired rows',
]

/** @type {(index: number) => string} */
const token = (index) => `a-token-of-a-session-that-is-read-${100_000 + index}`

/** As the library stores it. @type {(index: number) => string} */
const stored = (index) => `sha256:${createHash('sha256').update(token(index)).digest('base64url')}`

/** @type {(url: string, statement: string) => Promise<void>} */
async function execute(url, statement) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const GROWN_USERS = (/** @type {number} */ users) => `
  insert into users (id, name, email)
  select 'user-' || n, 'User ' || n, 'user-' || n || '@example.com' from generate_series(1, ${users}) n`

const GROWN_SESSIONS = (/** @type {number} */ users) => `
  insert into sessions (session_token, user_id, expires)
  select 'sha256:' || md5(n::text) || md5((n + 1)::text), 'user-' || (n % ${users} + 1),
    now() + case when n % ${EXPIRED} = 0 then interval '-1 day' else interval '30 days' end
  from generate_series(1, ${users * SESSIONS_EACH}) n`

/** A store with those sessions that are read. @type {(url: string) => Promise<SqlAdapter>} */
async function createStore(url) {
  const adapter = openSqlAdapter(url)
  await adapter.migrate()
  const expires = new Date(Date.now() + 30 * 86_400_000)
  for (let index = 0; index < READ; index++) {
    const { id } = await adapter.createUser({
      id: randomUUID(),
      name: 'Ada',
      email: `ada${index}@example.com`,
      emailVerified: null,
      image: null,
    })
    await adapter.createSession({ sessionToken: stored(index), userId: id, expires })
  }
  return adapter
}

/** @type {(adapter: SqlAdapter) => () => Promise<unknown>} */
function check(adapter) {
  const make = () => ({
    ...PLAIN.make(),
    adapter,
    session: { strategy: /** @type {const} */ ('database') },
  })
  const auth = createApplication(ours, { ...PLAIN, make })
  const headers = Array.from({ length: READ }, (_, index) =>
    requestHeaders(PLAIN, cookieHeader(SESSION_COOKIE, token(index))),
  )
  const next = inTurn(headers)
  return () => auth.session({ headers: next() })
}

/** The calls of a store during the first sign-in of a user. @type {(adapter: SqlAdapter) => () => Promise<unknown>} */
const signIn = (adapter) => async () => {
  const id = randomUUID()
  const email = `${id}@example.com`
  const account = { provider: 'service0', providerAccountId: id }
  await adapter.getUserByAccount(account)
  await adapter.getUserByEmail(email)
  await adapter.createUser({ id, name: 'New', email, emailVerified: null, image: null })
  await adapter.linkAccount({ ...account, type: 'oidc', userId: id })
  const expires = new Date(Date.now() + 86_400_000)
  return adapter.createSession({ sessionToken: `sha256:${id}`, userId: id, expires })
}

/** @type {(url: string) => Promise<Client>} */
async function connect(url) {
  const client = new Client({ connectionString: url })
  await client.connect()
  // The disk is not part of the measurement.
  await client.query('set synchronous_commit = off')
  return client
}

/** The token of an expired session, as {@link GROWN_SESSIONS} makes it. @type {(index: number) => string} */
function expiredToken(index) {
  const half = (/** @type {number} */ n) => createHash('md5').update(String(n)).digest('hex')
  return `sha256:${half(index)}${half(index + 1)}`
}

/** Milliseconds of the baseline, in which writes run without a deletion. */
const CONTROL = 20_000

/** How old the oldest transaction is that deletes: no lock of it is older. */
const OLDEST = `
  select coalesce(max(extract(epoch from clock_timestamp() - xact_start)) * 1000, 0)::float8 as age
  from pg_stat_activity
  where query like 'delete from %skip locked%' and state <> 'idle' and pid <> pg_backend_pid()`

/**
 * A connection that writes to expiring rows, and one that watches the transaction that deletes them.
 *
 * @typedef {object} Beside
 * @property {(goesOn: () => boolean) => Promise<number[]>} write how long each write took, in milliseconds
 * @property {(goesOn: () => boolean) => Promise<number[]>} watch ages of transactions, in milliseconds
 * @property {() => Promise<void>} end
 */

/** @type {(url: string) => Promise<Beside>} */
async function openBeside(url) {
  const [writer, watcher] = [await connect(url), await connect(url)]
  const update = 'update sessions set expires = expires where session_token = $1'
  let index = EXPIRED
  return {
    async write(goesOn) {
      /** @type {number[]} */
      const times = []
      for (; goesOn(); index += EXPIRED * 97) {
        const start = performance.now()
        await writer.query(update, [expiredToken(index)])
        times.push(performance.now() - start)
      }
      return times
    },
    async watch(goesOn) {
      /** @type {number[]} */
      const ages = []
      while (goesOn()) {
        const { rows } = await watcher.query(OLDEST)
        ages.push(/** @type {readonly { age: number }[]} */ (rows)[0]?.age ?? 0)
      }
      return ages
    },
    async end() {
      await writer.end()
      await watcher.end()
    },
  }
}

/**
 * @typedef {{ readonly wait: number[], readonly batch: number[], readonly control: number[], readonly text: string }} Pruned
 */

/** @type {(times: readonly number[]) => number} */
const toLongest = (times) => times.reduce((most, time) => Math.max(most, time), 0)

/** What a busy machine adds comes seldom. @type {(times: readonly number[]) => string} */
function mostly(times) {
  const sorted = [...times].toSorted((one, other) => one - other)
  const at = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  return `99 of 100 took up to ${at.toFixed(1)} ms`
}

/**
 * The longest of some times. The longest time of the baseline is due to the machine, and is the uncertainty of the figure.
 *
 * @type {(times: readonly number[], noise: number) => Pick<Row, 'unit' | 'target' | 'ours' | 'rounds' | 'note'>}
 */
function longest(times, noise) {
  const most = toLongest(times)
  const least = Math.max(0, most - noise)
  const spread = { median: most, p10: least, p90: most, low: least, high: most }
  const rounds = { slices: spread, batches: spread }
  return { unit: 'ms', target: { most: LONGEST_LOCK }, ours: most, rounds, note: mostly(times) }
}

/** @type {(adapter: SqlAdapter, url: string, smoke: boolean) => Promise<Pruned>} times in milliseconds */
async function prune(adapter, url, smoke) {
  const beside = await openBeside(url)
  try {
    const end = performance.now() + (smoke ? 100 : CONTROL)
    const goesOn = () => performance.now() < end
    const [control] = await Promise.all([beside.write(goesOn), beside.watch(goesOn)])
    const state = { done: false }
    const deletes = () => !state.done
    const started = performance.now()
    const deletion = adapter.deleteExpired().finally(() => {
      state.done = true
    })
    const [wait, batch, { sessions }] = await Promise.all([
      beside.write(deletes),
      beside.watch(deletes),
      deletion,
    ])
    const seconds = Math.round((performance.now() - started) / 1000)
    return { wait, batch, control, text: `deleted ${sessions} rows in ${seconds} s` }
  } finally {
    await beside.end()
  }
}

/** @type {(what: string) => Pick<Row, 'id' | 'what' | 'configuration'>} */
const named = (what) => ({
  id: ID,
  what,
  configuration: 'PostgreSQL with 10⁶ users and 10⁷ sessions',
})

/** @type {import('../lib/row.d.ts').Part} */
const part = {
  seldom: 'grown',
  async run(run) {
    if (!run.grown) return WHAT.map((what) => ({ ...named(what), absent: 'not run' }))
    const users = run.smoke ? USERS / 1000 : USERS
    const server = await startPostgres()
    try {
      await execute(server.url, 'create database grown')
      const grownUrl = server.url.replace(/\/postgres$/, '/grown')
      run.progress('creating both stores')
      const empty = await createStore(server.url)
      const grown = await createStore(grownUrl)
      run.progress(`growing one to ${users * SESSIONS_EACH} sessions`)
      await execute(grownUrl, GROWN_USERS(users))
      await execute(grownUrl, GROWN_SESSIONS(users))
      await execute(grownUrl, 'analyze')
      const checks = { floor: check(empty), ours: check(grown) }
      await requireResult(checks, 'ada')
      /** @type {Row[]} */
      const rows = []
      const target = { floor: { slices: 1.3, batches: 1.3 } }
      run.progress('session checks')
      const sessionChecks = await figures(checks, run.smoke, { clock })
      rows.push({ ...named('session check'), ...sessionChecks, target })
      run.progress('first sign-ins')
      const signIns = { floor: signIn(empty), ours: signIn(grown) }
      const firstSignIns = await figures(signIns, run.smoke, { clock })
      rows.push({ ...named('first sign-in'), ...firstSignIns, target })
      run.progress('deletion of expired rows')
      const { batch, wait, control, text } = await prune(grown, grownUrl, run.smoke)
      run.progress(text)
      const noise = toLongest(control)
      rows.push(
        { ...named('longest batch of the deletion of expired rows'), ...longest(batch, noise) },
        {
          ...named('longest wait of the deletion of expired rows'),
          ...longest(wait, noise),
          floor: noise,
        },
      )
      await empty.close()
      await grown.close()
      return rows
    } finally {
      await server.stop()
    }
  },
}

/** @type {import('../lib/row.d.ts').Figure} */
export const figure = {
  id: ID,
  title: 'A grown store',
  notes: [
    'Measured with `--grown`; the rows are of the last such run. The floor is the same on an empty database; for the longest wait, the same writes while nothing is deleted. Here time is that of the clock, because the work is in the server.',
  ],
  parts: [part],
}
