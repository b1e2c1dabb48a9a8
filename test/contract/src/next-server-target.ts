import { randomUUID } from 'node:crypto'
import type { Redirection, Sessions } from '@latchstring/core/framework'
import type { Session } from '@latchstring/core/types'
import type { FrameworkAuthConfigInput } from '@latchstring/next'
import { onTestFinished, vi } from 'vitest'
import { ORIGIN } from '@latchstring/test-kit/app'
import {
  APP_HEADER,
  type Call,
  CALL_HEADER,
  GUARD_HEADER,
  type Registered,
  registeredApps,
} from './next-registry.ts'
import type { NextServer } from './next-server.ts'
import { enter } from './process-surroundings.ts'
import type { Target } from './target.ts'

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

/** The package for Next.js in an application that a production server of Next.js runs. */
export function nextServerTarget(server: () => NextServer): Target {
  return {
    name: 'next',
    basePath: '/api/auth',
    create(config, surroundings) {
      const id = randomUUID()
      // The request of a configuration function is a NextRequest, which is a Request.
      const app: Registered = { config: config as FrameworkAuthConfigInput, calls: new Map() }
      registeredApps().set(id, app)
      onTestFinished(() => {
        registeredApps().delete(id)
        vi.useRealTimers()
      })

      function ask(request: Request, more: Readonly<Record<string, string>> = {}) {
        enter(surroundings)
        const headers = new Headers(request.headers)
        for (const [name, value] of Object.entries({ ...more, [APP_HEADER]: id }))
          headers.set(name, value)
        return server().fetch(new Request(request, { headers }))
      }

      async function make(headers: Headers, call: Call): Promise<Response> {
        const name = randomUUID()
        let failure: unknown
        app.calls.set(name, (auth) =>
          call(auth).catch((error: unknown) => {
            failure = error
            throw error
          }),
        )
        const request = new Request(`${ORIGIN}/operations`, { method: 'POST', headers })
        const response = await ask(request, { [CALL_HEADER]: name })
        if (response.status >= 400) throw failure
        return response
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
          redirecting(headers, (auth) => auth.signIn(provider, options, params)),
        signOut: (headers, options) => redirecting(headers, (auth) => auth.signOut(options)),
        async update(headers, data) {
          const response = await make(headers, (auth) => auth.unstable_update(data))
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
          return { passed: response.headers.get(GUARD_HEADER) === 'passed', response }
        },
      }
    },
  }
}
