import assert from 'node:assert/strict'
import { fill, rowsOf } from '../world/acts.ts'
import { type AskedPrincipal, createWorld, type Member, type World } from '../world/world.ts'
import type { Case, Subject } from './case.ts'

/** Characters of a credential that stand for all of it. */
const TELLING = 12

interface Prepared {
  readonly world: World
  readonly ada: Member
  readonly credential: string
}

async function prepare({ options, strategy }: Subject): Promise<Prepared> {
  const world = createWorld(options, strategy)
  const ada = await world.join()
  return { world, ada, credential: await world.credentialOf(ada) }
}

const prefixOf = ({ feature }: World): string => feature.principal?.prefix ?? ''

const describe = (found: AskedPrincipal): string =>
  'refused' in found ? `is refused (${found.refused})` : `is of the user ${found.userId}`

async function checkValid(subject: Subject): Promise<void> {
  const { world, ada, credential } = await prepare(subject)
  const bob = await world.join()
  const other = await world.credentialOf(bob)
  assert.ok(
    credential.startsWith(prefixOf(world)),
    'The option `credential` makes one without the prefix of the feature.',
  )
  for (const [given, member] of [
    [credential, ada],
    [other, bob],
    [credential, ada],
  ] as const) {
    for (const instance of [0, 1]) {
      // The session of another user beside it does not count.
      const { browser } = member === ada ? bob : ada
      const found = await world.askFor(given, { browser, instance })
      const isRight = 'userId' in found && found.userId === member.user.id
      assert.ok(isRight, `A valid credential ${describe(found)}.`)
    }
  }
}

/** Credentials that were made from a valid one. */
function* forged(credential: string, prefix: string): Generator<string> {
  const rest = credential.slice(prefix.length)
  const swap = (text: string): string => (text === 'A' ? 'B' : 'A')
  yield prefix
  yield `${prefix}x`
  yield `${credential}x`
  yield credential.slice(0, -1)
  yield prefix + rest.toUpperCase()
  yield prefix + rest.toLowerCase()
  yield prefix + rest.split('').toReversed().join('')
  for (const at of new Set([0, 1, Math.floor(rest.length / 2), rest.length - 2, rest.length - 1])) {
    yield prefix + rest.slice(0, at) + swap(rest.charAt(at)) + rest.slice(at + 1)
  }
}

async function checkForged(subject: Subject): Promise<void> {
  const { world, ada, credential } = await prepare(subject)
  for (const given of forged(credential, prefixOf(world))) {
    if (given === credential) continue
    const found = await world.askFor(given, { browser: ada.browser })
    assert.ok('refused' in found, `A credential that was changed ${describe(found)}.`)
  }
}

async function checkForeign(subject: Subject): Promise<void> {
  const { world, ada, credential } = await prepare(subject)
  const prefix = prefixOf(world)
  const before = world.runs.length
  const foreign = [`other_${credential}`, credential.slice(1), prefix.slice(0, -1), 'other']
  for (const given of foreign) {
    const found = await world.askFor(given, { browser: ada.browser })
    assert.ok('refused' in found, `A credential without the prefix ${describe(found)}.`)
  }
  const asked = world.runs.slice(before).filter(({ word }) => word === 'principal')
  assert.deepEqual(asked, [], 'The reader is asked about credentials without its prefix.')
}

/** Fails where a text has what tells the credential. */
function assertHidden(text: string, credential: string, where: string): void {
  for (const part of [credential.slice(-TELLING), btoa(credential)]) {
    assert.ok(!text.includes(part), `${where} has a credential in it.`)
  }
}

async function checkSecrets(subject: Subject): Promise<void> {
  const { world, ada, credential } = await prepare(subject)
  await fill(world, ada)
  const found = await world.askFor(credential)
  assertHidden('text' in found ? found.text : '', credential, 'What the application is given')
  const wrong = `${credential.slice(0, -1)}${credential.endsWith('x') ? 'y' : 'x'}`
  await world.askFor(wrong)
  world.store.watch()
  await world.askFor(credential)
  const { length } = world.store.calls()
  for (let at = 0; at < length; at += 1) {
    world.store.watch({ kind: 'fails before its effect', at, release: Promise.resolve() })
    await world.askFor(credential).catch(() => undefined)
  }
  world.store.watch()
  for (const given of [credential, wrong]) {
    for (const line of world.said.lines) assertHidden(line, given, 'The log')
    for (const row of rowsOf(world)) assertHidden(row, given, 'A row of the feature')
  }
}

async function checkDeleted(subject: Subject): Promise<void> {
  const { world, ada, credential } = await prepare(subject)
  await world.askFor(credential)
  await world.store.adapter.deleteUser?.(ada.user.id)
  const found = await world.askFor(credential)
  assert.ok('refused' in found, `The credential of a deleted user ${describe(found)}.`)
}

async function checkFaults(subject: Subject): Promise<void> {
  const { world, ada, credential } = await prepare(subject)
  const restore = world.store.keep()
  world.store.watch()
  await world.askFor(credential)
  const calls = world.store.calls()
  for (const [at, call] of calls.entries()) {
    for (const kind of ['fails before its effect', 'fails after its effect', 'is late'] as const) {
      restore()
      world.store.watch({ kind, at, release: Promise.resolve() })
      const found = await world.askFor(credential, { browser: ada.browser }).catch(() => 'failed')
      world.store.watch()
      const isOwn = typeof found === 'object' && 'userId' in found && found.userId === ada.user.id
      const isRight = isOwn || (found === 'failed' && kind !== 'is late')
      assert.ok(
        isRight,
        `Where ${call.name} ${call.table ?? ''} ${kind}, a valid credential ${typeof found === 'object' ? describe(found) : found}.`,
      )
    }
  }
}

/** Tests of the reader of credentials. */
export const credentialCases = (subject: Subject): readonly Case[] => [
  { name: 'a valid credential is that of its user', run: () => checkValid(subject) },
  { name: 'a credential that was changed is refused', run: () => checkForged(subject) },
  { name: 'the reader is asked about its own prefix alone', run: () => checkForeign(subject) },
  {
    name: 'no credential is in rows, in the log or in what it comes with',
    run: () => checkSecrets(subject),
  },
  { name: 'the credential of a deleted user is refused', run: () => checkDeleted(subject) },
  { name: 'a credential fails where the store does', run: () => checkFaults(subject) },
]
