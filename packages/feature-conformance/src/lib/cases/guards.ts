import assert from 'node:assert/strict'
import { act, type Act, browserFor, pathOf, rowsOf } from '../world/acts.ts'
import type { Answer, Browser, Sending } from '../world/browser.ts'
import { createWorld, type Member, type World } from '../world/world.ts'
import type { Case, Subject } from './case.ts'

const MEGABYTE = 2 ** 20

interface Refused {
  readonly world: World
  readonly what: string
}

/** Sends a request that must neither run the action nor change a row. */
async function assertNotRun(
  { world, what }: Refused,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const [runs, rows] = [world.runs.length, rowsOf(world)]
  const answer = await send()
  assert.deepEqual(world.runs.slice(runs), [], `${what} runs the action.`)
  assert.deepEqual(rowsOf(world), rows, `${what} changes rows.`)
  assert.ok(answer.status >= 300 && answer.status < 500, `${what} is answered ${answer.status}.`)
  return answer
}

async function checkMethods({ options, strategy }: Subject, one: Act): Promise<void> {
  const world = createWorld(options, strategy)
  const { browser } = await world.join()
  const [wanted, other] = one.action.kind === 'page' ? ['GET', 'POST'] : ['POST', 'GET']
  for (const method of [other, 'DELETE']) {
    const answer = await assertNotRun({ world, what: method }, async () =>
      method === 'GET'
        ? browser.get(pathOf(world, one.word))
        : browser.post(pathOf(world, one.word), {}, { method }),
    )
    assert.equal(answer.status, 405)
    assert.equal(answer.allow, method === 'DELETE' ? answer.allow : wanted)
  }
}

/** Forms that no page of the application sends. */
const FOREIGN: Readonly<Record<string, Sending>> = {
  'A form without a CSRF token': { csrf: false },
  'A form of another origin': { origin: 'https://elsewhere.example' },
  'A form of the origin null': { origin: 'null' },
  'A text that is no form': { type: 'text/plain' },
  'A form of 1 MB': { body: `csrfToken=${'x'.repeat(MEGABYTE)}` },
}

const FOREIGN_TO_PROGRAMS: Readonly<Record<string, Sending>> = {
  'A text that is no form': { type: 'text/plain' },
  'A body of 1 MB': { body: `word=${'x'.repeat(MEGABYTE)}` },
}

async function checkForms({ options, strategy }: Subject, one: Act): Promise<void> {
  const world = createWorld(options, strategy)
  const member = await world.join()
  const browser = await browserFor(world, one, member)
  const [inputs = {}] = world.inputsOf(one.word, member)
  const kinds = one.action.kind === 'machine' ? FOREIGN_TO_PROGRAMS : FOREIGN
  for (const [what, sending] of Object.entries(kinds)) {
    await assertNotRun({ world, what }, () => act(world, one, { browser, inputs }, sending))
  }
}

interface Visitor {
  readonly what: string
  readonly browser: (world: World, member: Member) => Browser | Promise<Browser>
}

const VISITORS: readonly Visitor[] = [
  { what: 'A request without a session', browser: (world) => world.openBrowser() },
  {
    what: 'A request with a session that was ended',
    async browser(_, { browser }) {
      const kept = browser.copy()
      await browser.post('/auth/signout')
      return kept
    },
  },
  {
    what: 'A request of a user who was deleted',
    browser(world, { browser, user }) {
      world.store.tables.users.delete(user.id)
      return browser
    },
  },
]

const STALE: Visitor = {
  what: 'A request with an old sign-in',
  browser(world, { browser }) {
    world.wait(2 * 3600)
    return browser
  },
}

const WITHOUT_WAITING: Visitor = {
  what: 'A request with a session and without a sign-in that waits',
  browser: (_, { browser }) => browser,
}

const WAITING: Visitor = {
  what: 'A request of a sign-in that waits',
  async browser(world, member) {
    await world.hold(member)
    const browser = world.openBrowser()
    await browser.signIn('oauth', member.person)
    return browser
  },
}

function visitorsOf({ action: { session } }: Act, hasGate: boolean): readonly Visitor[] {
  if (session === 'none' || session === 'proof') return []
  if (session === 'pending') return [...VISITORS, WITHOUT_WAITING]
  const all = hasGate ? [...VISITORS, WAITING] : VISITORS
  return session === 'fresh' ? [...all, STALE] : all
}

async function checkVisitor({ options, strategy }: Subject, one: Act, visitor: Visitor) {
  const world = createWorld(options, strategy)
  const member = await world.join()
  const [inputs = {}] = world.inputsOf(one.word, member)
  const browser = await visitor.browser(world, member)
  for (const accept of ['text/html', 'application/json']) {
    const what = `${visitor.what}, for ${accept},`
    await assertNotRun({ world, what }, () => act(world, one, { browser, inputs }, { accept }))
  }
}

/** Sends a change in a session in which an administrator acts for a user. */
async function checkActing({ options, strategy }: Subject, one: Act): Promise<void> {
  const world = createWorld(options, strategy)
  const member = await world.join()
  const [inputs = {}] = world.inputsOf(one.word, member)
  const browser = await world.actFor(member)
  for (const accept of ['text/html', 'application/json']) {
    const what = `A request of who acts for the user, for ${accept},`
    const answer = await assertNotRun({ world, what }, () =>
      act(world, one, { browser, inputs }, { accept }),
    )
    assert.equal(answer.status, 403, `${what} is answered ${answer.status}.`)
  }
}

/** Sends a change that is open to who acts for the user. */
async function checkOpenToActing({ options, strategy }: Subject, one: Act): Promise<void> {
  const world = createWorld(options, strategy)
  const member = await world.join()
  const [inputs = {}] = world.inputsOf(one.word, member)
  const browser = await world.actFor(member)
  const { status } = await act(world, one, { browser, inputs })
  const why = world.said.failures.join('; ')
  assert.ok(
    status < 400,
    `The change is open to who acts for the user, and answered ${status}: ${why}`,
  )
}

/** Whether an action is the user's own: who acts for the user does not run it. */
const isOwn = ({ action }: Act): boolean => action.kind === 'change' && action.actor === undefined

/** Tests of what the library keeps from an action. */
export function guardCases(subject: Subject, one: Act, hasGate: boolean): readonly Case[] {
  const { word, action } = one
  return [
    { name: `${word}: takes its method alone`, run: () => checkMethods(subject, one) },
    ...(action.kind === 'page'
      ? []
      : [
          {
            name: `${word}: takes no form that is not the application's own`,
            run: () => checkForms(subject, one),
          },
        ]),
    ...(isOwn(one)
      ? [
          {
            name: `${word}: does not run for an administrator who acts for the user`,
            run: () => checkActing(subject, one),
          },
        ]
      : []),
    ...(action.kind === 'change' && !isOwn(one)
      ? [
          {
            name: `${word}: runs for an administrator who acts for the user`,
            run: () => checkOpenToActing(subject, one),
          },
        ]
      : []),
    ...(action.kind === 'machine' ? [] : visitorsOf(one, hasGate)).map((visitor) => ({
      name: `${word}: does not run for ${visitor.what.replace(/^A/, 'a')}`,
      run: () => checkVisitor(subject, one, visitor),
    })),
  ]
}
