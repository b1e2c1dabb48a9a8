import type { JsonValue } from './utility.ts'

/** The kinds of providers. */
export type ProviderType = 'oauth' | 'oidc' | 'email' | 'credentials' | 'webauthn'

/** One entry of `authorization_details` (RFC 9396, section 2). */
export interface AuthorizationDetails {
  readonly type: string
  readonly [parameter: string]: JsonValue | undefined
}

/** A successful token response (RFC 6749, section 5.1; OpenID Connect Core 1.0, section 3.1.3.3). */
export interface TokenEndpointResponse {
  readonly access_token: string
  /** Always lower case, because its value is case-insensitive. */
  readonly token_type: Lowercase<string>
  readonly expires_in?: number
  readonly refresh_token?: string
  readonly scope?: string
  readonly id_token?: string
  readonly authorization_details?: readonly AuthorizationDetails[]
  readonly [parameter: string]: JsonValue | undefined
}

/** A token response with the absolute time at which its access token expires. */
export type TokenSet = Partial<TokenEndpointResponse> & {
  /** When the access token expires, in seconds since the epoch; computed from `expires_in`. */
  readonly expires_at?: number
}

/** The link between a user and a provider, with the tokens the provider gave. */
export interface Account extends Partial<TokenEndpointResponse> {
  /** Id of the provider. */
  provider: string
  /** OAuth and OIDC: the id `profile` returned. Email: the address. Credentials: the id `authorize` returned. */
  providerAccountId: string
  /** Kind of the provider. */
  type: ProviderType
  /** Id of the user it belongs to. */
  userId?: string
  /** When the access token expires, in seconds since the epoch. */
  expires_at?: number
}

/** Claims about the user from an OAuth provider (OpenID Connect Core 1.0, section 5.1). */
export interface Profile {
  id?: string | null
  sub?: string | null
  name?: string | null
  given_name?: string | null
  family_name?: string | null
  middle_name?: string | null
  nickname?: string | null
  preferred_username?: string | null
  profile?: string | null
  // The specification of the contract leaves the type of `picture` open.
  picture?: unknown
  website?: string | null
  email?: string | null
  email_verified?: boolean | null
  gender?: string | null
  birthdate?: string | null
  zoneinfo?: string | null
  locale?: string | null
  phone_number?: string | null
  updated_at?: Date | string | number | null
  address?: {
    formatted?: string | null
    street_address?: string | null
    locality?: string | null
    region?: string | null
    postal_code?: string | null
    country?: string | null
  } | null
  [claim: string]: unknown
}

/** A passkey or security key registered by a user (Web Authentication Level 3). */
export interface Authenticator {
  /** Base64 encoded credential id. */
  credentialID: string
  /** Id of the provider account it belongs to. */
  providerAccountId: string
  /** Base64 encoded public key. */
  credentialPublicKey: string
  /** How often the authenticator has been used, as it counts itself. */
  counter: number
  /** `singleDevice` or `multiDevice`. */
  credentialDeviceType: string
  /** Whether the credential is backed up. */
  credentialBackedUp: boolean
  /** Transports, joined by commas. */
  transports?: string | null
  /** Id of the user it belongs to. */
  userId?: string
}
