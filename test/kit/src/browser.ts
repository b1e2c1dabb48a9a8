// Published, for the visitors of others' tests; so that there is one, this is theirs.
import {
  createCookieStore,
  type SiteContext,
  type StoredCookie,
} from '../../../packages/testing/src/lib/cookie-store.ts'
import { readJson } from './json.ts'

type Fields = Readonly<Record<string, string>> | URLSearchParams
type HeaderValues = Readonly<Record<string, string>>

/** How a browser comes back from a provider. */
export interface Arrival {
  /** Address of the callback, with its query. */
  readonly url: string
  /** The form that is posted there, where the response mode is `form_post`. */
  readonly form?: URLSearchParams
}

/** A browser as far as HTTP goes: it keeps cookies by the rules of browsers, knows its origin and follows nothing by itself. */
export interface Browser {
  /** Names and values of all cookies. */
  readonly cookies: ReadonlyMap<string, string>
  /** All cookies with their attributes. */
  stored(): readonly StoredCookie[]
  /** A page of the application is opened from another of its pages. */
  open(url: string, headers?: HeaderValues): Promise<Response>
  /** A form of the application is sent. */
  submit(url: string, fields: Fields, headers?: HeaderValues): Promise<Response>
  submitJson(url: string, body: unknown, headers?: HeaderValues): Promise<Response>
  /** Comes back from a provider, which is another site: by a link, or by a form that posts itself. */
  follow(arrival: Arrival): Promise<Response>
  /** A token from GET csrf, with the cookie kept. */
  csrf(base: string): Promise<string>
  /** Sets a cookie for every host, as a test wants it. */
  setCookie(name: string, value: string): void
  clear(name: string): void
  /** Takes a `Set-Cookie` header as if a page at the address had sent it. */
  receive(url: string, header: string): void
}

type Handler = (request: Request) => Promise<Response>

export type { StoredCookie }

interface Sent {
  readonly method: string
  readonly headers: HeaderValues
  readonly body?: string
  readonly context?: SiteContext
}

const FORM = 'application/x-www-form-urlencoded'

function fromPage(url: string): HeaderValues {
  return { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' }
}

/**
 * Makes a browser that talks to a handler as if it were the network.
 *
 * @param handler - what answers, for every origin
 */
export function createBrowser(handler: Handler): Browser {
  const store = createCookieStore()

  async function send(
    url: string,
    { method, headers, body, context = 'same-site' }: Sent,
  ): Promise<Response> {
    const target = new URL(url)
    const cookie = store
      .matching(target, context)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const all = {
      host: target.host,
      accept: 'text/html,*/*',
      ...(cookie ? { cookie } : {}),
      ...headers,
    }
    const init = { method, headers: all, redirect: 'manual' as const }
    const response = await handler(new Request(url, body === undefined ? init : { ...init, body }))
    for (const header of response.headers.getSetCookie()) store.receive(header, target)
    return response
  }

  return {
    get cookies() {
      return new Map(store.all().map(({ name, value }) => [name, value]))
    },
    stored: () => store.all(),
    open: (url, headers = {}) => send(url, { method: 'GET', headers }),
    submit: (url, fields, headers = {}) =>
      send(url, {
        method: 'POST',
        headers: { ...fromPage(url), 'content-type': FORM, ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
    submitJson: (url, body, headers = {}) =>
      send(url, {
        method: 'POST',
        headers: { ...fromPage(url), 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    follow({ url, form }) {
      const site = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
      if (!form)
        return send(url, { method: 'GET', headers: site, context: 'cross-site-navigation' })
      const headers = { ...site, origin: 'https://provider.example', 'content-type': FORM }
      return send(url, {
        method: 'POST',
        headers,
        body: form.toString(),
        context: 'cross-site-post',
      })
    },
    async csrf(base) {
      const response = await send(`${base}/csrf`, { method: 'GET', headers: {} })
      const { csrfToken } = await readJson(response)
      return String(csrfToken)
    },
    setCookie: (name, value) =>
      store.set({
        name,
        value,
        host: '*',
        subdomains: false,
        path: '/',
        secure: false,
        httpOnly: true,
        sameSite: 'lax',
      }),
    clear: (name) => store.clear(name),
    receive: (url, header) => store.receive(header, new URL(url)),
  }
}

/** The cookies of a browser, as its requests have them. */
export const cookieHeader = ({ cookies }: Browser): { readonly cookie: string } => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
})
