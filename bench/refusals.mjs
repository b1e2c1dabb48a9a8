import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAuth, customFetch } from '@latchstring/core'
import { root } from '../tools/root.mjs'
import { installed, mustRun } from '../tools/run.mjs'
import { MACHINE } from './lib/page.mjs'

/**
 * Measures what a flood costs the processor: what limits add to a try of a password (LIM-15), and posts of garbage to the URL of
 * back-channel logout (LGO-14). Needs a build. `node bench/refusals.mjs [--smoke] [--write]`; `--write` writes the end of
 * docs/limits.md. Every answer has to be the one that is meant.
 */
const SMOKE = process.argv.includes('--smoke')
const ROUNDS = SMOKE ? 2 : 9
const REQUESTS = SMOKE ? 50 : 1000
const POSTS = SMOKE ? 50 : 10_000
const ORIGIN = 'https://app.example'
const BASE = `${ORIGIN}/auth`
const PAGE = join(root, 'docs/limits.md')
const HEADING = '## What a flood costs'

const ENV = {
  NODE_ENV: 'production',
  AUTH_URL: ORIGIN,
  AUTH_SECRET: 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x',
}
const QUIET = { error: () => undefined, warn: () => undefined }
const ROOMY = { points: 1_000_000, window: 3600 }

/** @type {(values: readonly number[]) => number} */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN

/** @type {(times: number, work: (index: number) => Promise<void>) => Promise<number>} microseconds of the processor for each */
async function cost(times, work) {
  const start = process.cpuUsage()
  for (let index = 0; index < times; index += 1) await work(index)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / times
}

let compared = 0

/** @type {(limits: false | import('@latchstring/core/types').LimitsOptions, status: number, compares: boolean) => Promise<(index: number) => Promise<void>>} */
async function openPasswords(limits, status, compares) {
  const auth = createAuth(
    {
      providers: [
        {
          id: 'credentials',
          name: 'Password',
          type: 'credentials',
          credentials: {},
          authorize() {
            compared += 1
            return null
          },
        },
      ],
      session: { strategy: 'jwt' },
      clientAddress: () => '203.0.113.7',
      logger: QUIET,
      limits,
    },
    { env: ENV },
  )
  const csrf = await auth.handle(new Request(`${BASE}/csrf`))
  const cookie = csrf.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  // The shape of this answer is the contract.
  const { csrfToken } = /** @type {{ csrfToken: string }} */ (await csrf.json())
  const headers = { cookie, origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ csrfToken, username: 'ada', password: 'no' }).toString()
  const guess = () =>
    auth.handle(new Request(`${BASE}/callback/credentials`, { method: 'POST', headers, body }))
  // Those that use up a budget.
  for (let index = 0; index < 20; index += 1) await guess()
  return async () => {
    const before = compared
    const response = await guess()
    if (response.status === status && compared - before === Number(compares)) return
    throw new Error(`Measured ${response.status}, ${compared - before} compared.`)
  }
}

/** @type {(first: (index: number) => Promise<void>, second: (index: number) => Promise<void>) => Promise<readonly [number, number]>} */
async function pair(first, second) {
  /** @type {[number[], number[]]} */
  const found = [[], []]
  for (let round = 0; round <= ROUNDS; round += 1) {
    const costs = [await cost(REQUESTS, first), await cost(REQUESTS, second)]
    // The first round warms up.
    if (round > 0) for (const which of [0, 1]) found[which]?.push(costs[which] ?? NaN)
  }
  return [median(found[0]), median(found[1])]
}

async function measurePasswords() {
  const off = await openPasswords(false, 302, true)
  const wide = {
    password: { clientAndAccount: ROOMY, address: ROOMY, account: ROOMY, application: ROOMY },
  }
  const within = await openPasswords(wide, 302, true)
  const own = await openPasswords({}, 429, false)
  const ofAccount = await openPasswords(
    { password: { ...wide.password, account: { points: 1, window: 86_400 } } },
    302,
    false,
  )
  const [without, allowed] = await pair(off, within)
  const [refused, byAccount] = await pair(own, ofAccount)
  return { without, allowed, refused, byAccount }
}

const ISSUER = 'https://harbour.example'

/** @type {() => Promise<{ post: (token: string) => Promise<Response>, asked: () => number, kid: string }>} */
async function openReceiver() {
  const { publicKey } = await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    true,
    ['sign', 'verify'],
  )
  const kid = 'one'
  const jwk = { ...(await crypto.subtle.exportKey('jwk', publicKey)), kid, use: 'sig' }
  let requests = 0
  const documents = new Map([
    ['/keys', { keys: [jwk] }],
    [
      '/.well-known/openid-configuration',
      {
        issuer: ISSUER,
        authorization_endpoint: `${ISSUER}/auth`,
        token_endpoint: `${ISSUER}/token`,
        jwks_uri: `${ISSUER}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      },
    ],
  ])
  const unused = () => Promise.reject(new Error('Nothing that is refused calls this.'))
  const auth = createAuth(
    {
      providers: [
        {
          id: 'harbour',
          name: 'Harbour',
          type: 'oidc',
          issuer: ISSUER,
          clientId: 'app',
          clientSecret: 'a-secret-of-the-client',
          [customFetch](input) {
            requests += 1
            const { pathname } = new URL(new Request(input).url)
            return Promise.resolve(Response.json(documents.get(pathname)))
          },
        },
      ],
      adapter: {
        capabilities: { revocationFeed: true, uniqueConstraints: true },
        createUser: unused,
        getUser: unused,
        getUserByEmail: unused,
        getUserByAccount: unused,
        updateUser: unused,
        linkAccount: unused,
        appendRevocations: unused,
        getRevocation: () => Promise.resolve(null),
        listRevocations: () => Promise.resolve([]),
      },
      session: { strategy: 'jwt', revocation: true },
      logger: QUIET,
    },
    { env: ENV },
  )
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return {
    kid,
    asked: () => requests,
    post: (token) =>
      auth.handle(
        new Request(`${BASE}/backchannel-logout/harbour`, {
          method: 'POST',
          headers,
          body: new URLSearchParams({ logout_token: token }).toString(),
        }),
      ),
  }
}

/** @type {(value: object) => string} */
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** @type {(header: object) => (index: number) => string} a token of another content each time */
const forged = (header) => (index) => {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: ISSUER, aud: 'app', sub: 'ada', iat: now, exp: now + 100, jti: `${index}` }
  return `${encode(header)}.${encode(claims)}.${'A'.repeat(342)}`
}

async function measureLogout() {
  const { kid } = await openReceiver()
  /** @type {readonly (readonly [string, (index: number) => string])[]} */
  const kinds = [
    ['text that is not a token', (index) => `garbage ${index}`],
    ['`alg: none`', forged({ alg: 'none' })],
    ['a key that the provider does not have', forged({ alg: 'RS256', kid: 'other' })],
    ['a signature that does not verify', forged({ alg: 'RS256', kid })],
  ]
  const rows = []
  for (const [what, make] of kinds) {
    const { post, asked } = await openReceiver()
    /** @type {(index: number) => Promise<void>} */
    const send = async (index) => {
      const { status } = await post(make(index))
      if (status !== 400) throw new Error(`Measured ${status}, and not a refusal.`)
    }
    await cost(REQUESTS, send)
    rows.push({ what, each: await cost(POSTS, send), requests: asked() })
  }
  return rows
}

/** @type {(value: number) => string} */
const micro = (value) => value.toFixed(0)

/** @type {(passwords: Awaited<ReturnType<typeof measurePasswords>>, logout: Awaited<ReturnType<typeof measureLogout>>) => string} */
function render({ without, allowed, refused, byAccount }, logout) {
  const { processor, cores, node } = MACHINE
  return [
    HEADING,
    '',
    `Microseconds of the processor, by \`node bench/refusals.mjs --write\` with budgets in memory (${processor}, ${cores} cores, Node.js ${node}). Each is a whole request:`,
    'its form is parsed and its CSRF token is verified.',
    '',
    '| Attempt at a password | µs |',
    '| --- | --- |',
    `| with \`limits: false\`, and an \`authorize\` that does nothing | ${micro(without)} |`,
    `| the same within its budgets | ${micro(allowed)} |`,
    `| refused with 429: an own budget is used up | ${micro(refused)} |`,
    `| refused like a wrong password: the budget of the account is used up | ${micro(byAccount)} |`,
    '',
    `Checking the budgets takes the difference of the first two, ${micro(allowed - without)} µs. A refused attempt compares nothing, sends nothing and writes nothing.`,
    '',
    '10,000 posts of garbage to the URL of [back-channel logout](logout.md), which is what a minute may bring:',
    '',
    '| Logout token | µs for each | of one processor, at 10,000 in a minute | requests to the provider |',
    '| --- | --- | --- | --- |',
    ...logout.map(
      ({ what, each, requests }) =>
        `| ${what} | ${micro(each)} | ${((each * 10_000) / 600_000).toFixed(1)} % | ${requests} |`,
    ),
    '',
  ].join('\n')
}

const text = render(await measurePasswords(), await measureLogout())
console.log(text)
if (process.argv.includes('--write')) {
  const page = readFileSync(PAGE, 'utf8')
  const start = page.indexOf(`${HEADING}\n`)
  const end = page.indexOf('\n[Decision 052]', start)
  if (start === -1 || end === -1) throw new Error(`${PAGE} has no place for the figures.`)
  writeFileSync(PAGE, `${page.slice(0, start)}${text}${page.slice(end)}`)
  await mustRun(installed('oxfmt'), [PAGE], { quiet: true })
}
