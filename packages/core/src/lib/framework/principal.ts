import type { Core } from '../engine/auth.ts'
import {
  askForCredential,
  findCredential,
  findSessionUser,
  readAccepted,
  refuseWithout,
  type Accepted,
} from '../engine/principal.ts'
import { reporting } from '../engine/server-operations.ts'
import { readSession, type UnreadSession } from '../engine/server-session.ts'
import { refuseUnread } from '../engine/unread-session.ts'
import { toVerdictResponse } from '../engine/verdict-response.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { AdapterError, SessionTokenError } from '../errors/classes.ts'
import { toFacts } from '../sessions/facts.ts'
import type { KnownSignIn } from '../sessions/strategy.ts'
import type { RequestSource, SessionRead } from '../types/operations.ts'
import type {
  AcceptedPrincipal,
  CredentialPrincipal,
  Principal,
  PrincipalOptions,
  PrincipalRead,
  PrincipalReadWithCookies,
  PrincipalRefusal,
  SessionPrincipal,
} from '../types/principal.ts'
import type { Verdict } from '../types/scope.ts'
import { refusalMembers } from './require.ts'

/** A session that was read for a principal. */
interface ReadForPrincipal<S> extends Pick<SessionRead<S>, 'session'> {
  readonly unread: UnreadSession | undefined
  readonly known: (() => Promise<KnownSignIn>) | undefined
  /** The request, with the cookies that reading the session has set. */
  readonly source: RequestSource
}

/** A request, and how its session is read. */
interface Asked<S> {
  readonly source: RequestSource
  readonly read: () => Promise<ReadForPrincipal<S>>
  /** Throws in the way of a framework. */
  readonly refuse?: ((verdict: Verdict) => unknown) | undefined
}

/** The session could not be read, which has been logged. */
class Unread extends Error {
  readonly failure: UnreadSession
  constructor(failure: UnreadSession) {
    super('The session could not be read.')
    this.failure = failure
  }
}

type Found<S> = SessionPrincipal<S> | CredentialPrincipal<object> | PrincipalRefusal['reason']

async function askForSession<S>(
  config: ResolvedConfig,
  { session: accepts }: Accepted,
  { read }: Asked<S>,
): Promise<Found<S>> {
  if (!accepts) return 'missing'
  const { session, unread, known, source } = await read()
  if (unread) throw new Unread(unread)
  const user = session === null ? null : await findSessionUser(config, source)
  if (session === null || user === null) return 'missing'
  const facts = toFacts((await known?.()) ?? { signedInAt: undefined })
  const { actor } = facts
  return { kind: 'session', user, ...(actor && { actor }), session, facts }
}

/** Asks for the credential where there is one and a feature is accepted, and otherwise for the session. */
async function ask<S>(
  config: ResolvedConfig,
  accepted: Accepted,
  asked: Asked<S>,
): Promise<Found<S>> {
  const { headers } = asked.source
  const credential = accepted.features.length > 0 ? findCredential(headers) : undefined
  return credential === undefined
    ? askForSession(config, accepted, asked)
    : askForCredential(config, accepted, credential)
}

const requestOf = ({ request, url = 'https://host.invalid/', headers }: RequestSource): Request =>
  request ?? new Request(url, { headers })

/** What could not be found out, as an error with the response for it. */
async function fail(
  core: Core,
  { source, refuse }: Asked<unknown>,
  { cause, ref }: UnreadSession,
): Promise<never> {
  const original = requestOf(source)
  const config = await Promise.resolve(core.resolve(source)).catch(() => undefined)
  const verdict = await refuseUnread(
    { cause, ref },
    { original, config, development: core.development },
  )
  await refuse?.(verdict)
  const error =
    cause instanceof AdapterError
      ? cause
      : new SessionTokenError('The session could not be read: the log says why.')
  for (const [name, value] of Object.entries(refusalMembers(verdict, original))) {
    Reflect.set(error, name, value)
  }
  throw error
}

interface Outcome<S> {
  readonly accepted: Accepted
  readonly config: ResolvedConfig
  readonly found: Found<S> | Unread
}

async function find<S>(core: Core, asked: Asked<S>, accepts: unknown): Promise<Outcome<S>> {
  const { source } = asked
  return reporting(core, source, async () => {
    const config = await core.resolve(source)
    const accepted = readAccepted(config, accepts)
    try {
      return { accepted, config, found: await ask(config, accepted, asked) }
    } catch (error) {
      if (error instanceof Unread) return { accepted, config, found: error }
      throw error
    }
  })
}

function toRefused(
  { accepted, config }: Outcome<unknown>,
  reason: PrincipalRefusal['reason'],
  source: RequestSource,
): PrincipalRefusal {
  config.log.debug('A request has no principal.', { reason })
  const original = requestOf(source)
  const response =
    toVerdictResponse(refuseWithout(accepted, reason), original) ??
    new Response(null, { status: 401 })
  return {
    reason,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    toResponse: () => response.clone(),
  }
}

/** See `RequestScope.principal`. */
export async function principalFor<S, Kinds extends AcceptedPrincipal>(
  core: Core,
  asked: Asked<S>,
  { accepts }: PrincipalOptions<Kinds>,
): Promise<PrincipalRead<S, Kinds>> {
  let outcome: Outcome<S>
  try {
    outcome = await find(core, asked, accepts)
  } catch (error) {
    // What is wrong with the configuration is no matter of the request.
    if (!(error instanceof AdapterError)) throw error
    return fail(core, asked, { cause: error, ref: error.ref ?? '' })
  }
  const { found } = outcome
  if (found instanceof Unread) return fail(core, asked, found.failure)
  if (typeof found === 'string') {
    return { principal: null, refused: toRefused(outcome, found, asked.source) }
  }
  // Only what the call accepts was asked for.
  return { principal: found as Principal<S, Kinds> }
}

/** See `FrameworkAuth.principal`. */
export async function principalOf<S extends object, Kinds extends AcceptedPrincipal>(
  core: Core,
  source: RequestSource,
  options: PrincipalOptions<Kinds>,
): Promise<PrincipalReadWithCookies<S, Kinds>> {
  let cookies: SessionRead<S>['cookies'] = []
  async function read(): Promise<ReadForPrincipal<S>> {
    let unread: UnreadSession | undefined
    let known: (() => Promise<KnownSignIn>) | undefined
    const given = await readSession<S>(core, source, {
      failed: (failure) => void (unread = failure),
      found: (sign) => void (known = sign),
    })
    cookies = given.cookies
    return { session: given.session, unread, known, source }
  }
  return { ...(await principalFor<S, Kinds>(core, { source, read }, options)), cookies }
}
