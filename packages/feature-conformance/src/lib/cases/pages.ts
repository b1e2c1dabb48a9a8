import assert from 'node:assert/strict'
import type { AnyFeature, FeatureBlock, FeaturePage, FormBlock } from '@latchstring/core/features'
import { act, type Act, browserFor, fill } from '../world/acts.ts'
import type { Answer } from '../world/browser.ts'
import { createWorld, type World } from '../world/world.ts'
import type { Case, Subject } from './case.ts'

/** A page that was shown as JSON. */
function readPage({ body }: Answer): FeaturePage | undefined {
  const given: unknown = JSON.parse(body)
  const blocks: unknown = Reflect.get(Object(given), 'blocks')
  // The library has checked the page that it shows.
  return Array.isArray(blocks) ? (given as FeaturePage) : undefined
}

const formsOf = (blocks: readonly FeatureBlock[]): readonly FormBlock[] =>
  blocks.flatMap((block): readonly FormBlock[] => {
    if (block.kind === 'form') return [block]
    const items = block.kind === 'list' ? block.items : []
    return items.flatMap(({ forms = [] }) => forms)
  })

/** Texts that a person sees. */
const textsOf = (blocks: readonly FeatureBlock[]): readonly string[] =>
  blocks.flatMap((block): readonly string[] => {
    if (block.kind === 'codes') return block.codes
    if (block.kind === 'link') return [block.label]
    if (block.kind === 'form')
      return [block.submit, ...(block.fields ?? []).map(({ label }) => label)]
    if (block.kind !== 'list') return [block.text]
    return block.items.flatMap(({ title, text = '' }) => [title, text])
  })

function checkForm(
  { actions = {} }: AnyFeature,
  { action: word, fields = [], hidden = {} }: FormBlock,
) {
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined
  assert.equal(action?.kind, 'change', `A form is posted to "${word}", which is no change.`)
  const sent = [...fields.map(({ name }) => name), ...Object.keys(hidden)]
  const { inputs = {} } = action ?? {}
  const unknown = sent.find((name) => !Object.hasOwn(inputs, name))
  assert.equal(
    unknown,
    undefined,
    `The form of "${word}" has "${unknown}", which it does not take.`,
  )
  const missing = Object.entries(inputs).find(
    ([name, { kind, optional }]) => kind !== 'bool' && !optional && !sent.includes(name),
  )?.[0]
  assert.equal(missing, undefined, `The form of "${word}" lacks its input "${missing}".`)
}

/** Checks that forms and links lead to actions that take them. */
export function checkBlocks(feature: AnyFeature, blocks: readonly FeatureBlock[]): void {
  for (const form of formsOf(blocks)) checkForm(feature, form)
  for (const block of blocks) {
    // The sign-in page is the library's.
    if (block.kind !== 'link' || block.page === 'signin') continue
    const kind = feature.actions?.[block.page]?.kind
    assert.equal(kind, 'page', `A link leads to "${block.page}", which is no page.`)
  }
}

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** What a GET must not write: sessions alone are extended by it. */
function assertNothingWritten({ store }: World, what: string): void {
  const written = store
    .calls()
    .filter(({ writes, name }) => writes && !/session/i.test(name))
    .map(({ name, table = '' }) => `${name} ${table}`.trim())
  assert.deepEqual(written, [], `${what} writes.`)
}

async function checkPage({ options, strategy }: Subject, one: Act): Promise<void> {
  const world = createWorld(options, strategy)
  const member = await world.join()
  await fill(world, member)
  const browser = await browserFor(world, one, member)
  for (const inputs of world.inputsOf(one.word, member)) {
    world.store.watch()
    const json = await act(world, one, { browser, inputs }, { accept: 'application/json' })
    assertNothingWritten(world, `The page ${one.word}`)
    const again = await act(world, one, { browser, inputs }, { accept: 'application/json' })
    assert.equal(again.body, json.body, `The page ${one.word} is another one the second time.`)
    const page = json.status === 200 ? readPage(json) : undefined
    if (!page) continue
    checkBlocks(world.feature, page.blocks)
    const html = await act(world, one, { browser, inputs })
    for (const text of [page.title, page.lead ?? '', ...textsOf(page.blocks)]) {
      assert.ok(
        html.body.includes(escape(text)) || html.body.includes(text),
        `The page ${one.word} does not show a text that its JSON has.`,
      )
    }
  }
}

async function checkAccount({ options, strategy }: Subject): Promise<void> {
  const world = createWorld(options, strategy)
  const member = await world.join()
  await fill(world, member)
  const failures = world.said.failures.length
  world.store.watch()
  const first = await member.browser.get('/auth/account')
  assertNothingWritten(world, 'The part of the account page')
  const second = await member.browser.get('/auth/account')
  assert.equal(first.status, 200)
  assert.equal(second.body, first.body, 'The account page is another one the second time.')
  assert.deepEqual(world.said.failures.slice(failures), [])
}

/** Tests of a page. */
export const pageCases = (subject: Subject, one: Act): readonly Case[] =>
  one.action.kind === 'page'
    ? [
        {
          name: `${one.word}: writes nothing, is the same twice, and leads to what is there`,
          run: () => checkPage(subject, one),
        },
      ]
    : []

/** Tests of the part on the account page. */
export const accountCases = (subject: Subject, hasAccount: boolean): readonly Case[] =>
  hasAccount ? [{ name: 'the account page writes nothing', run: () => checkAccount(subject) }] : []
