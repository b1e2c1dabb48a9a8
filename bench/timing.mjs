import { createAuth } from '@latchstring/core'
import { pValue } from './lib/mann-whitney.mjs'

/**
 * Asks whether the time of an answer tells somebody who is known from somebody who is not: ENU-01 for a password, MAG-10 for
 * a mail. What the application does in `authorize`, and what the store does, is the same for both here, so a difference
 * would be the library's. Paired samples in random order; a pair of equals beside them shows what the machine makes of
 * nothing at all.
 */
const SAMPLES = process.argv.includes('--smoke') ? 50 : 500
const ROUNDS = 3
const LEAST_P = 0.01

/** Milliseconds. */
const MOST_DIFFERENCE = 1

const ORIGIN = 'https://app.example'
const BASE = `${ORIGIN}/auth`

/** @typedef {(count: number) => Promise<Response>} Ask */

const known = new Map(
  Array.from({ length: ROUNDS * SAMPLES * 4 }, (_, index) => {
    const email = `known${index}@example.com`
    return [email, { id: String(index), email, emailVerified: null, name: null, image: null }]
  }),
)

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
        // As it should be: the work is the same whether there is such a user or not.
        authorize: () => null,
      },
      { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: () => undefined },
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
    logger: { error: () => undefined },
  },
  {
    env: {
      NODE_ENV: 'production',
      AUTH_URL: ORIGIN,
      AUTH_SECRET: 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x',
    },
  },
)

const csrf = await auth.handle(new Request(`${BASE}/csrf`))
const cookie = csrf.headers.getSetCookie()[0]?.split(';')[0] ?? ''
// The shape of this answer is the contract.
const { csrfToken } = /** @type {{ csrfToken: string }} */ (await csrf.json())

/** @type {(path: string, fields: Readonly<Record<string, string>>) => Promise<Response>} */
function post(path, fields) {
  const body = new URLSearchParams({ csrfToken, callbackUrl: '/', ...fields }).toString()
  const headers = {
    cookie,
    origin: ORIGIN,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
  }
  return auth.handle(new Request(`${BASE}/${path}`, { method: 'POST', headers, body }))
}

/** @type {(name: string) => Ask} as long a name for everybody */
const password = (name) => () => post('callback/credentials', { username: name, password: 'no' })

/** @type {(name: string) => Ask} as long an address for everybody */
const mail = (name) => (count) => post('signin/mail', { email: `${name}${count}@example.com` })

/** @type {(ask: Ask, count: number) => Promise<number>} milliseconds */
async function time(ask, count) {
  const start = performance.now()
  await ask(count)
  return performance.now() - start
}

let counted = 0

/** @type {(pair: readonly [Ask, Ask]) => Promise<readonly [number[], number[]]>} */
async function sample([first, second]) {
  /** @type {[number[], number[]]} */
  const times = [[], []]
  for (let index = 0; index < SAMPLES; index++) {
    counted += 1
    if (Math.random() < 0.5) {
      times[0].push(await time(first, counted))
      times[1].push(await time(second, counted))
    } else {
      times[1].push(await time(second, counted))
      times[0].push(await time(first, counted))
    }
  }
  return times
}

/** @type {(values: readonly number[]) => number} */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN

/** @type {readonly (readonly [string, readonly [Ask, Ask]])[]} */
const PAIRS = [
  ['equals   two unknown users', [password('nobody'), password('no-one')]],
  ['ENU-01   unknown user, wrong password', [password('nobody'), password('person')]],
  ['equals   two unknown addresses', [mail('other'), mail('again')]],
  ['MAG-10   known address, unknown address', [mail('known'), mail('nobdy')]],
]

for (const [, pair] of PAIRS) await sample(pair)

let detected = 0
counted = 0
for (const [title, pair] of PAIRS) {
  /** @type {number[]} */
  const values = []
  /** @type {number[]} */
  const differences = []
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = await sample(pair)
    values.push(pValue(first, second))
    differences.push(Math.abs(median(first) - median(second)))
  }
  const p = median(values)
  const difference = median(differences)
  const seen = p <= LEAST_P || difference >= MOST_DIFFERENCE
  if (seen && !title.startsWith('equals')) detected += 1
  const figures = `p = ${p.toFixed(3)}, medians ${difference.toFixed(3)} ms apart`
  console.log(`${title.padEnd(45)} ${figures}${seen ? '   SEEN' : ''}`)
}
if (detected > 0) {
  console.error(`\n${detected} of these can be told apart by time, unless the machine was busy.`)
  process.exitCode = 1
}
