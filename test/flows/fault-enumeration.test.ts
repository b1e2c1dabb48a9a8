import { customFetch } from '@latchstring/core'
import Passkey from '@latchstring/core/providers/passkey'
import { describe, expect, test, vi } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { createMemoryAdapter } from '../../packages/adapter-conformance/test/memory-adapter.ts'
import { type App, BASE, createApp, ORIGIN } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  createAuthenticator,
  type FakeAuthenticator,
} from '@latchstring/test-kit/fake-authenticator'
import { withoutTransactions } from '@latchstring/test-kit/faulty-adapter'
import { oidcProvider, plain, startIdp } from '@latchstring/test-kit/idp'
import { createLetterBox, type LetterBox } from './src/letters.ts'
import { askForMail } from '@latchstring/test-kit/mail-app'
import { addKey, useKey } from './src/passkeys.ts'
import {
  signInWithPassword,
  passwords,
  PEOPLE,
  submitPassword,
  updateSession,
  storePeople,
} from '@latchstring/test-kit/people'
import {
  type Called,
  type Fault,
  FETCH_FAULTS,
  type Schedule,
  schedule,
  STORE_FAULTS,
} from './src/schedule.ts'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import { sessionCookies, readSession, signOut } from '@latchstring/test-kit/story'

// Every call that a flow makes, of the store or of a provider, fails once in every way. Which calls there are is found by
// letting the flow run as it should.

vi.setConfig({ testTimeout: 60_000 })

const idp = forAllTests(startIdp)

/** What a flow may depend on. */
interface Setting {
  readonly strategy: 'jwt' | 'database'
  /** Without them each call of the store can fail alone. */
  readonly transactions: boolean
  /** How services fail; the store does in every way. */
  readonly services: readonly Fault['kind'][]
}

interface Setup {
  readonly app: App
  readonly calls: Schedule
  readonly box: LetterBox
  readonly fake: FakeAuthenticator
  /** Of the person in front of it. */
  readonly browser: Browser
  /** The browser of another user, who is signed in all the time. */
  readonly witness: Browser
}

async function openSetup({ strategy, transactions }: Setting): Promise<Setup> {
  const memory = createMemoryAdapter()
  await storePeople(memory, new Date(0))
  const calls = schedule(transactions ? memory : withoutTransactions(memory))
  // Ten seconds would be waited for dozens of times.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => calls.deadline())
  const box = createLetterBox()
  const over = { [customFetch]: calls.fetch }
  const app = createApp({
    providers: [oidcProvider(idp, over), plain(idp, over), box.provider, passwords(), Passkey()],
    adapter: calls.adapter,
    session: { strategy },
    experimental: { enableWebAuthn: true },
  })
  const witness = await signInWithPassword(app.openBrowser(), 'grace')
  const fake = createAuthenticator({ origin: ORIGIN })
  return { app, calls, box, fake, browser: app.openBrowser(), witness }
}

/** A flow: what comes before it, and what is tried with every fault. */
interface Flow {
  readonly before?: (setup: Setup) => Promise<unknown>
  readonly run: (setup: Setup) => Promise<Response>
  /** Whether the flow ends with a session. */
  readonly signedIn: boolean
  /** Whether the answer says that it succeeded. */
  readonly succeeded: (response: Response) => boolean
}

const inside = ({ headers }: Response): boolean => headers.get('location') === `${ORIGIN}/inside`

/** What goes wrong before the browser has left counts as the answer. */
async function through(id: string, { browser }: Setup): Promise<Response> {
  const fields = { csrfToken: await browser.csrf(BASE), callbackUrl: '/inside' }
  const left = await browser.submit(`${BASE}/signin/${id}`, fields)
  const location = left.headers.get('location')
  if (location === null || location.startsWith(ORIGIN)) return left
  return browser.follow(await signInAt(new URL(location)))
}

const signsIn = { signedIn: true, succeeded: inside }
const asAda = ({ browser }: Setup): Promise<unknown> => signInWithPassword(browser, 'ada')

async function byMail({ browser, box }: Setup): Promise<Response> {
  const sent = box.letters.length
  const asked = await askForMail(browser, 'new@example.com')
  const letter = box.letters[sent]
  return letter ? browser.open(letter.url) : asked
}

/** The options may be what fails. */
async function orOptions(work: () => Promise<Response>): Promise<Response> {
  return work().catch((error: unknown) => {
    const [, status] = /HTTP (\d{3})/.exec(String(error)) ?? []
    return Response.json(
      { error: /"error":"(\w+)"/.exec(String(error))?.[1] },
      { status: Number(status) },
    )
  })
}

const FLOWS: Readonly<Record<string, Flow>> = {
  'A first sign-in with OAuth': { run: (setup) => through('plain', setup), ...signsIn },
  'A first sign-in with OpenID Connect': { run: (setup) => through('harbour', setup), ...signsIn },
  'A return with OAuth': {
    before: (setup) => through('plain', { ...setup, browser: setup.app.openBrowser() }),
    run: (setup) => through('plain', setup),
    ...signsIn,
  },
  'A link': { before: asAda, run: (setup) => through('harbour', setup), ...signsIn },
  'A sign-in by mail': { run: byMail, ...signsIn },
  'A sign-in with a password': { run: ({ browser }) => submitPassword(browser, 'ada'), ...signsIn },
  'The registration of a passkey': {
    before: asAda,
    // What was registered is of use.
    run: ({ app, browser, fake }) =>
      orOptions(async () => {
        const added = await addKey(browser, fake)
        return inside(added) ? useKey(app.openBrowser(), fake) : added
      }),
    ...signsIn,
  },
  'A sign-in with a passkey': {
    async before({ browser, fake }) {
      await addKey(await signInWithPassword(browser, 'ada'), fake)
      await signOut(browser)
    },
    run: ({ browser, fake }) => orOptions(() => useKey(browser, fake)),
    ...signsIn,
  },
  'A sign-out': {
    before: asAda,
    run: ({ browser }) => signOut(browser),
    signedIn: false,
    succeeded: ({ status }) => status === 302,
  },
  'A session that is read': {
    before: asAda,
    run: ({ browser }) => browser.open(`${BASE}/session`),
    signedIn: true,
    succeeded: ({ status }) => status === 200,
  },
  'A session that is updated': {
    before: asAda,
    run: ({ browser }) => updateSession(browser, { a: 1 }),
    signedIn: true,
    succeeded: ({ status }) => status === 200,
  },
}

const CODES = new Set([
  'AdapterError',
  'Callback',
  'Configuration',
  'EmailCreateAccount',
  'EmailSignin',
  'OAuthCallbackError',
  'OAuthCreateAccount',
  'OAuthSignin',
  'Verification',
])

/** The code of a failure, for a browser or for a script. */
async function codeOf(response: Response): Promise<string> {
  const location = response.headers.get('location')
  if (location !== null) return new URL(location, BASE).searchParams.get('error') ?? ''
  const text = await response.text()
  if (!text.startsWith('{')) return /<code>\w{8}<\/code>/.test(text) ? 'Configuration' : ''
  // What the API answers with in place of data.
  return (JSON.parse(text) as { readonly error?: string }).error ?? ''
}

/** What a failed flow leaves. */
interface Failed {
  readonly flow: Flow
  readonly browser: Browser
  readonly response: Response
  /** Who was signed in before. */
  readonly before: string | null | undefined
  readonly context: string
}

/** The response has an error code, and the earlier session stays (REL-03). */
async function expectUnharmed({ flow, browser, response, before, context }: Failed): Promise<void> {
  expect(CODES, context).toContain(await codeOf(response))
  const session = await readSession(browser)
  // Of a sign-out that was lost on the way it is not known whether it was done.
  if (flow.signedIn || session) expect(session?.user?.email, context).toBe(before)
  if (before === undefined) expect(sessionCookies(browser), context).toEqual([])
}

/** The failed call and the response, for the message of a failed test. */
function contextOf(
  called: readonly Called[],
  fault: Fault | undefined,
  response: Response,
): string {
  const { status, headers } = response
  const what = fault ? `${called[fault.call]?.name} ${fault.kind}` : 'nothing'
  return `${what}: HTTP ${status} ${headers.get('location')}`
}

/** Who is signed in. */
async function emailOf(browser: Browser): Promise<string | null | undefined> {
  return (await readSession(browser))?.user?.email
}

/** Every fault of every call. */
function faultsOf(called: readonly Called[], { services }: Setting): readonly Fault[] {
  return called.flatMap(({ faults }, call) =>
    faults
      .filter((kind) => faults === STORE_FAULTS || services.includes(kind))
      .map((kind) => ({ call, kind })),
  )
}

/** Tries a flow with one fault, looks at what is left, and tries it again without. */
async function survive(
  flow: Flow,
  setting: Setting,
  fault: Fault | undefined,
): Promise<readonly Fault[]> {
  const setup = await openSetup(setting)
  const { app, browser, witness, calls } = setup
  await flow.before?.(setup)
  const before = await emailOf(browser)
  calls.arm(fault)
  const response = await flow.run(setup)
  const called = calls.disarm()
  const context = contextOf(called, fault, response)
  const succeeded = flow.succeeded(response)
  expect([200, 302, 400, 500, 502, 503, 504], context).toContain(response.status)
  if (fault === undefined) expect(succeeded, context).toBe(true)
  const session = await readSession(browser)
  // A session only where the flow was completed (REL-02).
  if (succeeded) expect(session !== null, context).toBe(flow.signedIn)
  else await expectUnharmed({ flow, browser, response, before, context })
  expect(await emailOf(witness), context).toBe(PEOPLE.grace.email)

  // The next try succeeds: in the same browser after a failure, else in another (LNK-03).
  if (succeeded && before !== undefined) return faultsOf(called, setting)
  const again = succeeded ? { ...setup, browser: app.openBrowser() } : setup
  expect(flow.succeeded(await flow.run(again)), `again after ${context}`).toBe(true)
  return faultsOf(called, setting)
}

const SETTINGS: readonly (readonly [string, Setting])[] = [
  ['By jwt', { strategy: 'jwt', transactions: false, services: FETCH_FAULTS }],
  [
    'By database',
    { strategy: 'database', transactions: false, services: ['no answer', 'cut off'] },
  ],
  ['By database, in transactions', { strategy: 'database', transactions: true, services: [] }],
]

describe.each(SETTINGS)('%s', (_, setting) => {
  // With transactions, account-faults.test.ts has those of providers.
  const flows = Object.entries(FLOWS).filter(
    ([name]) => !setting.transactions || !/OAuth|OpenID|link/.test(name),
  )

  test.each(flows)(
    '%s with a fault in any call ends no session, creates no incomplete one, and succeeds the next time (REL-02, REL-03, LNK-03)',
    async (name, flow) => {
      const faults = await survive(flow, setting, undefined)
      // A sealed session is read without a store.
      if (setting.strategy === 'database') expect(faults.length, name).toBeGreaterThan(1)
      for (const fault of faults) {
        await survive(flow, setting, fault)
      }
    },
  )
})
