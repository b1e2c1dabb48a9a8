import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IdTokenChange, IdTokenClaims, IdTokenHeader } from './id-token.ts'

/** The endpoints that answer a client directly; their answers can be tampered with. */
export type BackChannelEndpoint =
  | 'discovery'
  | 'jwks'
  | 'par'
  | 'token'
  | 'userinfo'
  | 'revocation'
  | 'introspection'
  | 'oauthToken'
  | 'oauthProfile'
  | 'oauthEmails'

/** The answer as the provider would give it. */
export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The JSON object of the body; empty if the body is something else. */
  readonly body: Readonly<Record<string, unknown>>
  /** The body as it would be sent. */
  readonly text: string
}

/** What becomes of an answer. What is left out stays as it was. */
export interface AnswerChange {
  readonly status?: number
  /** Added to the headers, or put in their place. */
  readonly headers?: Readonly<Record<string, string>>
  readonly contentType?: string
  /** A string is sent as it is, anything else as JSON, in which undefined members are left out. */
  readonly body?: unknown
  /** Least size of the body in bytes. It is filled up with spaces, so JSON stays valid. */
  readonly padTo?: number
  /** Milliseconds to wait before answering. */
  readonly delay?: number
  /** Answer 302 with this `location`. */
  readonly redirect?: string
  /** Send half the body, then cut the connection. */
  readonly reset?: boolean
}

/** A change, or a function that makes it from the true answer. */
export type AnswerTampering =
  | AnswerChange
  | ((answer: Answer) => AnswerChange | Promise<AnswerChange>)

/** For whom an ID token is. */
export interface IdTokenOccasion {
  readonly clientId: string
  readonly grantType: string
}

/** Changes an ID token before it leaves. */
export type IdTokenTampering = (
  claims: IdTokenClaims,
  header: IdTokenHeader,
  occasion: IdTokenOccasion,
) => IdTokenChange | Promise<IdTokenChange>

/**
 * What the provider does wrong, by endpoint. The ID token is changed before the token answer is.
 *
 * @example
 * ```ts
 * import type { Tampering } from '@latchstring/test-idp'
 *
 * const otherNonce: Tampering = { idToken: (claims) => ({ claims: { ...claims, nonce: 'x' } }) }
 * const otherPerson: Tampering = { userinfo: ({ body }) => ({ body: { ...body, sub: 'x' } }) }
 * const tooLarge: Tampering = { discovery: { padTo: 2_000_000 } }
 * ```
 */
export interface Tampering extends Partial<Record<BackChannelEndpoint, AnswerTampering>> {
  readonly idToken?: IdTokenTampering
}

function bodyOf(change: AnswerChange, answer: Answer): string {
  const body = change.body ?? answer.text
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return text + ' '.repeat(Math.max(0, (change.padTo ?? 0) - Buffer.byteLength(text)))
}

function headersOf(change: AnswerChange, answer: Answer): Record<string, string> {
  return {
    ...answer.headers,
    ...change.headers,
    ...(change.contentType === undefined ? {} : { 'content-type': change.contentType }),
    ...(change.redirect === undefined ? {} : { location: change.redirect }),
  }
}

/**
 * Sends an answer the way a test wants it.
 *
 * @param response - where it goes; headers set there before are kept
 * @param answer - the true answer
 * @param tampering - the change, if any
 * @param closing - ends a delay when the provider is closed
 */
export async function sendAnswer(
  response: ServerResponse,
  answer: Answer,
  tampering: AnswerTampering | undefined,
  closing: AbortSignal,
): Promise<void> {
  const change = typeof tampering === 'function' ? await tampering(answer) : (tampering ?? {})
  if (change.delay !== undefined) {
    await sleep(change.delay, undefined, { signal: closing }).catch(() => undefined)
  }
  if (response.destroyed || closing.aborted) return
  const payload = Buffer.from(bodyOf(change, answer))
  const redirected = change.redirect === undefined ? undefined : 302
  response.writeHead(change.status ?? redirected ?? answer.status, {
    ...headersOf(change, answer),
    'content-length': payload.length,
  })
  if (change.reset !== true) {
    response.end(payload)
    return
  }
  response.write(payload.subarray(0, payload.length / 2), () => response.destroy())
}
