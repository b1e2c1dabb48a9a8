import { fork } from 'node:child_process'
import { Agent, request } from 'node:http'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ORIGIN } from '../lib/values.mjs'

/**
 * @typedef {import('../lib/row.d.ts').Part} Part
 * @typedef {{ readonly status: number, readonly headers: import('node:http').IncomingHttpHeaders, readonly body: string }} Answer
 * @typedef {(path: string, headers: Readonly<Record<string, string>>, body?: string) => Promise<Answer>} Ask
 * @typedef {object} Message
 * @property {import('node:net').AddressInfo} [address]
 * @property {string} [method] - how the server hashes
 * @property {number} [resident] - bytes
 * @property {number} [most] - bytes, at any time
 */

const ID = 'P-17'

const PROGRAM = fileURLToPath(new URL('../lib/password-server.mjs', import.meta.url))

const SIGN_INS = 300
const SMOKE = 12
const ROUNDS = 5
/** Milliseconds from one session read to the next, however long it takes. */
const INTERVAL = 5
const MEBIBYTE = 1_048_576
const MOST_MEBIBYTES = 2 * availableParallelism() * 32

/** @type {(port: number) => Ask} */
function client(port) {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  return (path, headers, body) =>
    new Promise((resolve, reject) => {
      const asked = request(
        {
          agent,
          host: '127.0.0.1',
          port,
          path,
          method: body === undefined ? 'GET' : 'POST',
          headers,
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (/** @type {string} */ chunk) => (text += chunk))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
          )
        },
      )
      asked.on('error', reject)
      asked.end(body)
    })
}

/** @type {(headers: Answer['headers']) => string} what a browser would send back */
const cookiesOf = ({ 'set-cookie': cookies = [] }) =>
  cookies.map((cookie) => cookie.split(';')[0] ?? '').join('; ')

const HOST = { host: new URL(ORIGIN).host, 'x-forwarded-proto': 'https' }

/** @type {(ask: Ask) => Promise<(index: number) => Promise<Answer>>} what signs a user in */
async function openSignIn(ask) {
  const answer = await ask('/auth/csrf', HOST)
  // The members of this response are part of the contract.
  const { csrfToken } = /** @type {{ csrfToken: string }} */ (JSON.parse(answer.body))
  const headers = {
    ...HOST,
    cookie: cookiesOf(answer.headers),
    origin: ORIGIN,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
  }
  return (index) => {
    const email = `user${index}@example.com`
    const fields = { csrfToken, callbackUrl: '/', email, password: 'correct horse battery staple' }
    return ask('/auth/callback/password', headers, new URLSearchParams(fields).toString())
  }
}

/** @type {(read: () => Promise<unknown>, goesOn: () => boolean) => Promise<number[]>} milliseconds of reads that begin one after the other, in even time */
async function readEvenly(read, goesOn) {
  /** @type {Promise<number>[]} */
  const reads = []
  const timed = async () => {
    const start = performance.now()
    await read()
    return performance.now() - start
  }
  for (let due = performance.now(); goesOn(); due += INTERVAL) {
    reads.push(timed())
    await delay(Math.max(0, due + INTERVAL - performance.now()))
  }
  return Promise.all(reads)
}

/** @type {(values: readonly number[], share: number) => number} */
const percentile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN

/** @type {(answer: Answer) => string} `signed in`, `refused`, or what else it is */
function kindOf({ status, headers }) {
  if (status === 503 && Number(headers['retry-after']) > 0) return 'refused'
  return (headers['set-cookie'] ?? []).some((cookie) => cookie.includes('session-token'))
    ? 'signed in'
    : `${status} ${headers.location ?? ''}`
}

/** @type {(method: 'argon2id' | 'scrypt', isSmoke: boolean) => Promise<{ child: import('node:child_process').ChildProcess, ask: Ask, hashing: string, memory: () => Promise<Message> }>} */
async function startServer(method, isSmoke) {
  const count = String(isSmoke ? SMOKE : SIGN_INS)
  const child = fork(PROGRAM, [method, count], { execArgv: [], stdio: 'inherit' })
  /** @type {() => Promise<Message>} */
  const message = () =>
    new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', () => reject(new Error('The server has ended.')))
      // By that program.
      child.once('message', (found) => resolve(/** @type {Message} */ (found)))
    })
  const { address, method: hashing = '' } = await message()
  if (!address) throw new Error('The server does not listen.')
  const memory = () => {
    const answer = message()
    child.send('memory')
    return answer
  }
  return { child, ask: client(address.port), hashing, memory }
}

/**
 * @typedef {object} Rounds
 * @property {readonly number[]} quiet - milliseconds of reads
 * @property {readonly number[]} busy
 * @property {ReadonlyMap<string, number>} kinds - how many answers were of which kind
 */

/** @type {(options: { signIn: (index: number) => Promise<Answer>, read: () => Promise<void>, count: number, rounds: number }) => Promise<Rounds>} */
async function measureRounds({ signIn, read, count, rounds: times }) {
  /** @type {number[]} */
  const quiet = []
  /** @type {number[]} */
  const busy = []
  /** @type {Map<string, number>} */
  const kinds = new Map()
  for (let round = 0; round < times; round++) {
    const start = performance.now()
    let isOver = false
    const signIns = Promise.all(Array.from({ length: count }, (_, index) => signIn(index))).finally(
      () => (isOver = true),
    )
    busy.push(...(await readEvenly(read, () => !isOver)))
    for (const kind of (await signIns).map(kindOf)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    const end = performance.now() + (performance.now() - start)
    quiet.push(...(await readEvenly(read, () => performance.now() < end)))
  }
  return { quiet, busy, kinds }
}

/** @type {(hashing: string, mebibytes: number, rounds: Rounds) => readonly import('../lib/row.d.ts').Row[]} */
function toRows(hashing, mebibytes, { quiet, busy, kinds }) {
  const row = { id: ID, configuration: hashing }
  const others = [...kinds].filter(([kind]) => kind !== 'signed in' && kind !== 'refused')
  const [alone, during] = [quiet, busy].map((times) => percentile(times, 0.99))
  return [
    {
      ...row,
      what: `memory that ${SIGN_INS} sign-ins at once add`,
      unit: 'MiB',
      ours: mebibytes,
      target: { most: MOST_MEBIBYTES },
    },
    {
      ...row,
      what: 'p99 of session reads meanwhile, by that of quiet ones',
      unit: 'times',
      ours: (during ?? Number.NaN) / (alone ?? Number.NaN),
      target: { most: 2 },
      note: `${(alone ?? Number.NaN).toFixed(1)} ms and ${(during ?? Number.NaN).toFixed(1)} ms, of ${quiet.length} and ${busy.length} reads`,
    },
    {
      ...row,
      what: 'answers that are neither a session nor 503 with Retry-After',
      unit: 'answers',
      ours: others.reduce((sum, [, many]) => sum + many, 0),
      target: { most: 0 },
      note: [...kinds].map(([kind, many]) => `${many} ${kind}`).join(', '),
    },
  ]
}

/** @type {(method: 'argon2id' | 'scrypt') => Part} */
const loaded = (method) => ({
  async run(run) {
    const count = run.smoke ? SMOKE : SIGN_INS
    run.progress(`${count} sign-ins at once, ${method}`)
    const { child, ask, hashing, memory } = await startServer(method, run.smoke)
    if (!hashing.startsWith(method))
      return [{ id: ID, what: 'sign-ins', configuration: method, absent: 'not built' }]
    const signIn = await openSignIn(ask)
    const first = await signIn(0)
    if (kindOf(first) !== 'signed in') throw new Error(`The first sign-in was ${kindOf(first)}.`)
    const headers = { ...HOST, cookie: cookiesOf(first.headers) }
    const read = async () => {
      const { body } = await ask('/auth/session', headers)
      if (!body.includes('user0@example.com')) throw new Error(`There is no session: ${body}`)
    }
    for (let index = 0; index < (run.smoke ? 20 : 2000); index++) await read()
    const { resident = Number.NaN } = await memory()
    const rounds = await measureRounds({ signIn, read, count, rounds: run.smoke ? 1 : ROUNDS })
    const { most = Number.NaN } = await memory()
    child.disconnect()
    return toRows(hashing, (most - resident) / MEBIBYTE, rounds)
  },
})

/** @type {import('../lib/row.d.ts').Figure} */
export const figure = {
  id: ID,
  title: 'Sign-ins with passwords, all at once',
  notes: [
    'The server is a process of its own, with SQLite in memory, and its clients are another one. Memory is the most that the server had at any time less what it had before, over five rounds; reads of a session begin every 5 ms, through all sign-ins of a round and as long after them. Limits on guessing are off, so that the queue of hashes alone refuses.',
  ],
  parts: [loaded('argon2id'), loaded('scrypt')],
}
