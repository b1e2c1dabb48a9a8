import assert from 'node:assert/strict'
import type { RecordTable, RecordValues } from '@latchstring/core/adapters'
import type { GivenInputs } from '../options.ts'
import { act, type Act, browserFor, fill, pathOf } from '../world/acts.ts'
import type { Answer, Browser } from '../world/browser.ts'
import type { Fault, FaultKind } from '../world/watched-store.ts'
import { createWorld, type Member, type World } from '../world/world.ts'
import type { Case, Subject } from './case.ts'

const KINDS: readonly FaultKind[] = ['fails before its effect', 'fails after its effect', 'is late']

const ACCEPT = { accept: 'application/json' } as const

function shapeOfRow(table: RecordTable, values: RecordValues, sent: readonly string[]): string {
  const parts = Object.entries(table.fields).map(([name, { kind }]) => {
    const value = values[name]
    const isKept = kind === 'int' || kind === 'bool' || value === null || name === table.owner
    return isKept || (typeof value === 'string' && sent.includes(value)) ? value : '*'
  })
  return JSON.stringify([table.name, ...parts])
}

/** The rows of the feature without what is random in them. */
const shapeOf = ({ feature, store }: World, inputs: GivenInputs): readonly string[] =>
  (feature.tables ?? [])
    .flatMap((table) =>
      store.rows(table).map((row) => shapeOfRow(table, row, Object.values(inputs).map(String))),
    )
    .toSorted()

interface Trial {
  readonly world: World
  readonly one: Act
  readonly browser: Browser
  readonly inputs: GivenInputs
  /** The form, with its token. */
  readonly body: string
}

const send = ({ world, one, browser, inputs, body }: Trial): Promise<Answer> =>
  one.action.kind === 'page'
    ? act(world, one, { browser: browser.copy(), inputs }, ACCEPT)
    : browser.copy().post(pathOf(world, one.word), {}, { ...ACCEPT, csrf: false, body })

interface Outcome {
  readonly answer: Answer
  readonly shape: readonly string[]
}

/** Whether a success is the one that there is without a fault. */
const isWhole = ({ one }: Trial, given: Outcome, sound: Outcome): boolean =>
  JSON.stringify(given.shape) === JSON.stringify(sound.shape) &&
  given.answer.status === sound.answer.status &&
  given.answer.location === sound.answer.location &&
  (one.action.kind !== 'page' || given.answer.body === sound.answer.body)

async function tryFault(trial: Trial, fault: Fault, sound: Outcome): Promise<void> {
  const { world, inputs, one } = trial
  const before = world.said.failures.length
  world.store.watch(fault)
  const answer = await send(trial)
  const call = world.store.calls()[fault.at]
  world.store.watch()
  if (!call) return
  const what = `${one.word}, where ${call.name} ${call.table ?? ''} ${fault.kind},`
  const isSuccess = answer.status < 400
  const codes = world.said.codes.slice(before)
  if (isSuccess || fault.kind === 'is late') {
    const given = { answer, shape: shapeOf(world, inputs) }
    assert.ok(isWhole(trial, given, sound), `${what} answers ${answer.status} with half an effect.`)
    return
  }
  // How the library says that its own tables are away is its own matter.
  const isOwn = world.feature.tables?.some(({ name }) => name === call.table) === true
  assert.ok(
    isOwn ? codes.length === 1 : codes.length > 0,
    `${what} is logged ${codes.length} times: ${codes.join(', ')}.`,
  )
  assert.notEqual(codes[0], '', `${what} is logged without a code.`)
}

const soon = (): Promise<'nothing'> =>
  new Promise((resolve) => {
    setTimeout(() => resolve('nothing'), 15)
  })

/** A write that has no answer yet is no success. */
async function tryHanging(trial: Trial, at: number): Promise<void> {
  const { world, one } = trial
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  world.store.watch({ kind: 'hangs', at, release: released })
  const answered = send(trial)
  while (world.store.calls().length <= at) {
    const first = await Promise.race([answered, soon()])
    if (first !== 'nothing') break
  }
  const first = await Promise.race([answered, soon()])
  release()
  await answered
  world.store.watch()
  assert.ok(
    first === 'nothing' || first.status >= 400,
    `${one.word} answers before the store has done what it was asked for.`,
  )
}

/** The same with a new session where the last one was ended: a process remembers that, whatever the store says. */
async function renew(trial: Trial, member: Member): Promise<Trial> {
  const { world, one, inputs } = trial
  if (!world.endsSession(one.word)) return trial
  const browser = world.openBrowser()
  await browser.signIn('oauth', member.person)
  return { ...trial, browser, body: await browser.form(inputs) }
}

async function checkFaults({ options, strategy }: Subject, one: Act): Promise<void> {
  const world = createWorld(options, strategy)
  const member = await world.join()
  await fill(world, member)
  const browser = await browserFor(world, one, member)
  const [inputs = {}] = world.inputsOf(one.word, member)
  const body = one.action.kind === 'page' ? '' : await browser.form(inputs)
  const trial = { world, one, browser, inputs, body }
  const restore = world.store.keep()
  world.store.watch()
  const answer = await send(trial)
  const calls = world.store.calls()
  const sound = { answer, shape: shapeOf(world, inputs) }
  for (const [at, call] of calls.entries()) {
    for (const kind of KINDS) {
      restore()
      await tryFault(await renew(trial, member), { kind, at, release: Promise.resolve() }, sound)
    }
    if (!call.writes || call.table === undefined) continue
    restore()
    await tryHanging(await renew(trial, member), at)
  }
}

/** Tests over a store that goes wrong. */
export const faultCases = (subject: Subject, one: Act): readonly Case[] => [
  {
    name: `${one.word}: does all or says that it failed, where the store goes wrong at each call`,
    run: () => checkFaults(subject, one),
  },
]
