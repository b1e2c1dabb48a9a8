import assert from 'node:assert/strict'
import type { FeatureInput } from '@latchstring/core/features'
import type { GivenInputs } from '../options.ts'
import { act, type Act, browserFor, pathOf } from '../world/acts.ts'
import { createWorld, type Member, type World } from '../world/world.ts'
import type { Case, Subject } from './case.ts'

const JSON_TYPE = 'application/json'

/** What a form can hold and a person does not type. */
const TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '<b>"\'&',
  '{name}',
  '__proto__',
  '../..',
  '😀',
] as const

function hostileValues({ kind, max = 255 }: FeatureInput): readonly (string | number)[] {
  if (kind === 'int') return [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, '1e9', '']
  if (kind === 'bool') return ['off', 'maybe']
  return [...TEXTS.map((text) => text.slice(0, max)), 'x'.repeat(max), 'é'.repeat(max)]
}

function hostileInputs({ action }: Act, valid: GivenInputs): readonly GivenInputs[] {
  const inputs = Object.entries(action.inputs ?? {})
  return [
    {},
    { ...valid, undeclared: 'x', userId: 'x', id: 'x', ...valid },
    ...inputs.flatMap(([name, input]) =>
      hostileValues(input).map((value) => ({ ...valid, [name]: value })),
    ),
  ]
}

/** What a request may be at fault for. */
const OF_REQUESTS: ReadonlySet<string> = new Set([
  'InvalidRequest',
  'SessionRequired',
  'InvalidCheck',
])

function assertSound(
  { said }: World,
  { word }: Act,
  { before, status }: { readonly before: number; readonly status: number },
): void {
  const failures = said.failures.slice(before)
  const isOurs = said.codes.slice(before).some((code) => !OF_REQUESTS.has(code))
  assert.ok(status < 500 && !isOurs, `${word} fails (${status}): ${failures.join('; ')}`)
}

async function assertNoFailure(
  world: World,
  one: Act,
  { member, inputs }: { readonly member: Member | undefined; readonly inputs: GivenInputs },
): Promise<number> {
  const browser = member ? await browserFor(world, one, member) : world.openBrowser()
  const before = world.said.failures.length
  const { status } = await act(world, one, { browser, inputs }, { accept: JSON_TYPE })
  assertSound(world, one, { before, status })
  return status
}

/** It is answered, and answered again once what it does has been done. */
async function checkValid({ options, strategy }: Subject, one: Act): Promise<void> {
  const world = createWorld(options, strategy)
  const member = await world.join()
  const statuses: number[] = []
  for (let time = 0; time < 5; time += 1) {
    for (const inputs of world.inputsOf(one.word, member)) {
      statuses.push(await assertNoFailure(world, one, { member, inputs }))
    }
  }
  assert.ok(
    statuses.some((status) => status < 400),
    `${one.word} takes none of its valid inputs: it answers ${[...new Set(statuses)].join(', ')}.`,
  )
}

/** What JSON can hold and a form cannot. */
const VALUES: readonly unknown[] = [
  null,
  [],
  {},
  1.5,
  '\ud800',
  '\u0000',
  ['a', 'b'],
  { toString: 1 },
]

async function checkHostileJson(world: World, one: Act, member: Member): Promise<void> {
  const [valid = {}] = world.inputsOf(one.word, member)
  const restore = world.store.keep()
  for (const name of Object.keys(one.action.inputs ?? {})) {
    for (const value of VALUES) {
      restore()
      const browser = await browserFor(world, one, member)
      const before = world.said.failures.length
      const { status } = await browser.postJson(pathOf(world, one.word), {
        ...valid,
        [name]: value,
      })
      assertSound(world, one, { before, status })
    }
  }
}

async function checkHostile({ options, strategy }: Subject, one: Act): Promise<void> {
  const world = createWorld(options, strategy)
  const member = await world.join()
  const [valid = {}] = world.inputsOf(one.word, member)
  const restore = world.store.keep()
  for (const inputs of hostileInputs(one, valid)) {
    restore()
    await assertNoFailure(world, one, { member, inputs })
  }
  restore()
  if (one.action.kind !== 'page') await checkHostileJson(world, one, member)
}

async function checkVisitor({ options, strategy }: Subject, one: Act): Promise<void> {
  const world = createWorld(options, strategy)
  const [inputs = {}] = world.inputsOf(one.word, await world.join())
  await assertNoFailure(world, one, { member: undefined, inputs })
}

async function checkProgram({ options, strategy }: Subject, one: Act): Promise<void> {
  const world = createWorld(options, strategy)
  const { browser, ...member } = await world.join()
  const [inputs = {}] = world.inputsOf(one.word, { ...member, browser })
  const sending = { accept: JSON_TYPE, origin: 'https://elsewhere.example' }
  const answer = await act(world, one, { browser, inputs }, sending)
  assert.equal(answer.setsCookies, false, `${one.word} sets cookies of a program.`)
  assert.equal(world.runs.at(-1)?.user, null, `${one.word} knows the session of a program.`)
}

/** Tests of what an action answers. */
export function answerCases(subject: Subject, one: Act): readonly Case[] {
  const { word, action } = one
  return [
    { name: `${word}: answers valid inputs, also again`, run: () => checkValid(subject, one) },
    { name: `${word}: fails for no inputs`, run: () => checkHostile(subject, one) },
    ...(action.session === 'none' && action.kind !== 'machine'
      ? [{ name: `${word}: answers without a user`, run: () => checkVisitor(subject, one) }]
      : []),
    ...(action.kind === 'machine'
      ? [{ name: `${word}: reads and sets no cookies`, run: () => checkProgram(subject, one) }]
      : []),
  ]
}
