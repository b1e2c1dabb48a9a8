import assert from 'node:assert/strict'
import type { GivenInputs } from '../options.ts'
import { type Act, actsOf, browserFor, findOf, pathOf, rowsOf, rowsWith } from '../world/acts.ts'
import type { Answer, Browser } from '../world/browser.ts'
import { createWorld, type Member, type World } from '../world/world.ts'
import type { Case, Subject } from './case.ts'

/** The purpose of an action that takes a proof by mail. */
const purposeOf = ({ action }: Act): string | undefined =>
  action.kind !== 'machine' && action.session === 'proof' ? action.proof : undefined

/** Whether an action takes a proof by mail: those are tested here. */
export const takesProof = (one: Act): boolean => purposeOf(one) !== undefined

/** The secret of the newest mail. */
function newestProof({ inbox }: World): string {
  const url = [...inbox.values()].at(-1)
  const proof = url === undefined ? null : new URL(url).searchParams.get('proof')
  assert.ok(proof !== null, 'The newest mail has no proof.')
  return proof
}

/** Has the suite sent a mail of a purpose, about a user. */
async function askFor(
  { options }: Subject,
  world: World,
  member: Member,
  purpose: string,
): Promise<string> {
  const asking = options.proofs?.[purpose]
  assert.ok(asking, `Say in \`proofs\` how a proof of "${purpose}" is asked for.`)
  if (typeof asking === 'function') await asking(world.preparedFor(member), member.user)
  else {
    const { action, inputs = {} } = asking
    const given =
      typeof inputs === 'function' ? inputs(world.preparedFor(member), member.user) : inputs
    const asked = actsOf(world).find(({ word }) => word === action)
    // A step of a sign-in may ask as well.
    const browser = asked ? await browserFor(world, asked, member) : member.browser
    const { status } = await browser.post(pathOf(world, action), given)
    assert.ok(
      status < 400,
      `${action} refuses to ask for a proof: ${world.said.failures.join('; ')}`,
    )
  }
  return newestProof(world)
}

/** Sends a form that must neither run its action nor change a row. */
async function assertNotRun(
  { world, word, what }: { readonly world: World; readonly word: string; readonly what: string },
  fields: GivenInputs,
): Promise<void> {
  const [runs, rows] = [world.runs.filter((run) => run.word === word).length, rowsOf(world)]
  const answer = await world.openBrowser().post(pathOf(world, word), fields)
  assert.equal(
    world.runs.filter((run) => run.word === word).length,
    runs,
    `${word} runs with ${what}.`,
  )
  assert.deepEqual(rowsOf(world), rows, `${word} changes rows with ${what}.`)
  assert.ok(answer.status >= 300 && answer.status < 500, `${what} is answered ${answer.status}.`)
}

const DAY = 86_400

async function checkOthers(subject: Subject, { word }: Act, purpose: string): Promise<void> {
  const world = createWorld(subject.options, subject.strategy)
  const ada = await world.join()
  const [inputs = {}] = world.inputsOf(word, ada)
  const refuse = (what: string, proof?: string): Promise<void> =>
    assertNotRun({ world, word, what }, { ...inputs, ...(proof !== undefined && { proof }) })
  await refuse('no proof')
  await refuse('a proof that was never made', 'x'.repeat(43))
  for (const other of Object.keys(world.feature.proofs ?? {})) {
    if (other === purpose) continue
    await refuse(`a proof of "${other}"`, await askFor(subject, world, ada, other))
  }
  const expired = await askFor(subject, world, ada, purpose)
  world.wait(DAY)
  await refuse('an expired proof', expired)
}

async function checkOnce(subject: Subject, { word }: Act, purpose: string): Promise<void> {
  const world = createWorld(subject.options, subject.strategy)
  const ada = await world.join()
  const proof = await askFor(subject, world, ada, purpose)
  const [inputs = {}] = world.inputsOf(word, ada)
  const fields = { ...inputs, proof }
  // In the other process, and in a browser that did not ask.
  const { status } = await world.openBrowser().post(pathOf(world, word), fields, { instance: 1 })
  assert.ok(status < 400, `${word} refuses its proof: ${world.said.failures.join('; ')}`)
  await assertNotRun({ world, word, what: 'a used proof' }, fields)
  const written = [...world.said.lines, ...world.said.failures].join('\n')
  assert.ok(!written.includes(proof), `${word} writes the secret of its proof to the log.`)
  for (const address of [ada.user.email, ...world.inbox.keys()]) {
    const shown = address !== null && written.includes(address)
    assert.ok(!shown, `${word} writes the address of a mail to the log.`)
  }
}

/** Whose a proof is does not depend on what is sent beside it. */
async function checkOwner(subject: Subject, { word }: Act, purpose: string): Promise<void> {
  const world = createWorld(subject.options, subject.strategy)
  const [ada, grace] = [await world.join(), await world.join()]
  const proof = await askFor(subject, world, ada, purpose)
  const before = rowsWith(world, grace)
  for (const inputs of world.inputsOf(word, grace)) {
    const fields = { ...inputs, userId: grace.user.id, email: String(grace.user.email), proof }
    await grace.browser.copy().post(pathOf(world, word), fields)
  }
  const known = world.store.tables.users.get(grace.user.id)
  assert.equal(known?.email, grace.user.email, `${word} changes another user with a proof.`)
  for (const row of before) {
    assert.ok(rowsOf(world).includes(row), `${word} changes rows of another user with a proof.`)
  }
}

/** What the library makes anew for each request. */
const withoutValues = ({ body }: Answer): string => body.replaceAll(/value="[^"]*"/g, '')

const WRONG = ['', 'x', ' ', '%']

/** A refusal leaves the proof usable, so nothing may have been done. */
async function checkRefused(subject: Subject, { word, action }: Act, purpose: string) {
  const names = Object.entries(action.inputs ?? {}).filter(([, { kind }]) => kind === 'text')
  for (const wrong of WRONG) {
    const world = createWorld(subject.options, subject.strategy)
    const ada = await world.join()
    const proof = await askFor(subject, world, ada, purpose)
    const [inputs = {}] = world.inputsOf(word, ada)
    const given = Object.fromEntries(names.map(([name]) => [name, wrong]))
    const before = rowsOf(world)
    const fields = { ...inputs, ...given, proof }
    const { status } = await world.openBrowser().post(pathOf(world, word), fields)
    if (status < 400) continue
    assert.deepEqual(rowsOf(world), before, `${word} has changed rows, and refused.`)
  }
}

async function checkPage(subject: Subject, one: Act, purpose: string): Promise<void> {
  const world = createWorld(subject.options, subject.strategy)
  const ada = await world.join()
  const [inputs = {}] = world.inputsOf(one.word, ada)
  const query = (more: object) =>
    new URLSearchParams(
      Object.entries({ ...inputs, ...more }).map(([key, to]) => [key, String(to)]),
    )
  for (const accept of ['text/html', 'application/json']) {
    const bare = await world
      .openBrowser()
      .get(`${pathOf(world, one.word)}?${query({})}`, { accept })
    const shown = findOf(ada, bare.body, inputs)
    assert.equal(shown, undefined, `${one.word} shows the ${shown} of a user without a proof.`)
  }
  const proof = await askFor(subject, world, ada, purpose)
  const rows = rowsOf(world)
  const path = `${pathOf(world, one.word)}?${query({ proof })}`
  for (let time = 0; time < 2; time += 1) {
    const { status } = await world.openBrowser().get(path, { instance: time })
    assert.equal(status, 200, `${one.word} is answered ${status} with a proof.`)
  }
  assert.deepEqual(rowsOf(world), rows, `${one.word} changes rows.`)
}

interface Asked {
  readonly answer: Answer
  readonly isMailed: boolean
}

async function askWith(
  { world, browser, word }: { world: World; browser: Browser; word: string },
  inputs: GivenInputs,
  email: string,
): Promise<Asked> {
  const given: GivenInputs = Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [
      name,
      String(value).includes('@') ? email : value,
    ]),
  )
  const answer = await browser.post(pathOf(world, word), given)
  return { answer, isMailed: world.inbox.has(email) }
}

/** What asks for a mail does not say whether there is a user with an address. */
async function checkAsking(subject: Subject, purpose: string): Promise<void> {
  const asking = subject.options.proofs?.[purpose]
  if (asking === undefined || typeof asking === 'function') return
  const world = createWorld(subject.options, subject.strategy)
  const [ada, grace] = [await world.join(), await world.join()]
  const { action: word, inputs = {} } = asking
  const given = typeof inputs === 'function' ? inputs(world.preparedFor(ada), ada.user) : inputs
  const known = await askWith(
    { world, browser: ada.browser.copy(), word },
    given,
    String(grace.user.email),
  )
  const unknown = await askWith(
    { world, browser: ada.browser.copy(), word },
    given,
    `${crypto.randomUUID()}@people.example`,
  )
  const facts = ({ answer }: Asked) => {
    const { status, location, setsCookies } = answer
    return { status, location, setsCookies, body: withoutValues(answer) }
  }
  assert.deepEqual(facts(known), facts(unknown), `${word} answers a known address otherwise.`)
  assert.equal(
    known.isMailed,
    unknown.isMailed,
    `${word} sends a mail to a known or an unknown address alone, which its time tells.`,
  )
}

/** Tests of an action that takes a proof by mail. */
function casesOf(subject: Subject, one: Act, purpose: string): readonly Case[] {
  const { word, action } = one
  if (action.kind === 'page') {
    return [
      {
        name: `${word}: shows nothing without its proof, and uses none up`,
        run: () => checkPage(subject, one, purpose),
      },
    ]
  }
  return [
    {
      name: `${word}: does not run without its proof, with another one, or with an expired one`,
      run: () => checkOthers(subject, one, purpose),
    },
    {
      name: `${word}: takes its proof once, in any browser and process`,
      run: () => checkOnce(subject, one, purpose),
    },
    {
      name: `${word}: does nothing for another user with a proof`,
      run: () => checkOwner(subject, one, purpose),
    },
    {
      name: `${word}: does nothing where it refuses`,
      run: () => checkRefused(subject, one, purpose),
    },
  ]
}

/** Tests of the proofs by mail of a feature. */
export function proofCases(subject: Subject): readonly Case[] {
  const feature = subject.options.feature()
  const takers = actsOf({ feature }).flatMap((one) => {
    const purpose = purposeOf(one)
    return purpose === undefined ? [] : casesOf(subject, one, purpose)
  })
  const asking = Object.keys(feature.proofs ?? {}).map((purpose) => ({
    name: `the proof ${purpose}: what asks for it says nothing about an address`,
    run: () => checkAsking(subject, purpose),
  }))
  return [...takers, ...asking]
}
