import assert from 'node:assert/strict'
import type { GivenInputs } from '../options.ts'
import {
  act,
  actAsMember,
  actsOf,
  fill,
  findOf,
  needsMore,
  rowsOf,
  rowsWith,
  type Act,
} from '../world/acts.ts'
import type { Browser } from '../world/browser.ts'
import { createWorld, type Member, type World } from '../world/world.ts'
import type { Case, Subject } from './case.ts'

/** A user who has something in each table, and another one. */
async function createPair(subject: Subject): Promise<{ world: World; ada: Member; bob: Member }> {
  const world = createWorld(subject.options, subject.strategy)
  const ada = await world.join()
  await fill(world, ada)
  return { world, ada, bob: await world.join() }
}

/** What another person may send: their own inputs, those of the user, and the user's id and address in each text. */
function attempts(world: World, { word, action }: Act, pair: readonly [Member, Member]) {
  const [ada, other] = pair
  const own = world.inputsOf(word, other)
  const texts = Object.entries(action.inputs ?? {}).filter(([, { kind }]) => kind === 'text')
  const rows = (world.feature.tables ?? []).flatMap((table) => world.store.rows(table))
  const ids = rows
    .filter((row) => JSON.stringify(row).includes(ada.user.id))
    .flatMap((row) => Object.values(row))
    .filter((value): value is string => typeof value === 'string')
  const values = new Set([ada.user.id, ada.person.email, ...ids])
  const named: GivenInputs[] = [...values].flatMap((value) =>
    texts.map(([name]) => ({ ...own[0], [name]: value })),
  )
  const all = [...values].map((value) => Object.fromEntries(texts.map(([name]) => [name, value])))
  return [...own, ...world.inputsOf(word, ada), ...named, ...all]
}

interface Tried {
  readonly ada: Member
  readonly other: Member
  readonly browser: Browser
  readonly who: string
}

async function tryAction(world: World, one: Act, { ada, other, browser, who }: Tried) {
  for (const inputs of attempts(world, one, [ada, other])) {
    for (const accept of ['application/json', 'text/html']) {
      const rows = rowsWith(world, ada)
      const { body, location = '' } = await act(world, one, { browser, inputs }, { accept })
      const found = findOf(ada, body + location, inputs)
      assert.equal(found, undefined, `${one.word} shows the ${found} of a user to ${who}.`)
      const left = rowsWith(world, ada)
      const lost = rows.filter((row) => !left.includes(row))
      assert.deepEqual(lost, [], `${one.word} changes rows of a user for ${who}.`)
      const more = left.filter((row) => !rows.includes(row) && row.includes(ada.user.id))
      assert.deepEqual(more, [], `${one.word} stores rows of a user for ${who}.`)
    }
  }
}

async function checkApart(subject: Subject, one: Act): Promise<void> {
  const { world, ada, bob } = await createPair(subject)
  const visitor = world.openBrowser()
  await tryAction(world, one, { ada, other: bob, browser: bob.browser, who: 'another user' })
  if (one.action.session === 'none' || one.action.kind === 'machine') {
    await tryAction(world, one, { ada, other: bob, browser: visitor, who: 'a visitor' })
  }
  assert.notEqual(
    await ada.browser.session(),
    'null',
    `${one.word} ends the session of a user for another one.`,
  )
}

/** Each user sees their own again after others have asked, over both instances. */
async function checkPagesApart(subject: Subject): Promise<void> {
  const { world, ada, bob } = await createPair(subject)
  for (const one of actsOf(world)) {
    if (one.action.kind !== 'page' || needsMore(one)) continue
    for (const instance of [0, 1]) {
      for (const [member, other] of [
        [ada, bob],
        [bob, ada],
      ] as const) {
        for (const inputs of world.inputsOf(one.word, member)) {
          const { body } = await act(world, one, { browser: member.browser, inputs }, { instance })
          const found = findOf(other, body, inputs)
          assert.equal(found, undefined, `${one.word} shows the ${found} of another user.`)
        }
      }
    }
  }
  for (const [member, other] of [
    [ada, bob],
    [bob, ada],
  ] as const) {
    const found = findOf(other, (await member.browser.get('/auth/account')).body)
    assert.equal(found, undefined, `The account page shows the ${found} of another user.`)
  }
}

async function checkSecrets(subject: Subject): Promise<void> {
  const { world, ada, bob } = await createPair(subject)
  const answers = [
    ...(await actAsMember(world, ada, { times: 5 })),
    ...(await actAsMember(world, bob, { accept: 'application/json' })),
  ]
  for (const member of [ada, bob]) {
    const { canary, person } = member
    for (const line of world.said.lines) {
      assert.equal(
        findOf(member, line, { id: member.user.id }),
        undefined,
        'The log has what belongs to a user.',
      )
    }
    const found = world.said.events.find((event) => event.includes(canary))
    assert.equal(found, undefined, 'An event has what belongs to a user.')
    const session = await member.browser.session()
    assert.ok(!session.includes(canary), 'The session has what a user has sent.')
    const leading = answers.find(
      ({ action, location = '' }) =>
        action.kind !== 'page' && [canary, person.email].some((text) => location.includes(text)),
    )
    assert.equal(leading, undefined, `${leading?.word} puts what belongs to a user in an address.`)
  }
}

async function checkErasure(subject: Subject): Promise<void> {
  const { world, ada, bob } = await createPair(subject)
  await fill(world, bob)
  if (subject.options.stop) await world.stop(ada)
  const others = rowsOf(world).filter((row) => !rowsWith(world, ada).includes(row))
  await world.store.adapter.deleteUser?.(ada.user.id)
  const left = rowsWith(world, ada).map((row) => row.split(' ')[0])
  assert.deepEqual(left, [], 'Rows of a user stay when the user is deleted.')
  assert.deepEqual(rowsOf(world), others, 'Rows of another user go with a user.')
}

async function checkOperations(subject: Subject): Promise<void> {
  const world = createWorld(subject.options, subject.strategy)
  for (const name of Object.keys(world.feature.operations ?? {})) {
    await assert.rejects(world.callOperation(name, world.openBrowser()), {
      type: 'SessionRequired',
    })
    assert.deepEqual(world.runs, [], `The operation ${name} runs without a session.`)
  }
}

/** Tests of users beside each other. */
export const peopleCases = (subject: Subject, acts: readonly Act[]): readonly Case[] => [
  ...acts
    .filter(
      ({ word, action }) =>
        action.session !== 'pending' && subject.options.acrossUsers?.includes(word) !== true,
    )
    .map((one) => ({
      name: `${one.word}: neither shows nor changes what another user has`,
      run: () => checkApart(subject, one),
    })),
  { name: 'pages show to each user their own', run: () => checkPagesApart(subject) },
  {
    name: 'log, events, sessions and addresses have nothing that belongs to a user',
    run: () => checkSecrets(subject),
  },
  { name: 'nothing stays of a user who is deleted', run: () => checkErasure(subject) },
  { name: 'operations need a session', run: () => checkOperations(subject) },
]
