/**
 * A process that learns of a great number of endings and reads a session in between. It writes a line of JSON for each step, and
 * one with the sessions that it was asked to accept or refuse in the end.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createAuth } from '@latchstring/core'
import type { AdapterRevocation, ListedRevocation } from '@latchstring/core/adapters'
import { BASE, ENV } from '@latchstring/test-kit/app'
import { passwords, PASSWORD } from '@latchstring/test-kit/people'
import { createVisitor, type Visitor } from '@latchstring/test-kit/visitor'

const ENTRIES = Number(process.env['ENTRIES'])
const STEPS = 20
const READS = 200
const START = Date.UTC(2031, 4, 6)

setFlagsFromString('--expose-gc')
// The function that the flag makes has no type of its own.
const collectGarbage = runInNewContext('gc') as () => void

let now = START
let length = 0
const queries = { pulls: 0, lookUps: 0 }

/** Entries that the application appended itself, among those that are made up from their number. */
const own = new Map<number, AdapterRevocation>()

const keyAt = (index: number): string =>
  `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`

const entryAt = (index: number): AdapterRevocation =>
  own.get(index) ?? {
    kind: 'session',
    key: keyAt(index),
    generation: 0,
    reason: 'sign-out',
    at: new Date(START),
    expires: new Date(START + 400 * 86_400_000),
  }

const toListed = (index: number): ListedRevocation => ({
  ...entryAt(index),
  cursor: String(index + 1),
})

const auth = createAuth(
  {
    adapter: {
      capabilities: { revocationFeed: true },
      async appendRevocations(entries) {
        for (const entry of entries) own.set(length++, entry)
      },
      async listRevocations({ after = '0', limit }) {
        queries.pulls += 1
        const from = Number(after)
        const count = Math.max(0, Math.min(limit, length - from))
        return Array.from({ length: count }, (_, index) => toListed(from + index))
      },
      async getRevocation({ kind, key }) {
        queries.lookUps += 1
        return [...own.values()].find((one) => one.kind === kind && one.key === key) ?? null
      },
    },
    providers: [
      passwords({
        authorize: ({ username, password }) =>
          password === PASSWORD ? { id: String(username) } : null,
      }),
    ],
    session: { strategy: 'jwt', revocation: true },
    logger: { error: (error) => console.error(error), warn: () => undefined },
  },
  { env: ENV, clock: () => now },
)

async function signIn(name: string): Promise<{ visitor: Visitor; cookie: string }> {
  const visitor = createVisitor(BASE, (request) => auth.handle(request))
  await visitor.submitPassword(name)
  const cookie = [...visitor.browser.cookies].map((pair) => pair.join('=')).join('; ')
  return { visitor, cookie }
}

async function isAccepted(cookie: string): Promise<boolean> {
  const response = await auth.handle(new Request(`${BASE}/session`, { headers: { cookie } }))
  return (await response.text()) !== 'null'
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

const resident = await signIn('resident')
const ended: string[] = []
const open: string[] = []
for (let step = 0; step <= STEPS; step += 1) {
  const leaver = await signIn(`leaver-${step}`)
  const stayer = await signIn(`stayer-${step}`)
  await leaver.visitor.submit('signout')
  ended.push(leaver.cookie)
  open.push(stayer.cookie)
  if (step > 0) length += Math.round(ENTRIES / STEPS)
  now += 31_000
  await isAccepted(resident.cookie)
  const before = { ...queries }
  const times: number[] = []
  for (let read = 0; read < READS; read += 1) {
    const began = performance.now()
    await isAccepted(resident.cookie)
    times.push(performance.now() - began)
  }
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  const asked = queries.pulls - before.pulls + queries.lookUps - before.lookUps
  const figures = { entries: length, heapUsed, arrayBuffers, read: median(times), asked }
  console.log(JSON.stringify(figures))
}
let stillAccepted = 0
for (const cookie of ended) if (await isAccepted(cookie)) stillAccepted += 1
let lost = 0
for (const cookie of open) if (!(await isAccepted(cookie))) lost += 1
console.log(JSON.stringify({ ended: ended.length, stillAccepted, open: open.length, lost }))
