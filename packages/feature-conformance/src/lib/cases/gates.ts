import assert from 'node:assert/strict'
import { rowsOf } from '../world/acts.ts'
import { type Answer, type Browser, INSIDE, type Proof, type Sending } from '../world/browser.ts'
import { PROVIDERS } from '../world/services.ts'
import { createWorld, doSteps, type Member, type World } from '../world/world.ts'
import type { Case, Subject } from './case.ts'

/** The kinds of proof. A kind that is added to `PROVIDERS` is tried here. */
const PROOFS = Object.keys(PROVIDERS) as readonly Proof[]

type Outcome = 'a session' | 'a step' | 'a refusal'

interface Arrived {
  readonly browser: Browser
  readonly answer: Answer
  readonly outcome: Outcome
}

const hasSession = async (browser: Browser): Promise<boolean> =>
  (await browser.session()) !== 'null'

async function arrive(
  world: World,
  { person }: Member,
  proof: Proof,
  sending: Sending = {},
): Promise<Arrived> {
  const browser = world.openBrowser()
  const answer = await browser.signIn(proof, person, sending)
  const isStep = answer.location?.startsWith(`/auth/${world.feature.name}/`) === true
  const outcome = (await hasSession(browser)) ? 'a session' : isStep ? 'a step' : 'a refusal'
  return { browser, answer, outcome }
}

/** A user whom the gate stops. */
async function createStopped({
  options,
  strategy,
}: Subject): Promise<{ world: World; ada: Member }> {
  const world = createWorld(options, strategy)
  const ada = world.addUser()
  await world.stop(ada)
  return { world, ada }
}

const TRIES_BEFORE_END = 12

async function checkProof(subject: Subject, proof: Proof): Promise<void> {
  const { world, ada } = await createStopped(subject)
  const { browser, answer, outcome } = await arrive(world, ada, proof)
  const asked = world.runs.filter(({ word }) => word === 'gate').length
  assert.ok(asked > 0, `The gate is not asked of a sign-in by ${proof}.`)
  assert.notEqual(outcome, 'a session', `The gate lets a sign-in by ${proof} pass.`)
  if (outcome === 'a refusal') {
    assert.match(answer.location ?? answer.body, /AccessDenied/, world.said.failures.join('; '))
    return
  }
  const last = await doSteps(world, ada, { browser, answer }, 1)
  assert.equal(
    last.location,
    INSIDE,
    `The step does not end a sign-in by ${proof}: ${world.said.failures.join('; ')}`,
  )
  assert.ok(
    await hasSession(browser),
    `There is no session after the step of a sign-in by ${proof}.`,
  )
}

/** The answer to a form of the step, with each text replaced. */
async function checkWrong(subject: Subject): Promise<void> {
  const { world, ada } = await createStopped(subject)
  const { name, actions = {} } = world.feature
  for (const [word, { kind, session, inputs = {} }] of Object.entries(actions)) {
    if (kind !== 'change' || session !== 'pending' || Object.keys(inputs).length === 0) continue
    const [valid = {}] = world.inputsOf(word, ada)
    const secrets = Object.values(valid)
      .map(String)
      .filter((value) => value.length >= 6)
    for (const wrong of ['', 'x', 'wrong-answer', ' ', '%', '*', undefined]) {
      const { browser } = await arrive(world, ada, 'oauth')
      const given = Object.keys(inputs).map((one) => [one, wrong] as const)
      const fields =
        wrong === undefined ? {} : Object.fromEntries(given.map(([one]) => [one, wrong]))
      for (const accept of ['text/html', 'application/json']) {
        const { body, location = '' } = await browser.post(`/auth/${name}/${word}`, fields, {
          accept,
        })
        const shown = secrets.find((secret) => (body + location).includes(secret))
        assert.equal(shown, undefined, `${word} shows what the step asks for.`)
        assert.equal(
          await hasSession(browser),
          false,
          `${word} passes for ${JSON.stringify(wrong)}.`,
        )
      }
    }
  }
}

/** What a page of a step shows to those who have not done it. */
async function checkShown(subject: Subject): Promise<void> {
  const { world, ada } = await createStopped(subject)
  const { name, actions = {} } = world.feature
  const waiting = Object.entries(actions).filter(([, { session }]) => session === 'pending')
  const secrets = waiting
    .filter(([, { kind }]) => kind === 'change')
    .flatMap(([word]) => world.inputsOf(word, ada))
    .flatMap((inputs) => Object.values(inputs).map(String))
    .filter((value) => value.length >= 6)
  const { browser } = await arrive(world, ada, 'oauth')
  for (const [word, { kind }] of waiting) {
    if (kind !== 'page') continue
    for (const accept of ['text/html', 'application/json']) {
      const { body } = await browser.get(`/auth/${name}/${word}`, { accept })
      assert.ok(!secrets.some((one) => body.includes(one)), `${word} shows what the step asks for.`)
    }
  }
}

/** The step of one person is of no use to another. */
async function checkOthersStep(subject: Subject): Promise<void> {
  const { world, ada } = await createStopped(subject)
  const bob = world.addUser()
  await world.stop(bob)
  const [one, other] = [await arrive(world, ada, 'oauth'), await arrive(world, bob, 'oauth')]
  if (one.outcome !== 'a step') return
  const inputs = (member: Member) =>
    Object.keys(world.feature.actions ?? {}).map((word) => world.inputsOf(word, member))
  if (JSON.stringify(inputs(ada)) === JSON.stringify(inputs(bob))) return
  await doSteps(world, ada, other)
  assert.equal(
    await hasSession(other.browser),
    false,
    'The step passes with what another user has.',
  )
}

async function checkTries(subject: Subject): Promise<void> {
  const { world, ada } = await createStopped(subject)
  const arrived = await arrive(world, ada, 'oauth')
  if (arrived.outcome !== 'a step') return
  const { name, actions = {} } = world.feature
  const forms = Object.entries(actions).filter(
    ([, { kind, session, inputs = {} }]) =>
      kind === 'change' && session === 'pending' && Object.keys(inputs).length > 0,
  )
  // A form without inputs asks for nothing that could be guessed.
  if (forms.length === 0) return
  for (let tries = 0; tries < TRIES_BEFORE_END; tries += 1) {
    for (const [word, { inputs = {} }] of forms) {
      const wrong = Object.fromEntries(Object.keys(inputs).map((one) => [one, 'wrong']))
      await arrived.browser.post(`/auth/${name}/${word}`, wrong)
    }
  }
  await doSteps(world, ada, arrived)
  assert.equal(await hasSession(arrived.browser), false, 'A step can be guessed without end.')
}

/** Two forms at once, to two processes: the sign-in goes on once. */
async function checkOnce(subject: Subject): Promise<void> {
  const { world, ada } = await createStopped(subject)
  const arrived = await arrive(world, ada, 'oauth')
  if (arrived.outcome !== 'a step') return
  const copies = [arrived.browser.copy(), arrived.browser.copy()] as const
  await Promise.all(
    copies.map((browser, instance) =>
      doSteps(world, ada, { browser, answer: arrived.answer }, instance),
    ),
  )
  const sessions = [await hasSession(copies[0]), await hasSession(copies[1])]
  assert.equal(
    sessions.filter(Boolean).length,
    1,
    'A sign-in goes on more than once, or not at all.',
  )
}

/** Where the store goes wrong, a user whom the gate stops gets no session. */
async function checkFaults(subject: Subject): Promise<void> {
  const { world, ada } = await createStopped(subject)
  const restore = world.store.keep()
  world.store.watch()
  await arrive(world, ada, 'oauth')
  const calls = world.store.calls().length
  for (let at = 0; at < calls; at += 1) {
    for (const kind of ['fails before its effect', 'is late'] as const) {
      restore()
      world.store.watch({ kind, at, release: Promise.resolve() })
      const { browser } = await arrive(world, ada, 'oauth')
      world.store.watch()
      assert.equal(
        await hasSession(browser),
        false,
        `The gate lets a sign-in pass where the store ${kind}.`,
      )
    }
  }
}

async function checkStepFaults(subject: Subject): Promise<void> {
  const { world, ada } = await createStopped(subject)
  const { name, actions = {} } = world.feature
  for (const [word, { kind, session, inputs = {} }] of Object.entries(actions)) {
    if (kind !== 'change' || session !== 'pending') continue
    const { browser } = await arrive(world, ada, 'oauth')
    const wrong = Object.fromEntries(Object.keys(inputs).map((one) => [one, 'wrong']))
    const body = await browser.form(wrong)
    const restore = world.store.keep()
    world.store.watch()
    const sending = { csrf: false, body }
    await browser.copy().post(`/auth/${name}/${word}`, {}, sending)
    const calls = world.store.calls().length
    for (let at = 0; at < calls && Object.keys(inputs).length > 0; at += 1) {
      restore()
      world.store.watch({ kind: 'fails before its effect', at, release: Promise.resolve() })
      const copy = browser.copy()
      await copy.post(`/auth/${name}/${word}`, {}, sending)
      world.store.watch()
      assert.equal(await hasSession(copy), false, `${word} passes where the store fails.`)
    }
  }
}

/** It answers the same in another process, a second time, and writes nothing. */
async function checkSteady(subject: Subject): Promise<void> {
  const { world, ada } = await createStopped(subject)
  const rows = rowsOf(world)
  const outcomes: Outcome[] = []
  for (const instance of [0, 1, 0, 1]) {
    outcomes.push((await arrive(world, ada, 'oauth', { instance })).outcome)
  }
  const accept = 'application/json'
  outcomes.push(
    (await arrive(world, ada, 'credentials', { accept })).outcome === 'a session'
      ? 'a session'
      : (outcomes[0] ?? 'a refusal'),
  )
  assert.equal(new Set(outcomes).size, 1, `The gate answers differently: ${outcomes.join(', ')}.`)
  assert.deepEqual(rowsOf(world), rows, 'The gate changes rows.')
}

/** Tests of the gate. */
export const gateCases = (subject: Subject): readonly Case[] => [
  ...PROOFS.map((proof) => ({
    name: `the gate stops a sign-in by ${proof}, and its step ends it`,
    run: () => checkProof(subject, proof),
  })),
  {
    name: 'the gate answers the same each time and writes nothing',
    run: () => checkSteady(subject),
  },
  { name: 'the gate lets no one pass where the store goes wrong', run: () => checkFaults(subject) },
  { name: 'a step passes for no wrong inputs', run: () => checkWrong(subject) },
  { name: 'a step does not show what it asks for', run: () => checkShown(subject) },
  { name: 'a step passes for no other user', run: () => checkOthersStep(subject) },
  { name: 'a step passes for no one where the store fails', run: () => checkStepFaults(subject) },
  { name: 'a step ends after too many tries', run: () => checkTries(subject) },
  { name: 'a sign-in goes on once', run: () => checkOnce(subject) },
]
