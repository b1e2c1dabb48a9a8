import type { Adapter, AdapterRecords, RecordTable, StoredRecord } from '@latchstring/core/adapters'
import type { AnyFeature, Feature } from '@latchstring/core/features'
import type { Events } from '@latchstring/core/types'
import { BASE, type Strategy, STRATEGIES } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { type Canaries, releaseCanaries } from '@latchstring/test-kit/canaries'
import { ADA, PEOPLE } from '@latchstring/test-kit/people'
import { expectSignedIn, readSession } from '@latchstring/test-kit/story'
import { describe, expect, test } from 'vitest'
import { hashes } from '../../../packages/passwords/src/index.ts'
import {
  FIRST,
  type OpenPasswordStore,
  openPasswordWorld,
  type PasswordWorld,
  post,
  signIn,
  useLink,
  useProof,
} from './password-world.ts'

const EVE = 'eve@example.com'
const JSON_ALONE = { accept: 'application/json' }

interface Desk {
  export(userId: string): Promise<unknown>
}

/** Gives what is kept about a user. */
const desk = (): Feature<object, Desk> => ({
  name: 'desk',
  system: { export: async ({ exportUser }, userId) => exportUser(userId) },
})

/** A store that can be made to fail as drivers do: with statement and parameters in the message. */
interface Loud {
  readonly adapter: Adapter
  /** Hashes that it has failed to store. */
  readonly refused: readonly unknown[]
  readonly shout: (verb?: 'insert' | 'change') => void
}

function quote(table: RecordTable, { values }: StoredRecord): string {
  const parameters = Object.values(values).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  )
  const hash = JSON.stringify(values['hash'])
  const list = parameters.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')
  return `INSERT INTO ${table.name} VALUES (${list})\nparams: ${parameters.join(',')} ${JSON.stringify(parameters)} (${hash.slice(20, 60)}`
}

function loudStore(inner: Adapter): Loud {
  const refused: unknown[] = []
  let failing: 'insert' | 'change' | undefined
  const { records } = inner
  if (!records) throw new Error('The store has no records.')
  const shoutIf = (verb: 'insert' | 'change', table: RecordTable, row: StoredRecord): void => {
    if (failing !== verb || table.name !== hashes.name) return
    const said = quote(table, row)
    refused.push(row.values['hash'])
    const cause = Object.assign(new Error(said), { parameters: row, detail: said })
    throw Object.assign(new Error(`Failed query: ${said}`, { cause }), { query: said, row })
  }
  const loud: AdapterRecords = {
    ...records,
    insert(table, row, now) {
      shoutIf('insert', table, row)
      return records.insert(table, row, now)
    },
    change(table, row, version) {
      shoutIf('change', table, row)
      return records.change(table, row, version)
    },
  }
  return { adapter: { ...inner, records: loud }, refused, shout: (verb) => void (failing = verb) }
}

const EVENTS: readonly (keyof Events)[] = [
  'signIn',
  'signInRefused',
  'signOut',
  'createUser',
  'updateUser',
  'session',
  'firstProof',
  'limitReached',
]

/** A world whose secrets are watched for. */
interface Watched {
  readonly world: PasswordWorld
  readonly canaries: Canaries
  readonly loud: Loud
  readonly feature: Feature<object, Desk>
  /** All that browsers were answered. */
  readonly shown: { readonly isJson: boolean; readonly status: number; readonly text: string }[]
  readonly open: () => Browser
  /** A password that is watched for. */
  readonly password: (name: string) => string
  /** Watches for the hash that a user has by now, and for what the newest mail proves. */
  readonly watch: () => Promise<void>
}

async function openWatched(strategy: Strategy, openStore: OpenPasswordStore): Promise<Watched> {
  const canaries = releaseCanaries()
  const { record } = canaries
  const feature = desk()
  const loud = loudStore(await openStore())
  const world = await openPasswordWorld({
    strategy,
    openStore: async () => loud.adapter,
    // Its operation has the context that the core puts in front.
    others: [feature as AnyFeature],
    config: {
      debug: true,
      logger: { error: record, warn: record, debug: record, info: record },
      events: Object.fromEntries(EVENTS.map((name) => [name, record])),
    },
  })
  const shown: Watched['shown'] = []
  const all = new Set<string>()
  const watchFor = (name: string, value: unknown): void => {
    if (typeof value !== 'string' || all.has(value)) return
    all.add(value)
    canaries.watch(`${name} ${all.size}`, value)
  }
  const watchHash = (hash: unknown): void => {
    if (typeof hash !== 'string') return
    watchFor('hash', hash)
    // A log that masks long runs may leave a part.
    for (const part of hash.split('$')) if (part.length > 18) watchFor('part of a hash', part)
  }
  watchFor('password', FIRST)
  return {
    world,
    canaries,
    loud,
    feature,
    shown,
    open: () =>
      createBrowser(async (request) => {
        const response = await world.auth.handle(request)
        const text = await response.clone().text()
        const location = response.headers.get('location') ?? ''
        const isJson = response.headers.get('content-type')?.includes('json') === true
        shown.push({ isJson, status: response.status, text: `${location} ${text}` })
        return response
      }),
    password: (name) => canaries.place(`password ${name}`),
    async watch() {
      for (const email of [ADA.email, EVE, PEOPLE.grace.email]) {
        const user = await world.store.getUserByEmail?.(email)
        const row = user && (await world.store.records?.get(hashes, { userId: String(user.id) }))
        watchHash(row?.values['hash'])
      }
      for (const hash of loud.refused) watchHash(hash)
      const mail = world.mails.at(-1)
      watchFor('token', mail && new URL(mail.url).searchParams.get('proof'))
      watchFor('code', mail?.code)
    },
  }
}

/** What no answer may have: a page to choose a password has its own link. */
function expectUnseen({ canaries, shown }: Watched): void {
  const { record, escaped } = canaries
  expect(canaries.count()).toBeGreaterThan(10)
  expect(escaped()).toEqual([])
  const meant = (name: string): boolean => /^(?:token|code) /.test(name)
  for (const { text } of shown) record(text)
  expect(escaped().filter((name) => !meant(name))).toEqual([])
}

/** Signs up, in, out and everything else. */
async function live(watched: Watched): Promise<void> {
  const { world, open, password, watch, canaries } = watched
  const browser = open()
  await post(browser, 'register', { email: EVE, name: 'Eve' })
  await watch()
  await browser.open(world.last().url)
  for (const headers of [{}, JSON_ALONE]) {
    const refused = { proof: new URL(world.last().url).searchParams.get('proof') ?? '' }
    await post(browser, 'finish', { ...refused, password: `Eve 1` }, headers)
  }
  const first = password('of Eve')
  expectSignedIn(await useLink(browser, world.last().url, 'finish', { password: first }))
  await watch()
  world.clock.advance(1)
  await browser.open(world.last().url)
  canaries.record(await readSession(browser), await (await browser.open(`${BASE}/session`)).text())
  for (const headers of [{}, JSON_ALONE]) {
    await browser.open(`${BASE}/account`, headers)
    await browser.open(`${BASE}/passwords/edit`, headers)
    await post(browser, 'change', { current: password('wrong'), password: first }, headers)
    await post(browser, 'change', { current: first, password: 'Eve 2' }, headers)
    await signIn(open(), { email: EVE, password: password('wrong') }, headers)
    await signIn(open(), { email: EVE, password: first }, headers)
  }
  await post(browser, 'change', { current: first, password: password('next') }, JSON_ALONE)
  await watch()
  await post(open(), 'forgot', { email: EVE })
  await watch()
  const { url } = world.last()
  await useProof(open(), url, 'reset', { password: 'Eve 3' })
  expectSignedIn(await useLink(open(), url, 'reset', { password: password('reset') }))
  await watch()
  await useLink(open(), url, 'reset', { password: password('late') })
  await useProof(open(), url, 'reset', { password: password('late') })
  await useProof(open(), url, 'finish', { password: password('elsewhere') })
}

/** Does what stores a hash, where the store fails. */
async function failEverywhere(watched: Watched): Promise<void> {
  const { world, open, password, canaries, watch } = watched
  const { shout, refused } = watched.loud
  const mailed = async (word: string, email: string): Promise<string> => {
    await post(open(), word, { email })
    await watch()
    return world.last().url
  }
  const links = [
    ['finish', await mailed('register', EVE), 'insert'],
    ['reset', await mailed('forgot', ADA.email), 'change'],
  ] as const
  const ada = open()
  expectSignedIn(await signIn(ada))
  for (const [word, url, verb] of links) {
    shout(verb)
    const failed = await useProof(open(), url, word, { password: password(`that fails, ${word}`) })
    expect(failed.status).toBeGreaterThanOrEqual(500)
  }
  world.clock.advance(1)
  shout()
  const again = open()
  expectSignedIn(await signIn(again))
  shout('change')
  const change = { current: FIRST, password: password('that fails, change') }
  for (const headers of [{}, JSON_ALONE]) {
    expect((await post(again, 'change', change, headers)).status).toBeGreaterThanOrEqual(500)
  }
  const { pw, auth } = world
  const given = auth.system(pw).setPassword(ADA.id, password('that fails, given'))
  canaries.record(await given.catch((error: unknown) => error))
  shout('insert')
  const { hash } = await import('bcryptjs')
  const foreign = await hash(password('of another system'), 4)
  canaries.watch('hash of another system', foreign)
  canaries.record(
    await auth
      .system(pw)
      .setHash(PEOPLE.grace.id, foreign)
      .catch((error: unknown) => error),
  )
  await watch()
  expect(refused.length).toBeGreaterThan(4)
}

/** Where passwords, their hashes and what mails prove must not be, over a store. */
export function passwordCanary(name: string, openStore: OpenPasswordStore): void {
  describe.each(STRATEGIES)(`(PWD-03) Over ${name}, with sessions by %s,`, (strategy) => {
    test('no password, hash or link is in a log, an event, a session, a user, an export or an answer', async () => {
      const watched = await openWatched(strategy, openStore)
      const { world, canaries, feature } = watched
      await live(watched)
      const user = await world.store.getUserByEmail?.(EVE)
      const id = String(user?.id)
      canaries.record(
        user,
        await world.store.getUser?.(id),
        await world.auth.system(feature).export(id),
      )
      expect(JSON.stringify(await world.auth.system(feature).export(id))).toContain('changedAt')
      expectUnseen(watched)
      const secret = new Set(world.mails.map(({ url }) => new URL(url).searchParams.get('proof')))
      for (const token of secret) {
        const found = watched.shown.filter(
          ({ isJson, status, text }) =>
            (isJson || status >= 400 || status < 200) && token !== null && text.includes(token),
        )
        // A page to try again has the link in its form.
        expect(found.filter(({ isJson, status }) => isJson || status !== 422)).toEqual([])
      }
    })

    test('no password and no hash is in what is said of a store that repeats its parameters', async () => {
      const watched = await openWatched(strategy, openStore)
      await failEverywhere(watched)
      expectUnseen(watched)
    })
  })
}
