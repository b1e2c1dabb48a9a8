import type { JsonValue } from './utility.ts'

/** The kinds of providers. */
export type ProviderType = 'oauth' | 'oidc' | 'email' | 'credentials' | 'webauthn'

/** One entry of `authorization_details` (RFC 9396, section 2). */
export interface AuthorizationDetails {
  /** Kind of the permission, as the service names it. */
  readonly type: string
  readonly [parameter: string]: JsonValue | undefined
}

/** A successful token response (RFC 6749, section 5.1; OpenID Connect Core 1.0, section 3.1.3.3). */
export interface TokenEndpointResponse {
  /** Opens the API of the service. */
  readonly access_token: string
  /** Always lower case, because its value is case-insensitive. */
  readonly token_type: Lowercase<string>
  /** Lifetime of the access token in seconds, from the response on. */
  readonly expires_in?: number
  /** Gets a new access token. Many services send it only at the first consent. */
  readonly refresh_token?: string
  /** The granted permissions, separated by spaces. Absent: those that were asked for. */
  readonly scope?: string
  /** The signed claims about the user (OpenID Connect). */
  readonly id_token?: string
  /** The granted permissions in detail (RFC 9396). */
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
  /** Id of the account, where the service calls it so. */
  id?: string | null
  /** Id of the account (OpenID Connect). It never changes. */
  sub?: string | null
  /** Full name, as it is shown. */
  name?: string | null
  /** First name or names. */
  given_name?: string | null
  /** Last name or names. */
  family_name?: string | null
  /** Middle name or names. */
  middle_name?: string | null
  /** Short or familiar name. */
  nickname?: string | null
  /** User name. It may change, and another person may get it later. */
  preferred_username?: string | null
  /** Address of the page about the person. */
  profile?: string | null
  /** Address of a picture; some services send an object. It is not checked. */
  // The specification of the contract leaves the type of `picture` open.
  picture?: unknown
  /** Address of the website of the person. */
  website?: string | null
  /** Email address. Only `email_verified` says whether it belongs to the person. */
  email?: string | null
  /** Whether the service proved that the address belongs to the person. */
  email_verified?: boolean | null
  /** Gender, as the person entered it. */
  gender?: string | null
  /** Date of birth, as `YYYY-MM-DD` or `YYYY`. */
  birthdate?: string | null
  /** Time zone, such as `Europe/Paris`. */
  zoneinfo?: string | null
  /** Language, such as `de-CH`. */
  locale?: string | null
  /** Phone number, best in E.164. */
  phone_number?: string | null
  /** When the profile was last changed; in OpenID Connect, seconds since the epoch. */
  updated_at?: Date | string | number | null
  /** Postal address. */
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
