import type { Cookie } from '../types/cookies.ts'
import type { FlowResult } from './result.ts'

/** The outcome of an action, before it becomes a `Response`. */
export interface ResponseInternal {
  /** HTTP status. Absent with `redirect`. */
  readonly status?: number
  /** Headers of the answer, without those of cookies. */
  readonly headers?: HeadersInit
  /** The value of a JSON answer, or the HTML of a page. */
  readonly body?: unknown
  /** Absolute URL. */
  readonly redirect?: string
  /** Cookies to set, in order. */
  readonly cookies?: readonly Cookie[]
}

/** The parts of a result, by the names of the contract. */
export function toResponseInternal(result: FlowResult): ResponseInternal {
  const cookies = result.jar.changes()
  const headers = { ...result.headers }
  switch (result.kind) {
    case 'redirect':
      return { redirect: result.to, cookies, headers }
    case 'json':
      return { status: result.status, body: result.body, cookies, headers }
    case 'page':
      return { status: result.status, body: result.html, cookies, headers }
  }
}
