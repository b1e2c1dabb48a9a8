import type { Actor } from './actor.ts'
import type { Refusal, SessionFacts } from './facts.ts'
import type { FeatureUser } from './feature-context.ts'
import type { FeaturePrincipal } from './feature-principal.ts'
import type { AnyFeature } from './feature.ts'
import type { SessionRead } from './operations.ts'

/** What a call accepts: sessions, and credentials of a feature by its value. */
export type AcceptedPrincipal = 'session' | AnyFeature

/**
 * What `principal` accepts.
 *
 * @typeParam Accepted - the union of what is in the list
 */
export interface PrincipalOptions<Accepted extends AcceptedPrincipal> {
  /** `'session'`, features whose credentials are accepted, or both. Each feature is the value that `features` of the configuration has. */
  readonly accepts: readonly Accepted[]
}

interface ForUser {
  /** For whom the request acts. */
  readonly user: FeatureUser
  /** Who acts for the user, where that is another one (RFC 8693, section 4.1): the id of that user. */
  readonly actor?: Actor
}

/** The principal of a request with a session. */
export interface SessionPrincipal<S> extends ForUser {
  readonly kind: 'session'
  /** The session, as `auth` gives it. */
  readonly session: S
  /** How it began. */
  readonly facts: SessionFacts
}

/** The principal of a request with a credential of a feature. There is no session, and none is made up for it. */
export interface CredentialPrincipal<Data> extends ForUser {
  /** `key`: one that a person has made for a program. `bearer`: an access token. */
  readonly kind: 'key' | 'bearer'
  /** Name of the feature. */
  readonly feature: string
  /** What the feature says of the credential, such as its scopes. */
  readonly data: Data
}

/** What the credentials of a feature come with. */
type DataOf<Value extends AnyFeature> =
  NonNullable<Value['principal']> extends FeaturePrincipal<infer Data> ? Data : never

/**
 * For whom a request acts.
 *
 * @typeParam S - type of a session
 * @typeParam Accepted - what the call accepts
 */
export type Principal<S, Accepted extends AcceptedPrincipal = AcceptedPrincipal> =
  | ('session' extends Accepted ? SessionPrincipal<S> : never)
  | (Extract<Accepted, AnyFeature> extends infer Value extends AnyFeature
      ? [Value] extends [never]
        ? never
        : CredentialPrincipal<DataOf<Value>>
      : never)

/**
 * Why a request has no principal, with the response for it: `WWW-Authenticate: Bearer` in the words of RFC 6750, section 3, where a
 * credential of a feature is accepted.
 *
 * - `missing`: it has neither a credential that is looked at nor an accepted session
 * - `malformed`: what follows `Bearer` is no bearer token, or longer than 512 characters; 400
 * - `not-accepted`: the call accepts no credential with this prefix
 * - `invalid`: the reader of the feature does not know the credential, or its user is deleted
 */
export interface PrincipalRefusal extends Refusal {
  readonly reason: 'missing' | 'malformed' | 'not-accepted' | 'invalid'
}

/** The principal of a request, or why it has none. */
export type PrincipalRead<S, Accepted extends AcceptedPrincipal> =
  | { readonly principal: Principal<S, Accepted>; readonly refused?: undefined }
  | { readonly principal: null; readonly refused: PrincipalRefusal }

/** The same with the cookies that reading a session sets. */
export type PrincipalReadWithCookies<S, Accepted extends AcceptedPrincipal> = PrincipalRead<
  S,
  Accepted
> &
  Pick<SessionRead<S>, 'cookies'>

/**
 * Finds for whom a request acts.
 *
 * A bearer credential is looked at only where a feature is accepted, and decides there: where it is refused, the session of a cookie beside
 * it does not count.
 *
 * @typeParam Given - what the framework passes with a request
 * @throws InvalidConfiguration for a feature that the configuration does not have, or that has no credentials
 * @throws AdapterError when the store fails, with `status` 503 and `toResponse()`: it is not known then who asks
 */
export type PrincipalOf<Given extends readonly unknown[], S> = <Accepted extends AcceptedPrincipal>(
  ...given: [...Given, options: PrincipalOptions<Accepted>]
) => Promise<PrincipalRead<S, Accepted>>

/** The same for frameworks whose functions find their request: it can be passed, and need not be. */
export type AmbientPrincipal<Event, S> = <Accepted extends AcceptedPrincipal>(
  options: PrincipalOptions<Accepted>,
  event?: Event,
) => Promise<PrincipalRead<S, Accepted>>
