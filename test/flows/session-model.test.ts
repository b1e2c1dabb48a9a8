import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BASE } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { readForms } from '@latchstring/test-kit/forms'
import {
  copyCookies,
  PASSWORD,
  PEOPLE,
  type Person,
  plantCookie,
  submitPassword,
} from '@latchstring/test-kit/people'
import { commands, type Step as ModelStep } from './src/model-command.ts'
import { QUAY } from './src/quay.ts'
import {
  beginWorld,
  check,
  type AuthorizationStart,
  type GrantedCode,
  newSecret,
  type Path,
  sessionCookieOf,
  shownIn,
  type World,
} from './src/session-world.ts'
import { startSignIn, readLocation, signOut } from '@latchstring/test-kit/story'
import { DAY } from '@latchstring/test-kit/test-clock'

/** Sequences of one test; many more with `LATCHSTRING_TEST_MODEL_RUNS=2000`. */
const RUNS = Number(process.env['LATCHSTRING_TEST_MODEL_RUNS'] ?? 60)

type Step = ModelStep<World>

/** One of several, whatever the number; nothing of none. */
const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % (list.length || 1)]

/** The same from the end, since what is new is of more use. */
const pickLate = <T>(list: readonly T[], at: number): T | undefined => pick(list.toReversed(), at)

/** One of the browsers. */
function browserAt({ browsers }: World, at: number): Browser {
  const browser = pick(browsers, at)
  if (!browser) throw new Error('There are browsers.')
  return browser
}

/** Does what may sign a browser in, and sees that it does exactly when it should. */
async function mayOpen(
  world: World,
  who: string | undefined,
  browser: Browser,
  act: () => Promise<Response>,
): Promise<void> {
  const { model } = world
  const before = sessionCookieOf(browser)
  model.due = who
  await act()
  expect(model.due, 'a sign-in that should have succeeded and did not').toBeUndefined()
  if (who === undefined) expect([before, undefined]).toContain(sessionCookieOf(browser))
}

const setOut =
  (at: number, provider: string): Step =>
  async (world) => {
    const browser = browserAt(world, at)
    const startedBy = world.model.standing(sessionCookieOf(browser))
    const url = readLocation(await startSignIn(browser, provider))
    expect(url.origin).toBe(QUAY)
    const state = url.searchParams.get('state') ?? ''
    const challenge = url.searchParams.get('code_challenge') ?? ''
    world.model.setsOut({ provider, state, challenge, startedBy })
    world.departures.push({ browser: at % world.browsers.length, provider, url })
  }

const consent =
  (which: number, member: string): Step =>
  ({ departures, codes, quay }) => {
    const authorizationStart = pickLate(departures, which)
    if (authorizationStart)
      codes.push({ authorizationStart, code: quay.consent(authorizationStart.url, member) })
  }

/** What is changed in an answer on its way. */
const CHANGES = ['state', 'other state', 'other code', 'other provider', 'twice', 'error'] as const

type Change = (typeof CHANGES)[number] | 'nothing'

const stateOf = ({ url }: AuthorizationStart): string => url.searchParams.get('state') ?? ''

/** The address that an answer leads to. */
function addressOf(
  { codes, departures }: World,
  { authorizationStart, code }: GrantedCode,
  change: Change,
): URL {
  const provider = authorizationStart.provider === 'quay' ? 'pier' : 'quay'
  const url = new URL(
    `${BASE}/callback/${change === 'other provider' ? provider : authorizationStart.provider}`,
  )
  const state = stateOf(authorizationStart)
  const others: Readonly<Partial<Record<Change, string>>> = {
    state: `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`,
    'other state': stateOf(
      departures.find((one) => one !== authorizationStart) ?? authorizationStart,
    ),
  }
  url.searchParams.set('state', others[change] ?? state)
  url.searchParams.set(
    'code',
    change === 'other code' ? (codes.find((one) => one.code !== code)?.code ?? code) : code,
  )
  if (change === 'twice') url.searchParams.append('state', state)
  if (change === 'error') url.searchParams.set('error', 'access_denied')
  return url
}

/** An answer comes to a browser; without a number, to the one that set out. */
const arrive =
  (to: number | undefined, which: number, change: Change): Step =>
  async (world) => {
    const { codes, model, quay } = world
    const granted = pickLate(codes, which)
    if (!granted) return
    const browser = browserAt(world, to ?? granted.authorizationStart.browser)
    const url = addressOf(world, granted, change)
    const code = url.searchParams.get('code') ?? ''
    const current = model.standing(sessionCookieOf(browser))
    const answer = {
      provider: url.pathname.split('/').at(-1) ?? '',
      state: url.searchParams.get('state') ?? '',
      refused: change === 'error',
      memberFor: (challenge: string) => quay.member(code, challenge),
    }
    const who = change === 'twice' ? undefined : model.arrives(browser.cookies, current, answer)
    if (who !== undefined && world.path.stored) expect(world.finished).not.toContain(answer.state)
    await mayOpen(world, who, browser, () => browser.follow({ url: url.href }))
    if (who !== undefined) world.finished.push(answer.state)
  }

/** A user consents at a service, and the answer comes to a browser. */
const comeBack =
  (to: number | undefined, which: number, member: string, change: Change): Step =>
  async (world) => {
    await consent(which, member)(world)
    await arrive(to, 0, change)(world)
  }

/** All of a sign-in, in one browser. */
const signIn =
  (at: number, provider: string, member: string): Step =>
  async (world) => {
    await setOut(at, provider)(world)
    await comeBack(undefined, 0, member, 'nothing')(world)
  }

const password =
  (at: number, person: Person, right: boolean): Step =>
  async (world) => {
    const browser = browserAt(world, at)
    const who = right ? PEOPLE[person].email : undefined
    const typed = { password: right ? PASSWORD : 'wrong' }
    await mayOpen(world, who, browser, () => submitPassword(browser, person, typed))
  }

const askForMail =
  (at: number): Step =>
  async (world) => {
    const { box, mails, model, path } = world
    if (!path.stored) return
    const browser = browserAt(world, at)
    // One mail for each address at a time: which of several works is for the model of mails to say.
    const address = `reader-${mails.filter((mail) => model.isOpen(mail)).length}@example.com`
    if (mails.some((mail) => mail.address === address && model.isOpen(mail))) return
    const fields = { csrfToken: await browser.csrf(BASE), email: address, callbackUrl: '/inside' }
    await browser.submit(`${BASE}/signin/mail`, fields)
    const { url, identifier, expires } = box.last()
    expect(identifier).toBe(address)
    const [secret = ''] = model.secrets
    mails.push({ url, address, secret, expires: expires.getTime() })
  }

const follow =
  (at: number, which: number, changed: boolean): Step =>
  async (world) => {
    const mail = pickLate(world.mails, which)
    if (!mail) return
    const browser = browserAt(world, at)
    const url = new URL(mail.url)
    if (changed) url.searchParams.set('token', `${url.searchParams.get('token')}A`)
    const who = changed ? undefined : world.model.follows(mail)
    await mayOpen(world, who, browser, async () => {
      const first = await browser.open(url.href)
      const [form] = first.status === 200 ? readForms(await first.text()) : []
      return form ? browser.submit(form.action, form.fields) : first
    })
  }

const leave =
  (at: number): Step =>
  async (world) => {
    const browser = browserAt(world, at)
    world.model.end(sessionCookieOf(browser))
    await signOut(browser)
    expect(sessionCookieOf(browser)).toBeUndefined()
  }

/** A page is opened, which extends a session that is due. */
const visit =
  (at: number): Step =>
  async (world) => {
    const browser = browserAt(world, at)
    const expected = world.model.reads(sessionCookieOf(browser))
    expect(await shownIn(browser)).toBe(expected)
  }

/** A browser has the cookies of another one, and no others. */
const copy =
  (from: number, to: number): Step =>
  (world) => {
    const { browsers } = world
    const source = browserAt(world, from)
    browsers[to % browsers.length] = copyCookies(source, world.openBrowser())
  }

/** One cookie of a browser is put into another one. */
const lend =
  (from: number, to: number, which: number): Step =>
  (world) => {
    const cookie = pick(browserAt(world, from).stored(), which)
    if (cookie) plantCookie(browserAt(world, to), cookie.name, cookie.value)
  }

const keep =
  (at: number): Step =>
  (world) =>
    void world.kept.push([...browserAt(world, at).stored()])

/** A cookie gets a value that it had before, in this browser or another one. */
const putBack =
  (at: number, which: number, cookie: number): Step =>
  (world) => {
    const older = pick(pick(world.kept, which) ?? [], cookie)
    if (older) plantCookie(browserAt(world, at), older.name, older.value)
  }

/** A cookie gets the value of another one. */
const exchange =
  (at: number, one: number, other: number): Step =>
  (world) => {
    const browser = browserAt(world, at)
    const [to, from] = [pick(browser.stored(), one), pick(browser.stored(), other)]
    if (to && from) plantCookie(browser, to.name, from.value)
  }

const clear =
  (at: number, which: number): Step =>
  (world) => {
    const browser = browserAt(world, at)
    const cookie = pick(browser.stored(), which)
    if (cookie) browser.clear(cookie.name)
  }

/** A character of a cookie becomes another one, or it is cut off there. */
const damage =
  (at: number, which: number, position: number, cut: boolean): Step =>
  (world) => {
    const browser = browserAt(world, at)
    const cookie = pick(browser.stored(), which)
    if (!cookie || cookie.value === '') return
    const { name, value } = cookie
    const place = position % value.length
    const other = value[place] === 'A' ? 'B' : 'A'
    const rest = cut ? '' : other + value.slice(place + 1)
    plantCookie(browser, name, value.slice(0, place) + rest)
  }

const wait =
  (seconds: number): Step =>
  ({ clock }) =>
    clock.advance(seconds)

const restart: Step = (world) => world.restart(world.model.secrets)

/** A new secret in front of the ones so far. */
const rotate: Step = (world) => world.restart([newSecret(), ...world.model.secrets])

/** Only the newest secret is left. */
const drop: Step = (world) => world.restart(world.model.secrets.slice(0, 1))

/**
 * Where every sequence begins, so that there is something to take away: one sign-in is in progress in two browsers, from before
 * a secret was added; the third browser is signed in and has started another sign-in; a mail was requested.
 */
async function begin(path: Path): Promise<World> {
  const world = beginWorld(path)
  await setOut(1, 'pier')(world)
  await copy(1, 2)(world)
  await keep(1)(world)
  await rotate(world)
  await signIn(0, 'quay', 'ada')(world)
  await setOut(0, 'quay')(world)
  await askForMail(2)(world)
  return world
}

const few = fc.nat(5)
const providers = fc.constantFrom('quay', 'pier')
const members = fc.constantFrom('ada', 'eve')
const changes = fc.constantFrom<Change>(...CHANGES)
const unchanged = fc.constant<Change>('nothing')
const people = fc.constantFrom<Person>('ada', 'grace')
const SECONDS = [10, 60, 300, 599, 600, 899, 900, 3600, DAY, 2 * DAY, -10, -20, -600, -DAY]

const KINDS = [
  commands('signIn', signIn, few, providers, members),
  commands('setOut', setOut, few, providers),
  commands('setOut', setOut, few, providers),
  commands('arrive', arrive, few, few, unchanged),
  // Most come back to where they set out.
  commands('comeBack', comeBack, fc.constant(undefined), few, members, unchanged),
  commands('comeBack', comeBack, fc.constant(undefined), few, members, unchanged),
  commands('comeBack', comeBack, fc.constant(undefined), few, members, changes),
  commands('comeBack', comeBack, fc.constant(undefined), few, members, changes),
  commands('comeBack', comeBack, few, few, members, unchanged),
  commands('comeBack', comeBack, few, few, members, unchanged),
  commands('password', password, few, people, fc.boolean()),
  commands('askForMail', askForMail, few),
  commands('follow', follow, few, few, fc.boolean()),
  commands('leave', leave, few),
  commands('visit', visit, few),
  commands('copy', copy, few, few),
  commands('lend', lend, few, few, few),
  commands('keep', keep, few),
  commands('putBack', putBack, few, few, few),
  commands('exchange', exchange, few, few, few),
  commands('clear', clear, few, few),
  commands('damage', damage, few, few, fc.nat(2000), fc.boolean()),
  commands('wait', wait, fc.constantFrom(...SECONDS)),
  commands('restart', () => restart),
  commands('rotate', () => rotate),
  commands('drop', () => drop),
]

const COMMANDS = KINDS.map((kind) => kind.map((command) => command.followedBy(check)))

test.each<[string, Path]>([
  ['jwt sessions without a store', { strategy: 'jwt', stored: false }],
  ['jwt sessions and a store', { strategy: 'jwt', stored: true }],
  ['database sessions', { strategy: 'database', stored: true }],
])(
  'With %s, for any changes of cookies, responses, mails, secrets, instances and the clock, a browser is signed in only as the user who completed the sign-in in it (FLW-01, FLW-02, FLW-03, FLW-05, FLW-07, FLW-08, LGO-07, SES-05, SES-06, SES-07, SES-09, CKI-10, JWE-07)',
  async (_, path) => {
    await fc.assert(
      fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: 24, size: 'max' }), async (all) => {
        await fc.asyncModelRun(async () => ({ model: {}, real: await begin(path) }), all)
      }),
      { numRuns: RUNS },
    )
  },
  60_000 + 1_000 * RUNS,
)
