import type {
  AuthorizationParams,
  RequestScope,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
} from '@latchstring/core/framework'
import type { Session } from '@latchstring/core/types'
import { onTestFinished, vi } from 'vitest'
import { forward } from './forward.ts'
import { type Call, type Operations, overHttp } from './over-http.ts'
import { enter } from './process-environment.ts'
import type { AnyConfig, Target } from './target.ts'

/** A package whose functions take the event of a request, as those of h3 do. */
export interface EventPackage<Event> {
  auth(event: Event): Promise<Session | null>
  signIn(
    event: Event,
    provider: string | undefined,
    options: SignInOptions & { readonly authorizationParams: AuthorizationParams | undefined },
  ): Promise<unknown>
  signOut(event: Event, options?: SignOutOptions): Promise<unknown>
  unstable_update(event: Event, data?: SessionUpdate): Promise<Session | null>
  scope(event: Event): Pick<RequestScope<Session>, 'sessions' | 'signIn'>
}

/** What a test gives an application. */
export interface Test {
  /**
   * Makes the call of a test in a handler of `POST /operations`.
   *
   * @param name - the value of the header `x-contract-call`
   */
  makeCall(name: string | null | undefined, operations: Operations): Promise<unknown>
  /** Does the same with a package whose functions take an event, and makes the response. */
  serveCall<Event>(
    name: string | null | undefined,
    latchstring: EventPackage<Event>,
    event: Event,
  ): Promise<Response>
}

/** A server that is asked by its function, or at its port. */
export type Started =
  | { readonly fetch: (request: Request) => Response | Promise<Response> }
  | { readonly port: number; readonly close: () => unknown }

/**
 * The application of a fixture: the HTTP actions, `POST /operations`, and everything with the header `x-contract-guard` behind
 * the `authorized` callback, where it answers with the same header as `passed`.
 */
export interface Application {
  readonly start: (config: AnyConfig, test: Test) => Promise<Started>
}

const BASE_PATH = '/auth'

function operationsOf<Event>(latchstring: EventPackage<Event>, event: Event): Operations {
  const scope = latchstring.scope(event)
  return {
    auth: () => latchstring.auth(event),
    async signIn(provider, options, authorizationParams) {
      if (!(options instanceof FormData)) {
        return latchstring.signIn(event, provider, { ...options, authorizationParams })
      }
      // A form of the application may hand over what it has read.
      const { url } = await scope.signIn(provider, options, authorizationParams)
      return new Response(null, { status: 303, headers: { location: url } })
    },
    signOut: (options) => latchstring.signOut(event, options),
    unstable_update: (data) => latchstring.unstable_update(event, data),
    sessions: scope.sessions,
  }
}

/** What a test gives an application, whose calls are kept by their names. */
function createTest(calls: ReadonlyMap<string, Call>): Test {
  const test: Test = {
    makeCall(name, operations) {
      const call = calls.get(name ?? '')
      if (!call) throw new Error(`No test makes the call ${name}.`)
      return call(operations)
    },
    async serveCall(name, latchstring, event) {
      const result = await test.makeCall(name, operationsOf(latchstring, event))
      return result instanceof Response ? result : Response.json(result ?? null)
    },
  }
  return test
}

/** A package in an application that runs in this process. */
export function hostTarget(name: string, { start }: Application): Target {
  return {
    name,
    basePath: BASE_PATH,
    create(config, environment) {
      const calls = new Map<string, Call>()
      let started: Promise<Started> | undefined
      onTestFinished(async () => {
        const app = await started
        if (app && 'close' in app) await app.close()
        vi.useRealTimers()
      })

      return overHttp({
        calls,
        isAction: ({ url }) => new URL(url).pathname.startsWith(`${BASE_PATH}/`),
        async ask(request, more = {}) {
          enter(environment)
          started ??= start(config, createTest(calls))
          const app = await started
          const headers = new Headers(request.headers)
          for (const [header, value] of Object.entries(more)) headers.set(header, value)
          const sent = new Request(request, { headers })
          return 'fetch' in app ? app.fetch(sent) : forward(app.port, sent)
        },
      })
    },
  }
}
