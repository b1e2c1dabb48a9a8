import { randomBytes } from 'node:crypto'
import type { AuthConfig } from '@latchstring/core'
import type { Adapter, AdapterAccount } from '@latchstring/core/adapters'
import type { Session } from '@latchstring/core/types'
import { expect } from 'vitest'
import { type App, BASE, createApp } from '@latchstring/test-kit/app'
import { readJsonAs } from '@latchstring/test-kit/json'
import { type Browser, createBrowser, type StoredCookie } from '@latchstring/test-kit/browser'
import { createLetterBox, type LetterBox } from './letters.ts'
import { createMemoryStore, type MemoryStore } from './memory-store.ts'
import { copyCookies, passwords, PEOPLE } from '@latchstring/test-kit/people'
import { openQuay, type Quay } from './quay.ts'
import { type KnownMail, LIFETIMES, PARTS, SESSION, SessionModel } from './session-model.ts'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'

/** A secret that no application has had. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Which sessions, and whether there is a store. */
export interface Path {
  readonly strategy: 'jwt' | 'database'
  readonly stored: boolean
}

/** An authorization request, and the browser that was sent there. */
export interface AuthorizationStart {
  readonly browser: number
  readonly provider: string
  readonly url: URL
}

/** A code that was issued for an authorization request. */
export interface GrantedCode {
  readonly authorizationStart: AuthorizationStart
  readonly code: string
}

/** An application and its visitors. */
export interface World {
  readonly path: Path
  readonly model: SessionModel
  readonly clock: TestClock
  readonly store: MemoryStore
  readonly quay: Quay
  readonly box: LetterBox
  readonly browsers: Browser[]
  /** Cookies that were put aside. */
  readonly kept: StoredCookie[][]
  readonly departures: AuthorizationStart[]
  readonly codes: GrantedCode[]
  readonly mails: KnownMail[]
  /** The `state` of each sign-in that a session was made by. */
  readonly finished: string[]
  /** A new instance of the application takes the place of the one that answers. */
  restart(secrets: readonly string[]): void
  /** A browser without cookies. */
  openBrowser(): Browser
}

/** A store that knows accounts as well, and gives a row to one of two. */
function withAccounts({ adapter, sessions, users }: MemoryStore): Adapter {
  const accounts: AdapterAccount[] = []
  for (const person of Object.values(PEOPLE)) {
    void adapter.createUser?.({ ...person, emailVerified: new Date(0) })
  }
  return {
    ...adapter,
    capabilities: { atomicConsume: true },
    getUserByAccount({ provider, providerAccountId }) {
      const found = accounts.find(
        (one) => one.provider === provider && one.providerAccountId === providerAccountId,
      )
      return users.get(found?.userId ?? '') ?? null
    },
    linkAccount: (account) => void accounts.push(account),
    updateSession(changes) {
      const session = sessions.get(changes.sessionToken)
      return session ? (adapter.createSession?.({ ...session, ...changes }) ?? null) : null
    },
  }
}

function configOf({ strategy, stored }: Path, { quay, box, store }: Sources): AuthConfig {
  const services = [quay.provider('quay'), quay.provider('pier'), passwords()]
  return {
    providers: stored ? [...services, box.provider] : services,
    ...(stored ? { adapter: withAccounts(store) } : {}),
    session: { strategy, ...LIFETIMES },
    callbacks: {
      // What tells two sessions in tokens apart; in a database it is the token.
      session: ({ session, token }) => ({ ...session, jti: token?.jti }),
    },
  }
}

type Sources = Pick<World, 'quay' | 'box' | 'store'>

/** The value of a cookie in a header. */
function valueIn(header: string | null, name: string): string | undefined {
  const pair = header?.split('; ').find((one) => one.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

/** Tells the model what a response gives to a browser. */
async function learn(
  { auth }: App,
  { model, path }: Pick<World, 'model' | 'path'>,
  sent: string | undefined,
  response: Response,
): Promise<void> {
  for (const header of response.headers.getSetCookie()) {
    const [pair = ''] = header.split('; ')
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(name.length + 1)
    if (value === '') continue
    if (PARTS.some((part) => name.startsWith(`${part}.`))) model.sealed(name, value)
    if (name !== SESSION) continue
    if (path.strategy === 'database') model.given(value, value, sent)
    else {
      const headers = { cookie: `${SESSION}=${value}` }
      const shown = await auth.handle(new Request(`${BASE}/session`, { headers }))
      const { jti } = await readJsonAs<{ readonly jti: string }>(shown)
      model.given(value, jti, sent)
    }
  }
}

/** Begins with three browsers without sessions. */
export function beginWorld(path: Path): World {
  const clock = startClock()
  const sources = { quay: openQuay(), box: createLetterBox(), store: createMemoryStore() }
  const model = new SessionModel({ now: clock.now, ...path })
  const config = configOf(path, sources)
  let app: App

  const openBrowser = (): Browser =>
    createBrowser(async (request) => {
      const sent = valueIn(request.headers.get('cookie'), SESSION)
      const response = await app.auth.handle(request)
      expect(response.status).toBeLessThan(500)
      await learn(app, { model, path }, sent, response)
      return response
    })

  function restart(secrets: readonly string[]): void {
    app = createApp({ ...config, secret: [...secrets] }, { clock: clock.now })
    model.secrets = secrets
  }

  restart([newSecret()])
  const browsers = Array.from({ length: 3 }, openBrowser)
  const lists = { kept: [], departures: [], codes: [], mails: [], finished: [] }
  return { path, model, clock, ...sources, browsers, ...lists, restart, openBrowser }
}

/** The session cookie of a browser. */
export const sessionCookieOf = (browser: Browser): string | undefined =>
  browser.cookies.get(SESSION)

/** Who is signed in, as a page sees it. */
export async function shownIn(browser: Browser): Promise<string | null> {
  const response = await browser.open(`${BASE}/session`)
  expect(response.status).toBe(200)
  const session = await readJsonAs<Session | null>(response)
  return session?.user ? (session.user.email ?? session.user.name ?? '') : null
}

/** What holds at every moment: each browser is signed in as the model says, and the store has no other session. */
export async function check(world: World): Promise<void> {
  const { browsers, model, store } = world
  const shown: (string | null)[] = []
  const expected: (string | null)[] = []
  for (const browser of browsers) {
    expected.push(model.reads(sessionCookieOf(browser)))
    shown.push(await shownIn(copyCookies(browser, world.openBrowser())))
  }
  expect(shown).toEqual(expected)
  expect(store.sessions.size).toBe(model.rows)
}
