import type { AuthConfig, CoreOptions } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import Passkey from '@latchstring/core/providers/passkey'
import { type App, BASE, createApp, ENV, ORIGIN, type Strategy } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { createControlStore } from '@latchstring/test-kit/control-store'
import { guild } from '@latchstring/test-kit/guild'
import {
  ADA,
  passwords,
  PEOPLE,
  signInWithPassword,
  storePeople,
} from '@latchstring/test-kit/people'
import type { Store } from '@latchstring/test-kit/sqlite-store'
import { readSession } from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { createDesk, type Deed, type DeskOperations } from './desk-feature.ts'
import type { Feature } from '@latchstring/core/features'

/** The user who acts for others, and the user for whom. */
export const ADMIN = ADA
export const USER = PEOPLE.grace

/** An event, with its name. */
export type Happened = readonly [name: string, message: object]

/** An application whose administrator acts for users. */
export interface ActingWorld {
  readonly app: App
  /** The store, with a feed of endings. */
  readonly adapter: Adapter
  readonly clock: TestClock
  readonly desk: Feature<DeskOperations>
  readonly deeds: readonly Deed[]
  readonly events: Happened[]
  /** Another process of the application. */
  start(config?: Partial<AuthConfig>, options?: CoreOptions): App
  /** A browser of the administrator. */
  admin(): Promise<Browser>
  /** A browser in which the administrator acts for the user. */
  acting(): Promise<Browser>
}

/** Sends a form of the application. */
export const post = async (
  browser: Browser,
  path: string,
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  browser.submit(`${BASE}/${path}`, { csrfToken: await browser.csrf(BASE), ...fields }, headers)

/** Asks to act for a user. */
export const actFor = (browser: Browser, user: string = USER.id): Promise<Response> =>
  post(browser, 'desk/act', { user, callbackUrl: '/inside' })

/** The user whom a browser is, and who acts for them. */
export async function whoIs(browser: Browser): Promise<string | null> {
  const session = await readSession(browser)
  if (!session) return null
  const name = session.user?.name ?? ''
  return session.actor ? `${name} by ${session.actor.sub}` : name
}

/** What {@link whoIs} says of the administrator, and of one who acts for the user. */
export const AS_ADMIN = ADMIN.name
export const AS_USER = `${USER.name} by ${ADMIN.id}`

/** A request of a browser, for operations of the server. */
export const sourceOf = (
  browser: Browser,
): { readonly headers: Headers; readonly url: string } => ({
  headers: new Headers({
    host: new URL(ORIGIN).host,
    cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  }),
  url: `${ORIGIN}/inside`,
})

/** The name of the cookie of an acting session in a browser. */
export const actingCookie = (browser: Browser): string | undefined =>
  [...browser.cookies.keys()].find((name) => name.endsWith('.acting'))

/** Opens an application with two people over an empty store. */
export async function openActingWorld(
  store: Store,
  strategy: Strategy,
  config: Partial<AuthConfig> = {},
): Promise<ActingWorld> {
  await storePeople(store.adapter, new Date(0))
  const clock = startClock()
  const { records: _, capabilities, ...feed } = createControlStore().adapter
  const adapter = {
    ...store.adapter,
    ...feed,
    capabilities: { ...store.adapter.capabilities, ...capabilities },
  }
  const { feature: desk, deeds } = createDesk(ADMIN.id)
  const events: Happened[] = []
  const note = (name: string) => (message: object) => void events.push([name, message])
  const start: ActingWorld['start'] = (more = {}, options = {}) => {
    const { session, ...rest } = { ...config, ...more }
    return createApp(
      {
        providers: [passwords(), guild(), Passkey()],
        experimental: { enableWebAuthn: true },
        adapter: { ...adapter },
        features: [desk],
        account: { page: true },
        session: {
          strategy,
          devices: true,
          ...(strategy === 'jwt' && { revocation: true }),
          ...session,
        },
        events: {
          signIn: note('signIn'),
          signOut: note('signOut'),
          actingBegan: note('actingBegan'),
          actingEnded: note('actingEnded'),
          sessionEnded: note('sessionEnded'),
          linkAccount: note('linkAccount'),
          newDevice: note('newDevice'),
        },
        ...rest,
      },
      { env: ENV, clock: clock.now, ...options },
    )
  }
  const app = start()
  const admin = (): Promise<Browser> => signInWithPassword(app.openBrowser())
  return {
    app,
    adapter,
    clock,
    desk,
    deeds,
    events,
    start,
    admin,
    async acting() {
      const browser = await admin()
      await actFor(browser)
      events.splice(0)
      return browser
    },
  }
}
