import type { Fetch } from '../src/lib/types/provider.ts'

/** A request that a service received. */
export interface AskedRequest {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: URLSearchParams
}

type ResponseRules = (request: AskedRequest, count: number) => Response | Promise<Response>

/** A service without a network: answers by path, and keeps what it was asked. */
export interface FakeService {
  readonly fetch: Fetch
  readonly asked: readonly AskedRequest[]
}

/**
 * Opens a service. Paths without a rule are answered with 404.
 *
 * @param answers - by path; each gets the number of earlier requests for that path
 */
export function openService(answers: Readonly<Record<string, ResponseRules>>): FakeService {
  const asked: AskedRequest[] = []
  return {
    asked,
    async fetch(input, init) {
      const request = new Request(input, init)
      const { url, method, headers } = request
      const { pathname } = new URL(url)
      const count = asked.filter((one) => new URL(one.url).pathname === pathname).length
      const one = { url, method, headers, body: new URLSearchParams(await request.text()) }
      asked.push(one)
      return answers[pathname]?.(one, count) ?? new Response(null, { status: 404 })
    },
  }
}
