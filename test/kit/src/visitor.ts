import type { Session } from '@latchstring/core/types'
import { type Browser, createBrowser } from './browser.ts'
import { PASSWORD } from './people.ts'
import { signInAt } from './sign-in-at.ts'
import { readLocation } from './story.ts'

type Fields = Readonly<Record<string, string>>

/** A person who uses an application with a browser. */
export interface Visitor {
  readonly browser: Browser
  /** Opens an action. */
  open(action: string, headers?: Fields): Promise<Response>
  /** Sends a form to an action, with the CSRF token. */
  submit(action: string, fields?: Fields, headers?: Fields): Promise<Response>
  /** The session as the browser sees it. */
  session(): Promise<Session | null>
  /** Sends data to POST session. */
  update(data: unknown): Promise<Response>
  /** Sends the form of the password sign-in. */
  submitPassword(username?: string, fields?: Fields): Promise<Response>
  /** Presses the button of a provider, signs in there and comes back. */
  signInWith(provider: string, login?: string): Promise<Response>
  /** Presses the button of a provider, and gives where that leads. */
  requestAuthorization(provider: string, callbackUrl?: string): Promise<URL>
  /** The headers of a request to the application: for what runs on the server. */
  headers(more?: Fields): Headers
  /** Value of the one cookie whose name contains a word. */
  cookie(part: string): string | undefined
}

/**
 * Creates a visitor of an application.
 *
 * @param base - address of its actions
 * @param handler - what answers, for every origin
 */
export function createVisitor(
  base: string,
  handler: (request: Request) => Promise<Response>,
): Visitor {
  const browser = createBrowser(handler)
  const get: Visitor['open'] = (action, headers) => browser.open(`${base}/${action}`, headers)
  const post: Visitor['submit'] = async (action, fields = {}, headers = {}) =>
    browser.submit(`${base}/${action}`, { csrfToken: await browser.csrf(base), ...fields }, headers)
  const requestAuthorization: Visitor['requestAuthorization'] = async (
    provider,
    callbackUrl = '/inside',
  ) => readLocation(await post(`signin/${provider}`, { callbackUrl }))
  return {
    browser,
    open: get,
    submit: post,
    requestAuthorization,
    // The action answers with a session or with null.
    session: async () => (await (await get('session')).json()) as Session | null,
    async update(data) {
      const csrfToken = await browser.csrf(base)
      return browser.submitJson(`${base}/session`, { csrfToken, data })
    },
    submitPassword: (username = 'ada', fields = {}) =>
      post('callback/credentials', {
        callbackUrl: '/inside',
        username,
        password: PASSWORD,
        ...fields,
      }),
    async signInWith(provider, login) {
      return browser.follow(await signInAt(await requestAuthorization(provider), login))
    },
    headers(more = {}) {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      return new Headers({ host: new URL(base).host, cookie, ...more })
    },
    cookie: (part) => [...browser.cookies].find(([name]) => name.includes(part))?.[1],
  }
}
