import { judgeStranger } from '../engine/authorize.ts'
import type { Core } from '../engine/auth.ts'
import { readSession, type UnreadSession } from '../engine/server-session.ts'
import { toVerdictResponse } from '../engine/verdict-response.ts'
import type { AuthError } from '../errors/auth-error.ts'
import {
  ActingRefused,
  SessionRequired,
  SessionTokenError,
  StepUpRequired,
} from '../errors/classes.ts'
import { serializeCookie } from '../http/cookie.ts'
import type { ReplyRequest } from '../http/result.ts'
import { toFacts } from '../sessions/facts.ts'
import type { Cookie } from '../types/cookies.ts'
import type { KnownSignIn } from '../sessions/strategy.ts'
import type { Refusal, RequiredRead, RequiredSession, RequireOptions } from '../types/facts.ts'
import type { RequestSource } from '../types/operations.ts'
import type { Verdict } from '../types/scope.ts'

/** A verdict, with the request and the session that it is about. */
interface Judged<S> {
  readonly verdict: Verdict
  readonly session: S | null
  readonly known: (() => Promise<KnownSignIn>) | undefined
  readonly request: Request
  /** The response has the cookies of the verdict, which no scope sets. */
  readonly alone?: boolean
}

function toError(verdict: Verdict): AuthError {
  if ('asked' in verdict) return new StepUpRequired('The sign-in is older or weaker than is asked.')
  // Of what is asked about a session, nothing else is forbidden.
  if (verdict.kind === 'respond' && verdict.response.status === 403) {
    return new ActingRefused('An administrator acts for the user, who has not signed in.')
  }
  const isStranger =
    verdict.kind === 'redirect' || (verdict.kind === 'refuse' && verdict.status === 401)
  return isStranger
    ? new SessionRequired('The request has no session.')
    : new SessionTokenError(
        'The session could not be read, or no sign-in can give what is asked for: the log says which.',
      )
}

/**
 * What the error of a refused request has. Each framework reads the members that it knows of an error: `status` or `statusCode` and
 * `headers`, `toResponse` or `getResponse`.
 */
export function refusalMembers(
  verdict: Verdict,
  request: ReplyRequest,
  cookies: readonly Cookie[] = [],
): Refusal {
  const response = toVerdictResponse(verdict, request) ?? new Response(null, { status: 401 })
  for (const { name, value, options } of cookies) {
    response.headers.append('Set-Cookie', serializeCookie(name, value, options))
  }
  const { status, headers } = response
  const toResponse = (): Response => response.clone()
  const members = {
    status: Math.max(status, 401),
    statusCode: Math.max(status, 401),
    headers: Object.fromEntries(headers),
    toResponse,
    getResponse: toResponse,
  }
  return members
}

function toRefusal({ verdict, request, alone }: Judged<unknown>): AuthError & Refusal {
  const cookies = alone && verdict.kind === 'redirect' ? verdict.cookies : []
  return Object.assign(toError(verdict), refusalMembers(verdict, request, cookies))
}

/**
 * The session and its facts, where the verdict allows the request.
 *
 * @param refuse - throws in the way of a framework
 * @throws what `refuse` throws, else SessionRequired, StepUpRequired or ActingRefused
 */
export async function finish<S>(
  judged: Judged<S>,
  refuse?: (verdict: Verdict) => unknown,
): Promise<RequiredSession<S>> {
  const { verdict, session, known } = judged
  if (verdict.kind === 'allow' && session !== null) {
    return { session, facts: toFacts((await known?.()) ?? { signedInAt: undefined }) }
  }
  if (verdict.kind !== 'allow') await refuse?.(verdict)
  throw toRefusal(judged)
}

/** See `FrameworkAuth.require`. */
export async function requireOf<S extends object>(
  core: Core,
  source: RequestSource,
  options: RequireOptions = {},
): Promise<RequiredRead<S>> {
  let unread: UnreadSession | undefined
  let known: (() => Promise<KnownSignIn>) | undefined
  const read = await readSession<S>(core, source, {
    failed: (failure) => void (unread = failure),
    found: (found) => void (known = found),
  })
  const { headers, url = source.request?.url ?? 'https://host.invalid/' } = source
  const request = source.request ?? new Request(url, { headers })
  const { page = false } = options
  const question = { source, request, read, unread, known, page, url: new URL(url) }
  const verdict = await judgeStranger(core, question, options)
  const { session, cookies } = read
  return { ...(await finish({ verdict, session, known, request, alone: true })), cookies }
}
