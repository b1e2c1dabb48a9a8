import type { ProviderObject } from '@latchstring/core/providers'
import type { Authentication, Person, Service } from '@latchstring/testing'

/** The user an application gets. */
export interface ExpectedUser {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly image: string | null
  /** Whether the address counts as verified. */
  readonly emailVerified: boolean
}

/** What a whole sign-in did. */
export interface SignInOutcome {
  readonly user: ExpectedUser
  /** The authorization request. */
  readonly authorization: URL
  /** The requests of the server to the service, oldest first. */
  readonly requests: readonly Request[]
  /** What was stored with the account. */
  readonly account: Readonly<Record<string, unknown>>
}

/** The tools for tests of a quirk: a whole sign-in as another person, or with other options. */
export type SignIn = (change?: {
  readonly person?: Person
  readonly options?: Readonly<Record<string, unknown>>
  /** Changes the service for this sign-in. */
  readonly service?: Partial<Service>
}) => Promise<SignInOutcome>

/**
 * One provider against the emulator of its service. Addresses and values are written out here by hand, from the service's
 * documentation: they are what the module has to produce.
 */
export interface ProviderCase {
  readonly service: Service
  /**
   * Who has proven the email address: the service, which says so; the operator of the server that the application chose;
   * or else a customer of the service enters it, or it is not proven (`none`). SECURITY.md says what follows.
   */
  readonly addressProvenBy: 'service' | 'operator' | 'customer' | 'none'
  /** Makes the provider from the options of the emulator and of the service. */
  readonly provider: (options: object) => ProviderObject
  /**
   * The authorization request: every parameter but `client_id`, `redirect_uri`, `state`, `nonce`, `code_challenge` and
   * `code_challenge_method`, which the suite checks itself.
   */
  readonly authorization: {
    readonly url: string
    readonly params: Readonly<Record<string, string>>
    /** `null` where the request has none. */
    readonly clientIdParameter?: string | null
    /** Where the request is pushed to (RFC 9126), for a service that takes no other. */
    readonly pushedTo?: string
    /** Parameter that the browser comes back to, with `state` in the query of its value. Default: `redirect_uri`. */
    readonly redirectUriParameter?: string
  }
  /** The checks that protect the sign-in. */
  readonly checks: readonly ('pkce' | 'state' | 'nonce')[]
  /** How the client authenticates. */
  readonly authentication: Authentication
  readonly users: { readonly documented: ExpectedUser; readonly minimal: ExpectedUser }
  /** Options without which there is an error that names the provider and the option. */
  readonly required?: readonly string[]
  /** Tests of what is particular about the service, by name. */
  readonly quirks?: Readonly<Record<string, (signIn: SignIn) => Promise<void>>>
}

/** Services of one kind differ in addresses and values: protocol, checks and the authentication of the client are the same. */
export const kindOf = ({
  service,
  checks,
  authentication,
  authorization: { pushedTo },
}: Pick<ProviderCase, 'service' | 'checks' | 'authentication' | 'authorization'>): string =>
  [service.protocol, ...checks, authentication, pushedTo !== undefined].join()
