import { randomUUID } from 'node:crypto'
import type {
  AuthorizationParams,
  Redirection,
  SessionUpdate,
  Sessions,
  SignInOptions,
  SignOutOptions,
} from '@latchstring/core/framework'
import type { Session } from '@latchstring/core/types'
import { ORIGIN } from '@latchstring/test-kit/app'
import type { Instance } from './target.ts'
import { CALL_HEADER, GUARD_HEADER } from './test-headers.ts'

/** What a handler of an application may do, in the request that it serves. */
export interface Operations {
  readonly auth: () => Promise<Session | null>
  /** Redirects, or returns where to go. */
  readonly signIn: (
    provider?: string,
    options?: FormData | SignInOptions,
    authorizationParams?: AuthorizationParams,
  ) => Promise<unknown>
  /** Redirects, or returns where to go. */
  readonly signOut: (options?: SignOutOptions) => Promise<unknown>
  readonly unstable_update: (data?: SessionUpdate) => Promise<Session | null>
  readonly sessions: Sessions
}

/** A call that a test makes in a handler. */
export type Call = (operations: Operations) => Promise<unknown>

/** A server of an application, which makes the calls of a test at `POST /operations`. */
export interface Served {
  /** Sends a request, with headers that the application alone reads. */
  readonly ask: (request: Request, headers?: Readonly<Record<string, string>>) => Promise<Response>
  /** By the value of their header. */
  readonly calls: Map<string, Call>
  /** Whether the HTTP actions answer a request before what guards pages is asked. */
  readonly isAction?: (request: Request) => boolean
}

/** A cookie as far as a `Set-Cookie` header says it to those who only need to keep it. */
function toCookie(header: string): Redirection['cookies'][number] {
  const [pair = '', ...attributes] = header.split('; ')
  const at = pair.indexOf('=')
  const maxAge = attributes.find((attribute) => /^max-age=/i.test(attribute))?.slice(8)
  const options = maxAge === undefined ? {} : { maxAge: Number(maxAge) }
  return { name: pair.slice(0, at), value: decodeURIComponent(pair.slice(at + 1)), options }
}

const cookiesOf = (response: Response): Redirection['cookies'] =>
  response.headers.getSetCookie().map(toCookie)

/** An application of which everything is asked over HTTP. */
export function overHttp({ ask, calls, isAction = () => false }: Served): Instance {
  async function make(headers: Headers, call: Call): Promise<Response> {
    const name = randomUUID()
    let failure: unknown
    calls.set(name, (operations) =>
      call(operations).catch((error: unknown) => {
        failure = error
        throw error
      }),
    )
    const request = new Request(`${ORIGIN}/operations`, { method: 'POST', headers })
    const response = await ask(request, { [CALL_HEADER]: name })
    if (response.status < 400) return response
    throw failure ?? new Error(`The application answered with ${response.status}.`)
  }

  async function redirecting(headers: Headers, call: Call): Promise<Redirection> {
    const response = await make(headers, call)
    return { url: response.headers.get('location') ?? '', cookies: cookiesOf(response) }
  }

  return {
    fetch: (request) => ask(request),
    async auth(headers) {
      const response = await make(headers, ({ auth }) => auth())
      // What `auth` gives is a session or null.
      return (await response.json()) as Session | null
    },
    signIn: (headers, { provider, options, params }) =>
      redirecting(headers, ({ signIn }) => signIn(provider, options, params)),
    signOut: (headers, options) => redirecting(headers, ({ signOut }) => signOut(options)),
    async update(headers, data) {
      const response = await make(headers, (operations) => operations.unstable_update(data))
      // As with `auth`.
      const session = (await response.json()) as Session | null
      return { session, cookies: cookiesOf(response) }
    },
    withSessions: <T>(headers: Headers, run: (sessions: Sessions) => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        make(headers, async ({ sessions }) => {
          resolve(await run(sessions))
          return null
        }).catch(reject)
      }),
    async guard(request) {
      const response = await ask(request, { [GUARD_HEADER]: 'ask' })
      const isBehind = response.headers.get(GUARD_HEADER) === 'passed'
      return { passed: isBehind || (isAction(request) && response.ok), response }
    },
  }
}
