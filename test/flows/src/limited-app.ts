import type { AuthConfig } from '@latchstring/core'
import { CredentialsSignin, TooManyRequests } from '@latchstring/core/errors'
import { type App, BASE, createApp, type Strategy } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { type CountingStore, createCountingStore } from '@latchstring/test-kit/counting-store'
import { PASSWORD, PEOPLE, passwords, storePeople } from '@latchstring/test-kit/people'
import { readLocation } from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { createLetterBox, type LetterBox } from './letters.ts'
import { createMemoryStore, type MemoryStore } from './memory-store.ts'

/** The options that open another path to a budget. */
export interface WorldOptions {
  readonly strategy: Strategy
  readonly config: 'an object' | 'a function'
  readonly counting: 'in memory' | 'in the store'
}

/** Every pair of two of them. */
export const WORLDS: readonly WorldOptions[] = [
  { strategy: 'jwt', config: 'an object', counting: 'in memory' },
  { strategy: 'jwt', config: 'a function', counting: 'in the store' },
  { strategy: 'database', config: 'an object', counting: 'in the store' },
  { strategy: 'database', config: 'a function', counting: 'in memory' },
]

/** An application whose tries are limited. */
export interface LimitedApp extends App {
  readonly clock: TestClock
  readonly box: LetterBox
  readonly store: MemoryStore
  readonly counting: CountingStore
  /** How often `authorize` was called. */
  readonly compared: () => number
}

/** What the proxy of the tests writes. */
const HEADER = 'x-client'

export function createLimitedApp(
  { strategy, config: form, counting: where }: WorldOptions,
  overrides: Partial<AuthConfig> = {},
): LimitedApp {
  const clock = startClock()
  const box = createLetterBox()
  const store = createMemoryStore()
  const counting = createCountingStore()
  let compared = 0
  const provider = passwords({
    authorize({ username, password }) {
      compared += 1
      const user = Object.entries(PEOPLE).find(([name]) => name === username)?.[1]
      return password === PASSWORD && user ? user : null
    },
  })
  const adapter =
    where === 'in memory'
      ? store.adapter
      : {
          ...store.adapter,
          ...counting.adapter,
          capabilities: { ...store.adapter.capabilities, counters: true },
        }
  const config: AuthConfig = {
    providers: [provider, box.provider],
    adapter,
    adapterRequires: [],
    session: { strategy },
    clientAddress: { header: HEADER },
    ...overrides,
  }
  const app = createApp(config, { clock: clock.now }, form === 'an object' ? 'once' : 'each time')
  return { ...app, clock, box, store, counting, compared: () => compared }
}

/** Stores the people of the tests. */
export async function openLimitedApp(
  options: WorldOptions,
  overrides: Partial<AuthConfig> = {},
): Promise<LimitedApp> {
  const app = createLimitedApp(options, overrides)
  await storePeople(app.store.adapter, new Date(0))
  return app
}

/** A try of a password. */
export interface Try {
  readonly username?: string
  readonly password?: string
  readonly address?: string
  readonly browser?: Browser
}

/** How a try ends: `wrong` looks like a wrong password, `refused` says that it was tried too often. */
export type Ending = 'in' | 'wrong' | 'refused'

function toHeaders({ address }: Try): Readonly<Record<string, string>> {
  return address === undefined ? {} : { [HEADER]: address }
}

/** Sends the form of the sign-in page. */
export async function submitTry(app: App, tried: Try): Promise<Response> {
  const { username = 'ada', password = 'wrong', browser = app.openBrowser() } = tried
  const csrfToken = await browser.csrf(BASE)
  const fields = { csrfToken, callbackUrl: '/inside', username, password }
  return browser.submit(`${BASE}/callback/credentials`, fields, toHeaders(tried))
}

function toEnding(response: Response): Ending {
  if (response.status === 429) return 'refused'
  const { pathname, searchParams } = readLocation(response)
  if (pathname === '/inside') return 'in'
  if (searchParams.get('error') === 'CredentialsSignin') return 'wrong'
  throw new Error(`The try led to ${pathname}${searchParams.toString()}`)
}

/** Tries a password by the form, or by `signIn()` in the code of the application. */
export const TRIES: Readonly<
  Record<'the form' | 'signIn() in code', (app: App, tried: Try) => Promise<Ending>>
> = {
  'the form': async (app, tried) => toEnding(await submitTry(app, tried)),
  'signIn() in code': async ({ auth }, tried) => {
    const { username = 'ada', password = 'wrong', browser } = tried
    const cookie = [...(browser?.cookies ?? [])].map((pair) => pair.join('=')).join('; ')
    const headers = new Headers({ host: 'app.example', ...toHeaders(tried), cookie })
    const fields = { username, password, redirectTo: '/inside' }
    try {
      await auth.signIn({ headers }, 'credentials', fields)
      return 'in'
    } catch (error) {
      if (error instanceof TooManyRequests) return 'refused'
      if (error instanceof CredentialsSignin) return 'wrong'
      throw error
    }
  },
}

/** What a browser is answered, without what differs each time: the reference, and what is sealed, of which the length stays. */
export async function describeAnswer(response: Response): Promise<string> {
  const headers = [...response.headers].map((pair) => pair.join(': '))
  const text = [response.status, ...headers, await response.text()].join('\n')
  return text
    .replaceAll(/<code>\w{8}<\/code>|"ref":"\w{8}"|\bref=\w{8}\b/g, 'the reference')
    .replaceAll(/attempt=([\w.-]+)/g, (_, { length }: string) => `attempt=${length}`)
}

/** The right password. */
export const RIGHT: Try = { password: PASSWORD }

/** One of the many addresses that an attacker may have. */
export const addressAt = (index: number): string =>
  `198.${18 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`
