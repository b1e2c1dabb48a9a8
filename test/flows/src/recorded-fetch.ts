import type { Fetch } from '@latchstring/core/providers'

/** A request of the application, as it left. */
export interface SentRequest {
  readonly url: string
  readonly headers: Headers
  readonly body: URLSearchParams
}

/** A `fetch` that keeps what it is asked. */
export interface RecordedFetch {
  readonly fetch: Fetch
  /** The requests to addresses with this path. */
  to(path: string): readonly SentRequest[]
}

/**
 * @param answer - answers in the place of the network, if it returns something
 */
export function recordFetch(
  answer: (request: SentRequest) => Response | undefined = () => undefined,
): RecordedFetch {
  const sent: SentRequest[] = []
  return {
    async fetch(url, init) {
      const request = new Request(url, init)
      const body = new URLSearchParams(await request.clone().text())
      const one = { url, headers: request.headers, body }
      sent.push(one)
      return answer(one) ?? fetch(url, init)
    },
    to: (path) => sent.filter(({ url }) => new URL(url).pathname === path),
  }
}
