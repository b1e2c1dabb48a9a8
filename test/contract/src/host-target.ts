import { onTestFinished, vi } from 'vitest'
import { forward } from './forward.ts'
import { type Call, type Operations, overHttp } from './over-http.ts'
import { enter } from './process-surroundings.ts'
import type { AnyConfig, Target } from './target.ts'

/** What a test gives an application. */
export interface Test {
  /**
   * Makes the call of a test in a handler of `POST /operations`.
   *
   * @param name - the value of the header `x-contract-call`
   */
  makeCall(name: string | null | undefined, operations: Operations): Promise<unknown>
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

/** A package in an application that runs in this process. */
export function hostTarget(name: string, { start }: Application): Target {
  return {
    name,
    basePath: BASE_PATH,
    create(config, surroundings) {
      const calls = new Map<string, Call>()
      let started: Promise<Started> | undefined
      onTestFinished(async () => {
        const app = await started
        if (app && 'close' in app) await app.close()
        vi.useRealTimers()
      })

      const begin = (): Promise<Started> =>
        start(config, {
          makeCall(call, operations) {
            const found = calls.get(call ?? '')
            if (!found) throw new Error(`No test makes the call ${call}.`)
            return found(operations)
          },
        })

      return overHttp({
        calls,
        isAction: ({ url }) => new URL(url).pathname.startsWith(`${BASE_PATH}/`),
        async ask(request, more = {}) {
          enter(surroundings)
          started ??= begin()
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
