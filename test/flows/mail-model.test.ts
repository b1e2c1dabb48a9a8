import { type AuthConfig, skipCSRFCheck } from '@latchstring/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type App, BASE, createApp, ENV, SECRETS } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { readForms } from '@latchstring/test-kit/forms'
import { createLetterBox, type LetterBox, wrongCode } from './src/letters.ts'
import { commands, type Step as ModelStep } from './src/model-command.ts'
import { createMailModel, type Expected, type MailModel } from './src/mail-model.ts'
import { createMemoryStore, type MemoryStore } from './src/memory-store.ts'
import { copyCookies } from '@latchstring/test-kit/people'
import { checkCookies, readLocation, readSession } from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'

/** Sequences of one test; many more with `LATCHSTRING_MAIL_SEQUENCES=5000`. */
const SEQUENCES = Number(process.env['LATCHSTRING_MAIL_SEQUENCES'] ?? 80)

const ADDRESSES = ['ada@example.com', 'grace@example.com'] as const

/** What the commands act on: browsers, copies of them that were kept, an application, and what the rules say. */
interface World {
  /** The instance that answers, and the one that takes over, which knows a newer secret as well. */
  readonly instances: App[]
  readonly box: LetterBox
  readonly store: MemoryStore
  readonly clock: TestClock
  readonly model: MailModel
  readonly browsers: Browser[]
}

type Step = ModelStep<World>

/** One of several, whatever the number; nothing of none. */
const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % (list.length || 1)]

/** Ids of the sign-ins whose cookies a browser has. */
const idsOf = (browser: Browser): readonly string[] =>
  checkCookies(browser).map((name) => name.slice(-17))

/** The instance that answers now. */
function answering({ instances: [app] }: World): App {
  if (!app) throw new Error('There is an instance.')
  return app
}

/** The same browser once more, before the instance that answers now. */
const copyOf = (world: World, browser: Browser): Browser =>
  copyCookies(browser, answering(world).openBrowser())

async function flushTasks(browser: Browser, response: Response, expected: Expected): Promise<void> {
  const { pathname, searchParams } = readLocation(response)
  if (typeof expected === 'object') {
    expect(pathname).toBe('/inside')
    expect((await readSession(browser))?.user?.email).toBe(expected.signedIn)
    return
  }
  expect(pathname).toBe(expected === 'again' ? '/auth/verify-request' : '/auth/error')
  expect(searchParams.get('error')).toBe('Verification')
}

const ask =
  (who: number, address: string): Step =>
  async ({ browsers, model, box }) => {
    const browser = pick(browsers, who)
    if (!browser) return
    const before = new Set(idsOf(browser))
    await browser.submit(`${BASE}/signin/mail`, { email: address, callbackUrl: '/inside' })
    const id = idsOf(browser).find((one) => !before.has(one))
    const letter = box.last()
    expect(letter.identifier).toBe(address)
    model.asked(id ?? '', letter)
  }

const type =
  (who: number, which: number, right: boolean): Step =>
  async ({ browsers, model }) => {
    const browser = pick(browsers, who)
    const code = pick(model.mails, which)?.letter.code
    if (!browser || code === undefined) return
    const typed = right ? code : wrongCode(code)
    const expected = model.types(idsOf(browser), typed)
    await flushTasks(
      browser,
      await browser.submit(`${BASE}/callback/mail`, { code: typed }),
      expected,
    )
  }

/** Wrong codes one after the other, from copies of the same cookies, and then the right one. */
const burst =
  (who: number, which: number, count: number): Step =>
  async (world) => {
    const { browsers } = world
    const browser = pick(browsers, who)
    if (!browser) return
    for (let at = 0; at < count; at += 1) {
      await type(browsers.push(copyOf(world, browser)) - 1, which, false)(world)
      browsers.pop()
    }
    await type(who, which, true)(world)
  }

const open =
  (who: number, which: number): Step =>
  async ({ browsers, model }) => {
    const browser = pick(browsers, who)
    const mail = pick(model.mails, which)
    if (!browser || !mail) return
    const first = await browser.open(mail.letter.url)
    const [form] = first.status === 200 ? readForms(await first.text()) : []
    const answer = form ? await browser.submit(form.action, form.fields) : first
    await flushTasks(browser, answer, model.opens(mail))
  }

/** Keeps the cookies of this moment in a browser of their own. */
const keep =
  (who: number): Step =>
  async (world) => {
    const browser = pick(world.browsers, who)
    if (browser) world.browsers.push(copyOf(world, browser))
  }

const drop =
  (who: number, which: number): Step =>
  async ({ browsers }) => {
    const browser = pick(browsers, who)
    const name = browser && pick(checkCookies(browser), which)
    if (name !== undefined) browser?.clear(name)
  }

const wait =
  (seconds: number): Step =>
  async ({ clock }) =>
    clock.advance(seconds)

/** The next instance takes over, with a newer secret before the one so far. */
const rotate: Step = async (world) => {
  const { browsers, instances } = world
  if (instances.length > 1) instances.shift()
  for (const [at, browser] of browsers.entries()) browsers[at] = copyOf(world, browser)
}

const few = fc.nat(5)

const asks = commands('ask', ask, few, fc.constantFrom(...ADDRESSES))
const types = commands('type', type, few, few, fc.boolean())
const bursts = commands('burst', burst, few, few, fc.integer({ min: 3, max: 7 }))
const opens = commands('open', open, few, few)
const drops = commands('drop', drop, few, few)
const keeps = commands('keep', keep, few)
const waits = commands('wait', wait, fc.constantFrom(1, 30, 299, 300, 599, 600))
const rotates = commands('rotate', () => rotate)

// Asking and typing come more often, so that mails are there and attempts are spent.
const COMMANDS = [asks, asks, types, types, types, bursts, opens, keeps, drops, waits, rotates]

function begin(): World {
  const clock = startClock()
  const store = createMemoryStore()
  const box = createLetterBox()
  const config: AuthConfig = { providers: [box.provider], adapter: store.adapter, skipCSRFCheck }
  const app = createApp(config, { clock: clock.now })
  const env = { ...ENV, AUTH_SECRET_1: SECRETS.newer }
  const next = createApp(config, { clock: clock.now, env })
  const browsers = Array.from({ length: 3 }, () => app.openBrowser())
  return { instances: [app, next], box, store, clock, model: createMailModel(clock.now), browsers }
}

/** What holds after every sequence: the mails that should still work do, by their link, and no other. */
async function finish(world: World): Promise<void> {
  const { model } = world
  for (const mail of model.mails) {
    const stranger = answering(world).openBrowser()
    const first = await stranger.open(mail.letter.url)
    const [form] = first.status === 200 ? readForms(await first.text()) : []
    expect(form !== undefined).toBe(model.isLive(mail))
    const answer = form ? await stranger.submit(form.action, form.fields) : first
    await flushTasks(stranger, answer, model.opens(mail))
  }
}

test(
  'For any use of cookies, links and codes, five codes of a mail are compared, and each mail signs in once (ALT-04, MAG-03)',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: 16 }), async (sequence) => {
        const world = begin()
        await fc.asyncModelRun(() => ({ model: {}, real: world }), sequence)
        await finish(world)
        const now = world.clock.now()
        expect(world.store.mails().filter(({ expires }) => Number(expires) > now)).toEqual([])
      }),
      { numRuns: SEQUENCES },
    )
  },
  20_000 + 200 * SEQUENCES,
)
