import type { Account, Profile, TokenEndpointResponse, TokenSet } from './account.ts'
import type {
  AuthorizationEndpoint,
  ClientMetadata,
  EndSessionEndpoint,
  Fetch,
  RedirectProtocol,
  TokenEndpoint,
} from './endpoint.ts'
import type { User } from './user.ts'
import type { Awaitable } from './utility.ts'
import type {
  CommonProviderOptions,
  DescriptiveMember,
  ProviderButtonStyle,
} from './provider-common.ts'
import type { CredentialsConfig, EmailConfig } from './provider-own.ts'
import type { ProviderId } from './provider-id.ts'
import type { WebAuthnConfig } from './webauthn.ts'
import type { customFetch } from './symbols.ts'

export type {
  CommonProviderOptions,
  CredentialInput,
  DescriptiveMember,
  ProviderButtonStyle,
} from './provider-common.ts'
export type { BuiltInProviderId } from './built-in-provider-id.ts'
export type { ProviderId } from './provider-id.ts'
export type { WebAuthnConfig } from './webauthn.ts'
export type {
  CredentialsConfig,
  EmailConfig,
  SendVerificationRequestParams,
} from './provider-own.ts'
export type {
  AuthorizationEndpoint,
  ClientAuthenticationMethod,
  ClientMetadata,
  ClientPrivateKey,
  EndSessionEndpoint,
  Fetch,
  RedirectProtocol,
  RedirectSignIn,
  TokenEndpoint,
  TokenRequest,
} from './endpoint.ts'

/** The part of a provider that clients may see. */
export interface PublicProvider {
  /** For `signIn`. */
  readonly id: ProviderId
  /** Name of the service, for a button. */
  readonly name: string
  /** `oauth`, `oidc`, `email`, `credentials` or `webauthn`. */
  readonly type: string
  /** Absolute address that a form of this provider is posted to. */
  readonly signinUrl: string
  /** Absolute address that is registered at the service as redirect URI. */
  readonly callbackUrl: string
}

/** Checks that bind the authorization response to the browser that asked (RFC 6749 10.12, RFC 7636, OpenID Connect Core 15.5.2). */
export type Check = 'pkce' | 'state' | 'nonce' | 'none'

/** The userinfo endpoint. `{issuer}` in the URL stands for the issuer of the provider. */
export interface UserinfoEndpoint<P> {
  /** Absolute address. Default: that of the discovery document. */
  readonly url?: string
  /** Parameters added to the query. */
  readonly params?: Readonly<Record<string, string>>
  /**
   * Asks for the profile where one plain GET will not do. `fetch` has the deadline, the size cap and the `customFetch`
   * of the provider.
   */
  readonly request?: (context: {
    readonly tokens: TokenSet
    /** Of the ID token, verified. With OpenID Connect; the returned profile replaces them. */
    readonly claims?: Readonly<Record<string, unknown>>
    readonly provider: OAuthConfig<P>
    readonly fetch: Fetch
  }) => Awaitable<P>
}

/** A user made from a provider's profile. `emailVerified` is true only when the provider proved the address. */
export type ProfileUser = User & { readonly emailVerified?: boolean | null }

/** Members of a provider that depend on its options. */
export interface DerivedMembers {
  /** The members, of the options that the factory was called with. */
  readonly made: object
  /** Makes them again, of all options: those of the application and those of the environment. */
  readonly make: (options: never) => object
}

interface OAuthBase<P> extends CommonProviderOptions {
  /**
   * The issuer identifier; discovery starts there (RFC 8414, OpenID Connect Discovery 1.0). `{clientId}` in it stands for
   * the client id.
   */
  readonly issuer?: string
  /** Address of the discovery document where it is not under the issuer. Default: `/.well-known/openid-configuration` under it. */
  readonly wellKnown?: string
  /** The authorization endpoint: its address, or an object with `params`. Default: that of the discovery document. */
  readonly authorization?: string | AuthorizationEndpoint
  /** The token endpoint. Default: that of the discovery document. */
  readonly token?: string | TokenEndpoint
  /** The userinfo endpoint. Default: that of the discovery document; OpenID Connect reads the ID token instead. */
  readonly userinfo?: string | UserinfoEndpoint<P>
  /** Where `signOut({ provider: true })` sends the browser. Default: the endpoint in the discovery document. */
  readonly endSession?: string | EndSessionEndpoint
  /** Client id that the service gave the application. Default: `AUTH_{ID}_ID`. */
  readonly clientId?: string
  /** Client secret that the service gave the application. Default: `AUTH_{ID}_SECRET`. */
  readonly clientSecret?: string
  /** How the client authenticates, and what answers have to fulfil. Default: as the service says in its discovery document. */
  readonly client?: ClientMetadata
  /** Sends the authorization request through the back channel (RFC 9126). Also done where the server requires it. Default: `false`. */
  readonly pushedAuthorizationRequests?: boolean
  /** Binds the tokens to a key that is made for each sign-in (RFC 9449). Default: `false`. */
  readonly dpop?: boolean
  /**
   * What a sign-in is worth that `auth.require` or a page of the account has asked for again. `checked`: the ID token has to say that the
   * person has authenticated as recently as was asked (`max_age`, `auth_time`); a service without OpenID Connect is refused. `trusted`: coming
   * back from the service is enough, even if it asked for nothing. Default: `checked` with OpenID Connect, else `trusted`.
   */
  readonly stepUp?: 'checked' | 'trusted'
  /** Takes the place of the OAuth exchange for a service that speaks another protocol. */
  readonly protocol?: RedirectProtocol<P>
  /** The members that depend on options, which the environment can set after the factory was called. */
  readonly derived?: DerivedMembers
  /**
   * Variables for options of its own, by option. A name that begins with `_` follows `AUTH_{ID}`. They are read where neither
   * the option nor an issuer is set.
   */
  readonly variables?: Readonly<Record<string, readonly string[]>>
  /**
   * Profile of the provider to user of the application. The `id` it returns is the account's id: what the service gives to
   * no other account and never changes. One that is missing or no id refuses the sign-in; `accountId` makes it of what the
   * service sends.
   */
  readonly profile?: (profile: P, tokens: TokenSet) => Awaitable<ProfileUser>
  /** Which members of the token response are stored with the account. */
  readonly account?: (
    tokens: TokenSet,
  ) => Partial<TokenEndpointResponse> | Partial<Account> | undefined
  /** Merges what came with the authorization response by form post into the profile. */
  readonly profileFromBody?: (profile: P, parameters: Readonly<Record<string, string>>) => P
  /** Colours and mark of the button. Default: those of the service. */
  readonly style?: ProviderButtonStyle
  /**
   * Links a new account to the user with the same email address, when the provider says that the address is verified
   * and the stored one is verified too, or `account.vouchForAddresses` says so of all. Default: `false`.
   */
  readonly allowDangerousEmailAccountLinking?: boolean
  /** Overrides the option of the same name for this provider. Default: that of the configuration. */
  readonly redirectProxyUrl?: string
  /**
   * Origins inside your network, such as `http://keycloak:8080`, where this provider may be without https, or with a public issuer. Codes,
   * tokens and the client secret are sent there. In development, http inside the network needs no entry. Default: none.
   */
  readonly internalOrigins?: readonly string[]
  /** Replaces `fetch` for every request to the provider. The deadline, size and redirect rules still hold. */
  readonly [customFetch]?: Fetch
}

/** A provider that speaks OAuth 2.0 (RFC 6749) without OpenID Connect. */
export interface OAuth2Config<P> extends OAuthBase<P> {
  /** Kind of the provider. */
  readonly type: 'oauth'
  /** Values that bind the response of the service to the browser that asked. Default: `pkce` and `state`. */
  readonly checks?: readonly Exclude<Check, 'nonce'>[]
  /** What the factory was called with; it takes precedence over the other members. */
  readonly options?: OAuthUserConfig<P>
}

/** A provider that speaks OpenID Connect. */
export interface OIDCConfig<P> extends OAuthBase<P> {
  /** Kind of the provider. */
  readonly type: 'oidc'
  /** Values that bind the response of the service to the browser that asked. Default: `pkce`, `state` and `nonce`. */
  readonly checks?: readonly Check[]
  /** Whether the profile comes from the ID token; otherwise from the userinfo endpoint. Default: `true`. */
  readonly idToken?: boolean
  /** Other names of the same issuer, which the service writes into discovery documents or ID tokens at times. */
  readonly issuerAliases?: readonly string[]
  /**
   * For issuers with a template in their discovery document (`https://login.example/{tenantid}`): the issuer that an ID
   * token with these claims has to have. The signature is verified before the claims are used.
   *
   * @param stated - the `issuer` of the discovery document
   */
  readonly resolveIssuer?: (
    claims: Readonly<Record<string, unknown>>,
    stated: string,
  ) => string | undefined
  /**
   * The `issuer` the discovery document states, where that is another than the configured one: a template, or another name of
   * the same service. A function says whether it is one.
   *
   * @param stated - the `issuer` of the discovery document
   * @param configured - the `issuer` of the provider, also where it comes from the environment
   */
  readonly discoveryIssuer?: string | ((stated: string, configured: string) => boolean)
  /**
   * Seconds by which the clock of the provider may differ from ours, from 0 to 300. Without it, what has expired is taken for
   * 30 seconds more, and what was issued up to 60 seconds in the future is taken.
   */
  readonly clockTolerance?: number
  /** Further audiences of ID tokens whose `azp` does not name this client (OpenID Connect Core 1.0, section 3.1.3.7). Default: none. */
  readonly trustedAudiences?: readonly string[]
  /** Accepts logout tokens without `exp`, which older servers send, for five minutes. Default: `false`. */
  readonly logoutTokenWithoutExp?: boolean
  /** Ends sessions by front-channel logout, where the cookie reaches the frame (docs/logout.md). Default: `false`. */
  readonly frontChannelLogout?: boolean
  /** What the factory was called with; it takes precedence over the other members. */
  readonly options?: OIDCUserConfig<P>
}

/** An OAuth or OpenID Connect provider. */
export type OAuthConfig<P> = OAuth2Config<P> | OIDCConfig<P>

/** The options of an OAuth provider factory. */
export type OAuthUserConfig<P> = Partial<Omit<OAuth2Config<P>, DescriptiveMember>>

/** The options of an OpenID Connect provider factory. */
export type OIDCUserConfig<P> = Partial<Omit<OIDCConfig<P>, DescriptiveMember>>

// The profile from a service, where the application has named no type for it: a parameter of type `unknown` would refuse
// functions that name one, and one of type `never` would give the others nothing to work with.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyServiceProfile = any

// A profile type is in parameters and in results, so no one type argument admits every provider.
interface AnyProfileHooks {
  readonly profile?: (profile: AnyServiceProfile, tokens: TokenSet) => Awaitable<ProfileUser>
  readonly profileFromBody?: (
    profile: AnyServiceProfile,
    parameters: Readonly<Record<string, string>>,
  ) => unknown
  readonly userinfo?:
    | string
    | (Omit<UserinfoEndpoint<never>, 'request'> & {
        readonly request?: (context: {
          readonly tokens: TokenSet
          readonly claims?: Readonly<Record<string, unknown>>
          readonly provider: OAuthConfig<AnyServiceProfile>
          readonly fetch: Fetch
        }) => unknown
      })
  readonly protocol?: {
    readonly request: (signIn: never) => Awaitable<string>
    readonly verify: (signIn: never) => unknown
  }
  readonly options?: object
}

type AnyProfile<C> = Omit<C, keyof AnyProfileHooks> & AnyProfileHooks

/** A provider as an object. */
export type ProviderObject =
  | AnyProfile<OAuth2Config<never>>
  | AnyProfile<OIDCConfig<never>>
  | (Omit<CredentialsConfig, 'authorize' | 'options'> & {
      // A method, because the parameters of one may name the inputs of their own form.
      authorize(
        credentials: Readonly<Partial<Record<string, string>>>,
        request: Request,
      ): Awaitable<User | null>
      readonly options?: object
    })
  | EmailConfig
  | WebAuthnConfig

/**
 * A provider, or the factory of one; a factory gets its options from the environment. An application may call it without any,
 * to list its providers on a page of its own.
 */
export type Provider = ProviderObject | ((...options: Record<string, never>[]) => ProviderObject)

/** The default profile of a provider. */
export type AnyOAuthProfile = Profile
