import type { Failure, Person, Service } from '../service.ts'
import { LabError, type LabRule } from './lab-error.ts'
import type { SigningKey, SigningKeys } from './keys.ts'

/** What a person allowed an application to do. */
export interface Grant {
  readonly redirectUri: string
  readonly scope: string
  readonly person: Person
  readonly nonce?: string
  readonly codeChallenge?: string
  /** Thumbprint of the key that code and token are bound to (RFC 9449, sections 6 and 10). */
  readonly jkt?: string
}

/** The application, as it is registered at a service. */
export interface RegisteredClient {
  readonly id: string
  /** Absent where the service gives none. */
  readonly secret?: string
  /** The key that `private_key_jwt` is verified with. */
  readonly key?: SigningKey
}

/** How long a code is good where the service does not say, in seconds. */
export const CODE_LIFETIME = 600

/** What an emulator remembers. */
export interface EmulatorState {
  readonly service: Service
  readonly client: RegisteredClient
  readonly keys: SigningKeys
  readonly now: () => number
  /** Registered redirect URIs; the first one that is used is registered by that. */
  readonly redirectUris: Set<string>
  /** Codes with what they stand for, until a time in milliseconds. */
  readonly codes: Map<string, { readonly grant: Grant; readonly expires: number }>
  readonly accessTokens: Map<string, Grant>
  /** Pushed requests by their references, until a time in milliseconds. */
  readonly pushed: Map<string, { readonly url: URL; readonly expires: number }>
  /** Ids of proofs of possession that were shown. */
  readonly proofs: Set<string>
  /** What such a proof has to contain, at the authorization server and at the APIs. */
  readonly nonces: { readonly server: string; readonly resource: string }
  readonly requests: Request[]
  readonly refusals: LabError[]
  /** Who signs in where no other person is named. */
  person: Person
  /** Who was at the service last: what is asked without a token is about them. */
  visitor: Person
  failure: Failure
}

/** Makes an error that names the service. */
export function broken({ service }: EmulatorState, rule: LabRule, message: string): LabError {
  return new LabError(service.id, rule, `${service.name} ${message}`)
}

/** Something that cannot be guessed, made to be recognised in a log. */
export function unguessable(kind: string): string {
  return `${kind}-${crypto.randomUUID().replaceAll('-', '')}`
}
