import assert from 'node:assert/strict'
import type { FeatureProvider } from '@latchstring/core/features'
import type { GivenInputs } from '../options.ts'
import { rowsOf } from '../world/acts.ts'
import { type Answer, type Browser, INSIDE, type Sending } from '../world/browser.ts'
import { createWorld, doSteps, type Member, type World } from '../world/world.ts'
import type { Case, Subject } from './case.ts'
import { checkHas } from './provider-has.ts'

const MEGABYTE = 2 ** 20

const LONGEST_TEXT = 255

const pathOf = ({ feature }: World): string => `/auth/callback/${feature.provider?.id ?? ''}`

const inputsOf = ({ feature }: World): FeatureProvider['inputs'] => feature.provider?.inputs ?? {}

/** A user with the right form. */
interface Known {
  readonly world: World
  readonly ada: Member
  readonly right: GivenInputs
}

async function formOf({ options }: Subject, world: World, member: Member): Promise<GivenInputs> {
  const { form } = options
  assert.ok(form, 'The feature has a form on the sign-in page. Give the option `form`.')
  return form(world.preparedFor(member), member.user)
}

async function prepare(subject: Subject): Promise<Known> {
  const world = createWorld(subject.options, subject.strategy)
  const ada = world.addUser()
  await world.prepare(ada)
  return { world, ada, right: await formOf(subject, world, ada) }
}

const send = (
  world: World,
  browser: Browser,
  given: GivenInputs,
  sending: Sending = {},
): Promise<Answer> => browser.post(pathOf(world), { callbackUrl: INSIDE, ...given }, sending)

const isOf = (session: string, { person }: Member): boolean => session.includes(person.email)

/** A form that must give no session. */
async function assertRefused(
  world: World,
  { what, browser = world.openBrowser() }: { readonly what: string; readonly browser?: Browser },
  post: (browser: Browser) => Promise<Answer>,
): Promise<Answer> {
  const before = world.said.failures.length
  const answer = await post(browser)
  assert.equal(await browser.session(), 'null', `${what} signs in.`)
  const failures = world.said.failures.slice(before).join('; ')
  assert.ok(answer.status < 500, `${what} is answered ${answer.status}: ${failures}`)
  assert.doesNotMatch(
    answer.location ?? '',
    /error=(?:Callback|Configuration)/,
    `${what} makes the form fail: ${failures}`,
  )
  return answer
}

async function checkRight(subject: Subject): Promise<void> {
  const { world, ada, right } = await prepare(subject)
  for (const instance of [0, 1]) {
    const browser = world.openBrowser()
    const answer = await send(world, browser, right, { instance })
    const last = await doSteps(world, ada, { browser, answer }, instance)
    const why = world.said.failures.join('; ')
    assert.equal(last.location, INSIDE, `The right form does not sign in: ${why}`)
    assert.ok(isOf(await browser.session(), ada), 'The right form signs in another user.')
  }
}

/** One input is another one: what a person mistypes, and what a program sends. */
function* wrongForms(world: World, right: GivenInputs): Generator<readonly [string, GivenInputs]> {
  for (const [name, { type = 'text', max = LONGEST_TEXT }] of Object.entries(inputsOf(world))) {
    const value = String(right[name])
    const { [name]: _, ...without } = right
    yield [`A form without "${name}"`, without]
    yield [`A form with an empty "${name}"`, { ...right, [name]: '' }]
    yield [`A form with a too long "${name}"`, { ...right, [name]: 'x'.repeat(max + 1) }]
    if (type !== 'password') continue
    const others = [value.slice(0, -1), `${value}x`.slice(0, max), 'x', '\u0000', '%', '*']
    for (const other of others) {
      if (other !== value) yield [`A form with another "${name}"`, { ...right, [name]: other }]
    }
  }
}

async function checkWrong(subject: Subject): Promise<void> {
  const { world, right } = await prepare(subject)
  for (const [what, given] of wrongForms(world, right)) {
    for (const accept of ['text/html', 'application/json']) {
      await assertRefused(world, { what }, (browser) => send(world, browser, given, { accept }))
    }
  }
  for (const name of Object.keys(inputsOf(world))) {
    for (const value of [null, {}, [], ['a', 'b'], 1, { $ne: '' }]) {
      const what = `A form with ${JSON.stringify(value)} as "${name}"`
      await assertRefused(world, { what }, (browser) =>
        browser.postJson(pathOf(world), { ...right, [name]: value }),
      )
    }
  }
}

/** The form of one user with each input of another. */
async function checkOthers(subject: Subject): Promise<void> {
  const { world, right } = await prepare(subject)
  const bob = world.addUser()
  await world.prepare(bob)
  const his = await formOf(subject, world, bob)
  for (const name of Object.keys(inputsOf(world))) {
    if (his[name] === right[name]) continue
    const what = `A form with the "${name}" of another user`
    await assertRefused(world, { what }, (browser) =>
      send(world, browser, { ...right, [name]: his[name] ?? '' }),
    )
  }
}

/** What a browser sees of a refusal, without what it has sent. */
const seen = ({ status, location = '' }: Answer, browser: Browser): string =>
  JSON.stringify([status, location.replace(/ref=[^&]*/, ''), [...browser.cookies.keys()]])

/** A user whom the feature does not know, and an address that no user has, are as a wrong password. */
async function checkUnknown(subject: Subject): Promise<void> {
  const { world, ada, right } = await prepare(subject)
  const inputs = Object.entries(inputsOf(world))
  const wrong = Object.fromEntries(
    inputs.map(([name, { type }]) => [
      name,
      type === 'password' ? 'wrong-for-all' : String(right[name]),
    ]),
  )
  const unknown = Object.fromEntries(
    inputs.map(([name, { type }]) => [
      name,
      type === 'password' ? 'wrong-for-all' : `no.${String(right[name])}`,
    ]),
  )
  const answers: string[] = []
  for (const given of [wrong, unknown]) {
    const browser = world.openBrowser()
    const answer = await assertRefused(world, { what: 'A wrong form', browser }, () =>
      send(world, browser, given),
    )
    answers.push(seen(answer, browser))
  }
  assert.equal(answers[1], answers[0], 'A wrong form says whether there is such a user.')
  await world.store.adapter.deleteUser?.(ada.user.id)
  await assertRefused(world, { what: 'The form of a deleted user' }, (browser) =>
    send(world, browser, right),
  )
}

const FOREIGN: Readonly<Record<string, Sending>> = {
  'A form without a CSRF token': { csrf: false },
  'A form of another origin': { origin: 'https://elsewhere.example' },
  'A form of the origin null': { origin: 'null' },
  'A text that is no form': { type: 'text/plain' },
  'A form of 1 MB': { body: `csrfToken=${'x'.repeat(MEGABYTE)}` },
}

const verified = ({ runs }: World): number => runs.filter(({ word }) => word === 'verify').length

async function checkForeign(subject: Subject): Promise<void> {
  const { world, ada, right } = await prepare(subject)
  const assertNotVerified = async (what: string, browser: Browser, sending: Sending) => {
    const [runs, rows] = [verified(world), rowsOf(world)]
    await send(world, browser, right, sending)
    assert.equal(verified(world), runs, `${what} is verified.`)
    assert.deepEqual(rowsOf(world), rows, `${what} changes rows.`)
  }
  for (const [what, sending] of Object.entries(FOREIGN)) {
    await assertNotVerified(what, world.openBrowser(), sending)
  }
  const names = Object.keys(inputsOf(world))
  const twice = world.openBrowser()
  const body = `${await twice.form({ ...right })}&${names.at(-1) ?? ''}=x`
  await assertNotVerified('A form with an input twice', twice, { body })
  const acting = await world.actFor(ada)
  await assertNotVerified('A form of an acting session', acting, {})
}

/** Passwords of a form, as far as they are long enough to be looked for. */
const secretsOf = (world: World, given: GivenInputs): readonly string[] =>
  Object.entries(inputsOf(world))
    .filter(([, { type }]) => type === 'password')
    .map(([name]) => String(given[name]))
    .filter((value) => value.length >= 6)

async function checkSecrets(subject: Subject): Promise<void> {
  const { world, right } = await prepare(subject)
  const names = Object.entries(inputsOf(world)).filter(([, { type }]) => type === 'password')
  const wrong = { ...right, ...Object.fromEntries(names.map(([name]) => [name, 'wrong-secret'])) }
  const shown: string[] = []
  for (const given of [right, wrong]) {
    world.store.watch()
    await send(world, world.openBrowser(), given)
    const { length } = world.store.calls()
    for (let at = 0; at < length; at += 1) {
      world.store.watch({ kind: 'fails before its effect', at, release: Promise.resolve() })
      const browser = world.openBrowser()
      const { body, location = '' } = await send(world, browser, given)
      world.store.watch()
      shown.push(body, location, await browser.session())
    }
  }
  const { lines, events } = world.said
  for (const secret of [right, wrong].flatMap((given) => secretsOf(world, given))) {
    const where = [
      ['the log', lines],
      ['an event', events],
      ['an answer', shown],
    ] as const
    for (const [what, texts] of where) {
      assert.ok(!texts.some((text) => text.includes(secret)), `A password is in ${what}.`)
    }
  }
}

/** Where the store goes wrong, the wrong form gives no session and the right one none of another user. */
async function checkFaults(subject: Subject): Promise<void> {
  const { world, ada, right } = await prepare(subject)
  const names = Object.entries(inputsOf(world)).filter(([, { type }]) => type === 'password')
  const wrong = { ...right, ...Object.fromEntries(names.map(([name]) => [name, 'wrong-secret'])) }
  const restore = world.store.keep()
  for (const given of [right, wrong]) {
    restore()
    world.store.watch()
    await send(world, world.openBrowser(), given)
    const { length } = world.store.calls()
    for (let at = 0; at < length; at += 1) {
      for (const kind of ['fails before its effect', 'is late'] as const) {
        restore()
        const browser = world.openBrowser()
        world.store.watch({ kind, at, release: Promise.resolve() })
        await send(world, browser, given)
        world.store.watch()
        const session = await browser.session()
        const isSafe = session === 'null' || (given === right && isOf(session, ada))
        assert.ok(isSafe, `The form signs in where the store ${kind}.`)
      }
    }
  }
}

/** Tests of the form of a feature on the sign-in page. */
export const providerCases = (subject: Subject): readonly Case[] => [
  { name: 'the right form signs in its user', run: () => checkRight(subject) },
  { name: 'no wrong form signs in, or fails', run: () => checkWrong(subject) },
  { name: 'no form signs in with what another user has', run: () => checkOthers(subject) },
  { name: 'a wrong form does not say who there is', run: () => checkUnknown(subject) },
  {
    name: 'no form of others, or of an acting session, is verified',
    run: () => checkForeign(subject),
  },
  { name: 'no password is in the log, in events or in answers', run: () => checkSecrets(subject) },
  { name: 'no form signs in where the store goes wrong', run: () => checkFaults(subject) },
  { name: 'the form counts as a way in for those who have it', run: () => checkHas(subject) },
]
