import type { Failure, Person, Service } from '../service.ts'
import { LabError, type LabRule } from './lab-error.ts'
import type { SigningKey, SigningKeys } from './keys.ts'

/** Permissions that a person has granted to an application. */
export interface Grant {
  readonly redirectUri: string
  readonly scope: string
  readonly person: Person
  readonly nonce?: string
  readonly codeChallenge?: string
  /** Thumbprint of the key that code and token are bound to (RFC 9449, sections 6 and 10). */
  readonly jkt?: string
  /** The request had what the service needs for a refresh token. */
  readonly refreshable?: boolean
}

/** A refresh token that was issued. */
export interface IssuedRefreshToken {
  readonly grant: Grant
  /** The access token that was issued beside it. */
  readonly accessToken: string
  /** In milliseconds since the epoch. */
  readonly expires: number
  /** The first refresh token of the sign-in. */
  readonly family: string
  /** Until when it is taken after another one has replaced it, in milliseconds since the epoch. */
  readonly replacedUntil?: number
}

/** The registration of the application at a service. */
export interface RegisteredClient {
  readonly id: string
  /** Absent if the service issues none. */
  readonly secret?: string
  /** The key that `private_key_jwt` is verified with. */
  readonly key?: SigningKey
}

/** Default lifetime of a code, in seconds. */
export const CODE_LIFETIME = 600

/** State of an emulator. */
export interface EmulatorState {
  readonly service: Service
  readonly client: RegisteredClient
  readonly keys: SigningKeys
  readonly now: () => number
  /** Registered redirect URIs; the first one that is used is registered by that. */
  readonly redirectUris: Set<string>
  /** Grants by their codes, with an expiry in milliseconds. */
  readonly codes: Map<string, { readonly grant: Grant; readonly expires: number }>
  readonly accessTokens: Map<string, Grant>
  readonly refreshTokens: Map<string, IssuedRefreshToken>
  /** Pushed requests by their references, until a time in milliseconds. */
  readonly pushed: Map<string, { readonly url: URL; readonly expires: number }>
  /** Ids of proofs of possession that were shown. */
  readonly proofs: Set<string>
  /** What such a proof has to contain, at the authorization server and at the APIs. */
  readonly nonces: { readonly server: string; readonly resource: string }
  readonly requests: Request[]
  readonly refusals: LabError[]
  /** The person who signs in by default. */
  person: Person
  /** The person who signed in last: requests without a token are about them. */
  visitor: Person
  failure: Failure
}

/** Creates an error that names the service. */
export function broken({ service }: EmulatorState, rule: LabRule, message: string): LabError {
  return new LabError(service.id, rule, `${service.name} ${message}`)
}

/** Returns a random value with a prefix that is recognizable in a log. */
export function unguessable(kind: string): string {
  return `${kind}-${crypto.randomUUID().replaceAll('-', '')}`
}
