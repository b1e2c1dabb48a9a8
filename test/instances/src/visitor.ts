import type { Session } from '@latchstring/core/types'
import type { Browser } from '@latchstring/test-kit/browser'
import { overNetwork, signInAt } from '@latchstring/test-kit/sign-in-at'
import * as kit from '@latchstring/test-kit/visitor'

/** A visitor with a browser, who checks the answers of the application. */
export interface Visitor {
  readonly browser: Browser
  /** Whether the browser has a session cookie. */
  hasCookie(): boolean
  /** Token of the session cookie. */
  token(): string | undefined
  /** Goes to the provider, and says where to come back from. */
  reachCallback(login: string): Promise<Return>
  /** Signs in, from the button to the answer of the callback. */
  signIn(login: string): Promise<Outcome>
  /** Reads the session. */
  read(): Promise<{ readonly status: number; readonly session: Session | null }>
  signOut(): Promise<number>
}

/** `in`, or what went wrong: a status, or the code of an error page. */
export type Outcome = string

/** What comes after the provider's pages. */
export type Return = { readonly follow: () => Promise<Outcome> } | { readonly failed: Outcome }

/** The outcome of an answer that is to lead to a path. */
function outcomeOf(response: Response, path: string): Outcome {
  const location = response.headers.get('location')
  if (response.status !== 302 || location === null) return `HTTP ${response.status}`
  const { pathname, searchParams } = new URL(location)
  return pathname === path ? 'in' : (searchParams.get('error') ?? pathname)
}

/** Each message has a connection of its own, so that none waits on one that a killed process has left. */
const send = overNetwork({ connection: 'close' })

/** A new visitor. */
export function createVisitor(origin: string): Visitor {
  const visitor = kit.createVisitor(`${origin}/auth`, send)
  const { browser } = visitor
  const token = (): string | undefined => visitor.cookie('session-token')

  /** Sends a form, unless there is no CSRF token to be had. */
  async function post(action: string): Promise<Response> {
    const answer = await visitor.open('csrf')
    if (!answer.ok) return answer
    // What the action answers with.
    const { csrfToken } = (await answer.json()) as { readonly csrfToken: string }
    return browser.submit(`${origin}/auth/${action}`, { csrfToken, callbackUrl: '/inside' })
  }

  async function reachCallback(login: string): Promise<Return> {
    const response = await post('signin/harbour')
    const location = response.headers.get('location') ?? ''
    const away = location !== '' && new URL(location).origin !== origin
    if (!away) return { failed: outcomeOf(response, '') }
    const arrival = await signInAt(location, login)
    return { follow: async () => outcomeOf(await browser.follow(arrival), '/inside') }
  }

  return {
    browser,
    hasCookie: () => token() !== undefined,
    token,
    reachCallback,
    async signIn(login) {
      const way = await reachCallback(login)
      return 'failed' in way ? way.failed : way.follow()
    },
    async read() {
      const response = await visitor.open('session')
      const text = await response.text()
      // The action answers with a session or with null.
      const session = response.status === 200 ? (JSON.parse(text) as Session | null) : null
      return { status: response.status, session }
    },
    signOut: async () => (await post('signout')).status,
  }
}
