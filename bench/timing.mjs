import { createAuth } from '@latchstring/core'
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
 * Tests whether the response time distinguishes a known user from an unknown one: ENU-01 for a password, MAG-10 for a mail, LIM-13
 * for an account whose budget is used up. The work of the application in `authorize`, and that of the store, is the same for both,
 * so that a difference would be caused by the library. Samples are paired and in random order; a pair of equal subjects shows the
 * noise of the machine.
 *
 * Each pair is measured with `limits: false`, and with budgets that are spent and never used up. Every response has to be the
 * expected one, and the numbers of compared passwords and sent mails have to match; otherwise this ends with an error. `--smoke`
 * checks the responses, and judges no times.
 */
const SMOKE = process.argv.includes('--smoke')
const SAMPLES = SMOKE ? 50 : 500
const ROUNDS = 3

/** Milliseconds. */
const MOST_DIFFERENCE = 1

/** @typedef {(count: number) => Promise<Response>} Ask */
/** @typedef {{ readonly ask: Ask, readonly before?: Ask, readonly expects: string, readonly works: boolean }} Subject */

/** All known names; each is used once. */
const known = new Map(
  Array.from({ length: 100_000 }, (_, index) => {
    const email = `known${index}@example.com`
    return [email, { id: String(index), email, emailVerified: null, name: null, image: null }]
  }),
)

/** Passwords that were compared, and mails that were sent. */
let works = 0

/** @type {(limits: false | import('@latchstring/core/types').LimitsOptions) => Promise<import('./lib/pairs.mjs').Post>} */
async function openApplication(limits) {
  /** @type {Map<string, { identifier: string, token: string, expires: Date }>} */
  const tokens = new Map()
  const auth = createAuth(
    {
      providers: [
        {
          id: 'credentials',
          name: 'Password',
          type: 'credentials',
          credentials: {},
          // The work is the same for known and unknown users, as recommended.
          authorize() {
            works += 1
            return null
          },
        },
        {
          id: 'mail',
          name: 'Mail',
          type: 'email',
          sendVerificationRequest() {
            works += 1
          },
        },
      ],
      adapter: {
        createUser: (user) => user,
        getUser: () => null,
        getUserByEmail: (email) => known.get(email) ?? null,
        updateUser: () => Promise.reject(new Error('not here')),
        createVerificationToken: (token) => void tokens.set(token.token, token),
        useVerificationToken({ token }) {
          const found = tokens.get(token) ?? null
          tokens.delete(token)
          return found
        },
      },
      adapterRequires: [],
      session: { strategy: 'jwt' },
      logger: { error: () => undefined, warn: () => undefined },
      limits,
    },
    {
      env: {
        NODE_ENV: 'production',
        AUTH_URL: ORIGIN,
        AUTH_SECRET: SECRET,
      },
    },
  )
  return openForms(auth)
}

/** More than the number of requests. */
const ROOMY = { points: 1_000_000, window: 3600 }

const open = {
  off: await openApplication(false),
  roomy: await openApplication({
    password: { clientAndAccount: ROOMY, account: ROOMY, application: ROOMY },
    mail: { browser: ROOMY, account: ROOMY, application: ROOMY },
  }),
  /** One password for each account, and enough for all requests. */
  tight: await openApplication({
    password: {
      clientAndAccount: ROOMY,
      account: { points: 1, window: 86_400 },
      application: ROOMY,
    },
  }),
}

const WRONG = '302 /auth/signin CredentialsSignin'
const SENT = '302 /auth/verify-request no error'

/** Names of equal length. @type {(name: string, count: number) => string} */
const address = (name, count) => `${name}${count}@example.com`

/** @type {(application: 'off' | 'roomy', name: string) => Subject} */
const password = (application, name) => ({
  ask: (count) =>
    open[application]('callback/credentials', { username: address(name, count), password: 'no' }),
  expects: WRONG,
  works: true,
})

/** @type {(application: 'off' | 'roomy', name: string) => Subject} */
const mail = (application, name) => ({
  ask: (count) => open[application]('signin/mail', { email: address(name, count) }),
  expects: SENT,
  works: true,
})

/** @type {(name: string) => Subject} an account whose only point is spent before */
const usedUp = (name) => {
  /** @type {Ask} */
  const guess = (count) =>
    open.tight('callback/credentials', { username: address(name, count), password: 'no' })
  return { ask: guess, before: guess, expects: WRONG, works: false }
}

/** @type {(subject: Subject, count: number) => Promise<number>} milliseconds */
async function time({ ask, before, expects, works: worked }, count) {
  await before?.(count)
  const compared = works
  const start = performance.now()
  const response = await ask(count)
  const taken = performance.now() - start
  const answer = `${describeAnswer(response)}, ${works - compared} compared or sent`
  const meant = `${expects}, ${worked ? 1 : 0} compared or sent`
  if (answer !== meant) throw new Error(`Measured ${answer}, and not ${meant}.`)
  return taken
}

let counted = 0

/** @type {(pair: readonly [Subject, Subject]) => Promise<readonly [number, number]>} */
async function timeBoth([first, second]) {
  // Each name is used once.
  counted += 1
  return [await time(first, counted), await time(second, counted)]
}

/** @type {readonly (readonly [string, readonly [Subject, Subject]])[]} */
const PAIRS = [
  .../** @type {const} */ (['off', 'roomy']).flatMap((application) => {
    const where = application === 'off' ? 'limits: false' : 'within budgets'
    /** @type {readonly (readonly [string, readonly [Subject, Subject]])[]} */
    const pairs = [
      [
        `equals   two unknown users, ${where}`,
        [password(application, 'other'), password(application, 'again')],
      ],
      [
        `ENU-01   unknown user, wrong password, ${where}`,
        [password(application, 'nobdy'), password(application, 'known')],
      ],
      [
        `equals   two unknown addresses, ${where}`,
        [mail(application, 'other'), mail(application, 'again')],
      ],
      [
        `MAG-10   known address, unknown address, ${where}`,
        [mail(application, 'known'), mail(application, 'nobdy')],
      ],
    ]
    return pairs
  }),
  ['equals   two unknown accounts, used up', [usedUp('other'), usedUp('again')]],
  ['LIM-13   known account, unknown account, used up', [usedUp('known'), usedUp('nobdy')]],
]

for (const [, pair] of PAIRS) await samplePair(pair, SAMPLES, timeBoth)

let detected = 0
for (const [title, pair] of PAIRS) {
  /** @type {number[]} */
  const values = []
  /** @type {number[]} */
  const differences = []
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = await samplePair(pair, SAMPLES, timeBoth)
    values.push(pValue(first, second))
    differences.push(Math.abs(median(first) - median(second)))
  }
  const p = median(values)
  const difference = median(differences)
  const seen = p <= LEAST_P || difference >= MOST_DIFFERENCE
  if (seen && !title.startsWith('equals')) detected += 1
  printPair({ title, width: 56, p, difference, isSeen: seen })
}
if (!SMOKE) failIfSeen(detected)
