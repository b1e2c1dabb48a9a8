import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAuth } from '@latchstring/core'
import { root } from '../tools/root.mjs'
import { installed, mustRun } from '../tools/run.mjs'
import { flood, startServer } from './lib/flooded-servers.mjs'
import { BASE, ENV, KINDS, openReceiver, ORIGIN, posted, QUIET } from './lib/logout-flood.mjs'
import { MACHINE } from './lib/page.mjs'

/**
 * Measures what a flood costs the processor: what limits add to an attempt at a password that they refuse (LIM-15), and what
 * refusing garbage at the URL of back-channel logout costs more than a handler that does nothing, and a server that gets as much of it
 * as the rule says (LGO-14). Needs a build.
 * `node bench/refusals.mjs [--smoke] [--write]`; `--write` writes docs/limits-results.md. Every answer has to be the one that is
 * meant.
 */
const SMOKE = process.argv.includes('--smoke')
const ROUNDS = SMOKE ? 2 : 9
const TURNS = SMOKE ? 2 : 40
const REQUESTS = 25
/** To each of two servers, for each kind of token. */
const POSTS = SMOKE ? 50 : 2500
/** Before these, since the rule is about a minute after the other. */
const EARLIER = SMOKE ? 10 : 10_000
const PAGE = join(root, 'docs/limits-results.md')

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

/**
 * @typedef {object} Attack
 * @property {false | import('@latchstring/core/types').LimitsOptions} [limits]
 * @property {number} status of the answer that is measured
 * @property {boolean} compares whether a password is compared
 * @property {boolean} [changes] whether each attempt names another account
 * @property {import('@latchstring/core/types').ClientAddress} [from]
 */

/** @type {(attack: Attack) => Promise<(index: number) => Promise<void>>} */
async function openPasswords({
  limits,
  status,
  compares,
  changes = false,
  from = () => '203.0.113.7',
}) {
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
      clientAddress: from,
      logger: QUIET,
      ...(limits !== undefined && { limits }),
    },
    { env: ENV },
  )
  const csrf = await auth.handle(new Request(`${BASE}/csrf`))
  const cookie = csrf.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  // The members of this response are part of the contract.
  const { csrfToken } = /** @type {{ csrfToken: string }} */ (await csrf.json())
  const headers = { cookie, origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
  let attempts = 0
  const guess = () => {
    attempts += 1
    const username = changes ? `ada-${attempts}` : 'ada'
    const body = new URLSearchParams({ csrfToken, username, password: 'no' }).toString()
    return auth.handle(
      new Request(`${BASE}/callback/credentials`, { method: 'POST', headers, body }),
    )
  }
  // Those that use up a budget.
  for (let index = 0; index < 20; index += 1) await guess()
  return async () => {
    const before = compared
    const response = await guess()
    if (response.status === status && compared - before === Number(compares)) return
    throw new Error(`Measured ${response.status}, ${compared - before} compared.`)
  }
}

/**
 * Runs all in short turns within each round, so that other load of the machine affects all of them equally.
 *
 * @type {(works: readonly ((index: number) => Promise<void>)[]) => Promise<readonly (readonly number[])[]>} what each cost in each round
 */
async function takeTurns(works) {
  /** @type {number[][]} */
  const found = works.map(() => [])
  for (let round = 0; round <= ROUNDS; round += 1) {
    const sums = works.map(() => 0)
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const [which, work] of works.entries()) {
        sums[which] = (sums[which] ?? 0) + (await cost(REQUESTS, work))
      }
    }
    // The first round warms up.
    if (round > 0) for (const [which, sum] of sums.entries()) found[which]?.push(sum / TURNS)
  }
  return found
}

/** @type {(costs: readonly number[], base: readonly number[]) => { each: number, more: number }} medians, with the difference */
const compare = (costs, base) => ({
  each: median(costs),
  more: median(costs.map((each, round) => each - (base[round] ?? NaN))),
})

const WIDE = { clientAndAccount: ROOMY, address: ROOMY, account: ROOMY, application: ROOMY }
// No point returns while it is measured.
const ONE = { points: 1, window: 86_400 }

/** @type {readonly (readonly [string, Attack])[]} the first is what the others are compared with */
const ATTACKS = [
  ['with `limits: false`', { limits: false, status: 302, compares: true, changes: true }],
  [
    'within its budgets',
    { limits: { password: WIDE }, status: 302, compares: true, changes: true },
  ],
  [
    'one account, again and again from one address: 429',
    { limits: { password: { clientAndAccount: ONE } }, status: 429, compares: false },
  ],
  [
    'another account each time, from one address: 429',
    { limits: { password: { address: ONE } }, status: 429, compares: false, changes: true },
  ],
  [
    'another account each time, from no known address, once the budget of the application is used up: 429',
    {
      limits: { password: { application: ONE } },
      status: 429,
      compares: false,
      changes: true,
      from: () => undefined,
    },
  ],
  [
    'one account from many addresses, refused like a wrong password',
    { limits: { password: { ...WIDE, account: ONE } }, status: 302, compares: false },
  ],
]

async function measurePasswords() {
  const works = []
  for (const [, attack] of ATTACKS) works.push(await openPasswords(attack))
  const costs = await takeTurns(works)
  return ATTACKS.map(([what], index) => ({ what, ...compare(costs[index] ?? [], costs[0] ?? []) }))
}

/** What any handler on this platform costs that reads the form and refuses it. */
async function bareHandler(/** @type {Request} */ request) {
  const form = new URLSearchParams(await request.text())
  const body = JSON.stringify({
    error: 'invalid_request',
    length: form.get('logout_token')?.length,
  })
  return new Response(body, { status: 400, headers: { 'content-type': 'application/json' } })
}

async function measureServers() {
  const rows = []
  for (const kind of KINDS) {
    const { what } = kind
    const servers = [await startServer('bare'), await startServer('library')]
    const [bare = NaN, own = NaN] = await flood(servers, kind, { earlier: EARLIER, posts: POSTS })
    for (const { stop } of servers) stop()
    rows.push({ what, bare, own })
  }
  return rows
}

async function measureLogout() {
  const pairs = await Promise.all(
    KINDS.map(async (kind) => ({ kind, receiver: await openReceiver() })),
  )
  const works = pairs.flatMap(({ kind, receiver: { post } }) =>
    [bareHandler, post].map((handle) => async (/** @type {number} */ index) => {
      const { status } = await handle(posted(kind, index))
      if (status !== 400) throw new Error(`Measured ${status}, and not a refusal.`)
    }),
  )
  const costs = await takeTurns(works)
  return pairs.map(({ kind: { what }, receiver: { asked } }, index) => {
    const [bare = [], own = []] = costs.slice(2 * index)
    return { what, bare: median(bare), ...compare(own, bare), requests: asked() }
  })
}

/** @type {(value: number) => string} */
const micro = (value) => value.toFixed(0)

/** @type {(value: number) => string} share of one processor, at 10,000 in a minute */
const share = (value) => `${((value * 10_000) / 600_000).toFixed(1)} %`

/** @type {(value: number) => string} */
const percent = (value) => `${(value * 100).toFixed(1)} %`

/** @type {(servers: Awaited<ReturnType<typeof measureServers>>) => readonly string[]} */
const renderServers = (servers) => [
  `The same, sent to two servers of \`node:http\` in processes of their own: ${POSTS} posts to each at the pace of 10,000 in a minute, after ${EARLIER} as fast as they were answered. One has \`toNodeHandler\`, the other only reads the form and answers with 400. Share of one processor that each process takes, with what the runtime needs for the connection:`,
  '',
  '| What is posted | server without the library | server with the library | difference |',
  '| --- | --- | --- | --- |',
  ...servers.map(
    ({ what, bare, own }) =>
      `| ${what} | ${percent(bare)} | ${percent(own)} | ${percent(own - bare)} |`,
  ),
  '',
]

/** @type {(most: number) => string} what the dearest refusal takes, beside an attempt that is compared by a function that does nothing */
const describeMost = (most) =>
  most < 0
    ? `Even the most expensive refusal cost ${micro(-most)} µs less than an attempt without limits. During a flood, at most 100 lines a minute are logged.`
    : `In this run, refusing an attempt added ${micro(most)} µs at most; on a busy machine it is up to twice as much.`

/** @type {(passwords: Awaited<ReturnType<typeof measurePasswords>>, logout: Awaited<ReturnType<typeof measureLogout>>, servers: Awaited<ReturnType<typeof measureServers>>) => string} */
function render(passwords, logout, servers) {
  const { processor, cores, node } = MACHINE
  const most = Math.max(...passwords.slice(2).map(({ more }) => more))
  return [
    '# What a flood costs',
    '',
    `Microseconds of the processor, by \`node bench/refusals.mjs --write\` with budgets in memory (${processor}, ${cores} cores, Node.js ${node}). Each is a whole request:`,
    'its form is parsed and its CSRF token is verified. `authorize` does nothing, where a real one computes a hash of a password.',
    '',
    '| Attempt at a password | µs | more than without limits |',
    '| --- | --- | --- |',
    ...passwords.map(
      ({ what, each, more }, index) =>
        `| ${what} | ${micro(each)} | ${index === 0 ? '' : micro(more)} |`,
    ),
    '',
    `${describeMost(most)} A refused attempt compares nothing, sends nothing and writes nothing.`,
    '',
    'Garbage at the URL of [back-channel logout](logout.md), and beside it a handler in the same process that does nothing but read the form and answer with 400:',
    '',
    '| What is posted | µs for each | bare handler | difference | of one processor, at 10,000 in a minute | requests to the provider |',
    '| --- | --- | --- | --- | --- | --- |',
    ...logout.map(
      ({ what, bare, each, more, requests }) =>
        `| ${what} | ${micro(each)} | ${micro(bare)} | ${micro(more)} | ${share(each)}, of which the library ${share(more)} | ${requests} |`,
    ),
    '',
    ...renderServers(servers),
  ].join('\n')
}

async function main() {
  const text = render(await measurePasswords(), await measureLogout(), await measureServers())
  console.log(text)
  if (!process.argv.includes('--write')) return
  writeFileSync(PAGE, `${text}\n`)
  await mustRun(installed('oxfmt'), [PAGE], { quiet: true })
}

await main()
