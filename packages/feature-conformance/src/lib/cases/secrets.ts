import assert from 'node:assert/strict'
import { act, actAsMember, actsOf, browserFor, fill, type Act } from '../world/acts.ts'
import type { Answer } from '../world/browser.ts'
import { keepsSecrets, noteSecrets } from '../world/watched-records.ts'
import { createWorld, type Member, type World } from '../world/world.ts'
import type { Case, Subject } from './case.ts'

const ACCEPTED = ['text/html', 'application/json'] as const

type Seen = Pick<Act, 'word'> & Pick<Answer, 'body' | 'location'>

/** What the actions at a sign-in that waits answer. */
async function actWaiting(world: World, member: Member): Promise<readonly Seen[]> {
  const seen: Seen[] = []
  for (const one of actsOf(world).filter(({ action }) => action.session === 'pending')) {
    for (const accept of ACCEPTED) {
      const browser = await browserFor(world, one, member)
      for (const inputs of world.inputsOf(one.word, member)) {
        seen.push({ word: one.word, ...(await act(world, one, { browser, inputs }, { accept })) })
      }
    }
  }
  return seen
}

/** Everything that a user is answered. */
async function seeAll(world: World, member: Member): Promise<readonly Seen[]> {
  const seen: Seen[] = []
  for (const accept of ACCEPTED) {
    seen.push(...(await actAsMember(world, member, { times: 2, accept })))
    const account = await member.browser.get('/auth/account', { accept })
    seen.push({ word: 'the account page', ...account })
  }
  seen.push({ word: 'the session', body: await member.browser.session(), location: undefined })
  return [...seen, ...(await actWaiting(world, member))]
}

/** What secret fields hold: for the feature, and in the store. */
function secretsOf({ feature, store, secrets }: World) {
  for (const table of feature.tables ?? []) {
    for (const row of store.rows(table)) noteSecrets(table, row, secrets)
  }
  return Object.entries(secrets).flatMap(([kind, texts]) =>
    [...texts].map((text) => ({ kind, text })),
  )
}

async function checkSecretFields({ options, strategy }: Subject): Promise<void> {
  const world = createWorld(options, strategy)
  const members = [await world.join(), await world.join()]
  const seen: Seen[] = []
  for (const member of members) {
    await fill(world, member)
    seen.push(...(await seeAll(world, member)))
  }
  const secrets = secretsOf(world)
  assert.ok(
    secrets.length > 0,
    'No row with a secret of eight characters or more was stored. Give the option `prepare` or `inputs`, which store one.',
  )
  for (const { kind, text } of secrets) {
    const isMeant = ({ word }: Seen): boolean =>
      kind === 'sealed' && options.showsSecrets?.includes(word) === true
    const shown = seen.find(
      (one) => !isMeant(one) && `${one.body} ${one.location ?? ''}`.includes(text),
    )
    assert.equal(shown, undefined, `${shown?.word} shows what is ${kind}.`)
    const said = [...world.said.lines, ...world.said.failures].some((line) => line.includes(text))
    assert.ok(!said, `The log has what is ${kind}.`)
    const emitted = world.said.events.some((event) => event.includes(text))
    assert.ok(!emitted, `An event has what is ${kind}.`)
  }
}

/** Tests of fields that are sealed or hashed. */
export const secretCases = (subject: Subject): readonly Case[] =>
  keepsSecrets(subject.options.feature())
    ? [
        {
          name: 'what is sealed or hashed is in no answer, log or event',
          run: () => checkSecretFields(subject),
        },
      ]
    : []
