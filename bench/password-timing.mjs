import { openSqlAdapter } from '@latchstring/adapter-sql'
import { createAuth } from '@latchstring/core'
import { recordTables } from '@latchstring/core/adapters'
import { hashes, passwords, usernames } from '@latchstring/passwords'
import { createPasswordHasher } from '@latchstring/passwords/hashing'
import { setTimeout as delay } from 'node:timers/promises'
import { pValue } from './lib/mann-whitney.mjs'
import {
  describeAnswer,
  failIfSeen,
  LEAST_P,
  openForms,
  printPair,
  samplePair,
} from './lib/pairs.mjs'
import { median } from './lib/statistics.mjs'
import { ORIGIN, SECRET } from './lib/values.mjs'

/**
 * Tests whether the response time of a feature with passwords distinguishes a known address from an unknown one, over real hashes and SQLite
 * in memory: a sign-in with a wrong password, and asking to register and to reset while the mail server is quick, slow, or refuses.
 * Samples are paired and in random order; a pair of equal subjects shows the noise of the machine. Every response has to be the expected one,
 * and the number of mails that were handed over the same for both. `--smoke` checks this, and judges no times; `--only TEXT` takes the
 * pairs whose title has the text.
 */
const SMOKE = process.argv.includes('--smoke')
const ONLY = process.argv[process.argv.indexOf('--only') + 1]
const SAMPLES = SMOKE ? 3 : 500
const SLOW = 500

/** @typedef {'quick' | 'slow' | 'refuses'} MailServer */
/** @typedef {{ readonly path: string, readonly mails: number, readonly fields: (count: number) => Readonly<Record<string, string>> }} Subject */

/** @type {MailServer} */
let mailServer = 'quick'
/** Mails that were handed over. */
let mails = 0

async function sendVerificationRequest() {
  mails += 1
  if (mailServer === 'slow') await delay(SMOKE ? 5 : SLOW)
  if (mailServer === 'refuses') throw new Error('The mail server refuses.')
}

const adapter = openSqlAdapter(':memory:', {
  sessionControl: true,
  records: [...recordTables, hashes, usernames],
})
await adapter.migrate()
const hasher = await createPasswordHasher()
const feature = passwords({ hash: hasher })
const auth = createAuth(
  {
    providers: [{ id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest }],
    features: [feature],
    adapter,
    session: { strategy: 'database' },
    limits: false,
    logger: { error: () => undefined, warn: () => undefined },
  },
  { env: { NODE_ENV: 'production', AUTH_URL: ORIGIN, AUTH_SECRET: SECRET } },
)

/** Names of equal length. @type {(name: string, count: number) => string} */
const address = (name, count) => `${name}${String(count).padStart(6, '0')}@example.com`

const hash = await hasher.hash('the password of all of them')
for (let index = 0; index < SAMPLES; index++) {
  for (const name of ['known', 'plain']) {
    const user = {
      name: null,
      email: address(name, index),
      emailVerified: new Date(0),
      image: null,
    }
    const { id } = await adapter.createUser({ id: `${name}-${index}`, ...user })
    if (name === 'known') await auth.system(feature).setHash(id, hash)
  }
}

const post = await openForms(auth)

/** @type {(name: string) => Subject} */
const wrong = (name) => ({
  path: 'callback/password',
  mails: 0,
  fields: (count) => ({ email: address(name, count), password: 'not the password' }),
})

/** @type {(word: string) => (name: string) => Subject} */
const asking = (word) => (name) => ({
  path: `passwords/${word}`,
  mails: 1,
  fields: (count) => ({ email: address(name, count) }),
})

/** @type {(subject: Subject, count: number) => Promise<{ taken: number, answer: string }>} milliseconds, and what was answered */
async function time({ path, mails: expected, fields }, count) {
  const before = mails
  const start = performance.now()
  const response = await post(path, fields(count))
  const taken = performance.now() - start
  if (mails - before !== expected)
    throw new Error(`${path} has handed over ${mails - before} mails.`)
  if (response.status >= 500 && mailServer !== 'refuses') {
    throw new Error(`${path} was answered ${response.status}.`)
  }
  return { taken, answer: describeAnswer(response) }
}

/** @type {(pair: readonly [Subject, Subject], index: number) => Promise<readonly [number, number]>} */
async function timeBoth([first, second], index) {
  const one = await time(first, index)
  const other = await time(second, index)
  if (one.answer !== other.answer) throw new Error(`${one.answer} is not ${other.answer}.`)
  return [one.taken, other.taken]
}

/** @type {readonly (readonly [string, MailServer, Subject, Subject])[]} */
const PAIRS = [
  ['equals   two unknown users', 'quick', wrong('other'), wrong('again')],
  ['PWD-04   wrong password, unknown user', 'quick', wrong('known'), wrong('nobdy')],
  ['PWD-04   wrong password, no password', 'quick', wrong('known'), wrong('plain')],
  .../** @type {const} */ (['quick', 'slow', 'refuses']).flatMap((server) =>
    ['register', 'forgot'].flatMap((word) => {
      const ask = asking(word)
      /** @type {readonly (readonly [string, MailServer, Subject, Subject])[]} */
      const pairs = [
        [`equals   ${word}, mail ${server}: two unknown`, server, ask('other'), ask('again')],
        [`PWD-05   ${word}, mail ${server}: known, unknown`, server, ask('known'), ask('nobdy')],
        [
          `PWD-05   ${word}, mail ${server}: no password, unknown`,
          server,
          ask('plain'),
          ask('newer'),
        ],
      ]
      return pairs
    }),
  ),
]

let detected = 0
const chosen = process.argv.includes('--only')
  ? PAIRS.filter(([title]) => title.includes(ONLY ?? ''))
  : PAIRS
for (const [title, server, first, second] of chosen) {
  mailServer = server
  const [one, other] = await samplePair([first, second], SAMPLES, timeBoth)
  const p = pValue(one, other)
  const difference = Math.abs(median(one) - median(other))
  const isSeen = p <= LEAST_P
  if (isSeen && !title.startsWith('equals')) detected += 1
  printPair({ title, width: 58, p, difference, isSeen: isSeen && !SMOKE })
}
await adapter.close()
if (!SMOKE) failIfSeen(detected)
