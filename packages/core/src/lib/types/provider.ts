import type { Account, Profile, TokenEndpointResponse, TokenSet } from './account.ts'
import type {
  AuthorizationEndpoint,
  ClientMetadata,
  EndSessionEndpoint,
  Fetch,
  RedirectProtocol,
  TokenEndpoint,
} from './endpoint.ts'
import type { Texts } from './texts.ts'
import type { Theme } from './pages.ts'
import type { User } from './user.ts'
import type { Awaitable } from './utility.ts'
import type {
  CommonProviderOptions,
  CredentialInput,
  ProviderButtonStyle,
} from './provider-common.ts'
import type { WebAuthnConfig } from './webauthn.ts'
import type { customFetch } from './symbols.ts'

export type {
  CommonProviderOptions,
  CredentialInput,
  ProviderButtonStyle,
} from './provider-common.ts'
export type { WebAuthnConfig } from './webauthn.ts'
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
  readonly id: string
  readonly name: string
  readonly type: string
  readonly signinUrl: string
  readonly callbackUrl: string
}

/** Checks that bind the authorization response to the browser that asked (RFC 6749 10.12, RFC 7636, OpenID Connect Core 15.5.2). */
export type Check = 'pkce' | 'state' | 'nonce' | 'none'

/** The userinfo endpoint. `{issuer}` in the URL stands for the issuer of the provider. */
export interface UserinfoEndpoint<P> {
  readonly url?: string
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

interface OAuthBase<P> extends CommonProviderOptions {
  /**
   * The issuer identifier; discovery starts there (RFC 8414, OpenID Connect Discovery 1.0). `{clientId}` in it stands for
   * the client id.
   */
  readonly issuer?: string
  /** Address of the discovery document where it is not under the issuer. */
  readonly wellKnown?: string
  readonly authorization?: string | AuthorizationEndpoint
  readonly token?: string | TokenEndpoint
  readonly userinfo?: string | UserinfoEndpoint<P>
  /** Where `signOut({ provider: true })` sends the browser. Default: the endpoint in the discovery document. */
  readonly endSession?: string | EndSessionEndpoint
  readonly clientId?: string
  readonly clientSecret?: string
  readonly client?: ClientMetadata
  /** Sends the authorization request through the back channel (RFC 9126). Also done where the server requires it. */
  readonly pushedAuthorizationRequests?: boolean
  /** Binds the tokens to a key that is made for each sign-in (RFC 9449). */
  readonly dpop?: boolean
  /** Takes the place of the OAuth exchange for a service that speaks another protocol. */
  readonly protocol?: RedirectProtocol<P>
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
  readonly style?: ProviderButtonStyle
  /**
   * Links a new account to the user with the same email address, when the provider says that the address is verified
   * and the stored one is verified too. Off by default.
   */
  readonly allowDangerousEmailAccountLinking?: boolean
  /** Overrides the option of the same name for this provider. */
  readonly redirectProxyUrl?: string
  /** Replaces `fetch` for every request to the provider. The deadline, size and redirect rules still hold. */
  readonly [customFetch]?: Fetch
}

/** A provider that speaks OAuth 2.0 (RFC 6749) without OpenID Connect. */
export interface OAuth2Config<P> extends OAuthBase<P> {
  readonly type: 'oauth'
  /** Default: `pkce` and `state`. */
  readonly checks?: readonly Exclude<Check, 'nonce'>[]
  readonly options?: OAuthUserConfig<P>
}

/** A provider that speaks OpenID Connect. */
export interface OIDCConfig<P> extends OAuthBase<P> {
  readonly type: 'oidc'
  /** Default: `pkce`, `state` and `nonce`. */
  readonly checks?: readonly Check[]
  /** `false`: the profile comes from the userinfo endpoint in place of the ID token. */
  readonly idToken?: boolean
  /**
   * For issuers with a template in their discovery document (`https://login.example/{tenantid}`): the issuer that an ID
   * token with these claims has to have. The signature is verified before the claims are used.
   */
  readonly resolveIssuer?: (claims: Readonly<Record<string, unknown>>) => string | undefined
  /** The `issuer` the discovery document states, where that is a template. */
  readonly discoveryIssuer?: string
  /**
   * Seconds by which the clock of the provider may differ from ours, from 0 to 300. Without it, what has expired is taken for
   * 30 seconds more, and what was issued up to 60 seconds in the future is taken.
   */
  readonly clockTolerance?: number
  /** Accepts logout tokens without `exp`, which older servers send, for five minutes. Default: `false`. */
  readonly logoutTokenWithoutExp?: boolean
  /** Ends sessions by front-channel logout, where the cookie reaches the frame (docs/logout.md). Default: `false`. */
  readonly frontChannelLogout?: boolean
  readonly options?: OIDCUserConfig<P>
}

/** An OAuth or OpenID Connect provider. */
export type OAuthConfig<P> = OAuth2Config<P> | OIDCConfig<P>

/** The options of an OAuth provider factory. */
export type OAuthUserConfig<P> = Partial<Omit<OAuth2Config<P>, 'options' | 'type'>>

/** The options of an OpenID Connect provider factory. */
export type OIDCUserConfig<P> = Partial<Omit<OIDCConfig<P>, 'options' | 'type'>>

/** Sign-in with something the application itself verifies. */
export interface CredentialsConfig<
  Inputs extends Record<string, CredentialInput> = Record<string, CredentialInput>,
> extends CommonProviderOptions {
  readonly type: 'credentials'
  /** Inputs of the built-in form. */
  readonly credentials: Inputs
  /**
   * Verifies the entered values.
   *
   * @returns the user, or `null` when the credentials are wrong
   * @throws CredentialsSignin to put a `code` of your own into the redirect
   */
  readonly authorize: (
    credentials: Readonly<Partial<Record<keyof Inputs, unknown>>>,
    request: Request,
  ) => Awaitable<User | null>
  readonly options?: Partial<Omit<CredentialsConfig<Inputs>, 'options' | 'type'>>
}

/** The parameters of {@link EmailConfig.sendVerificationRequest}. */
export interface SendVerificationRequestParams {
  /** The address, normalised. */
  readonly identifier: string
  /** The link to sign in with. */
  readonly url: string
  /** When link and code stop working. */
  readonly expires: Date
  readonly provider: EmailConfig
  /** The secret part of the link. */
  readonly token: string
  /** The code to type instead of following the link, in the browser that asked for the mail; already grouped for reading. */
  readonly code: string
  readonly theme: Theme
  /** Texts in the language of the browser that asked, with those of the application. */
  readonly texts?: Texts
  readonly request: Request
  /** For mail services: has the deadline, the size cap and the `customFetch` of the provider. */
  readonly fetch: Fetch
}

/** Sign-in by a mail with a link and a code. */
export interface EmailConfig extends CommonProviderOptions {
  readonly type: 'email'
  /** Sender of the mail. */
  readonly from?: string
  /** Lifetime of link and code in seconds. Default: 600. */
  readonly maxAge?: number
  /** Sends the mail. Throw when it could not be handed over. */
  readonly sendVerificationRequest: (params: SendVerificationRequestParams) => Awaitable<void>
  /**
   * Accepted, and without effect.
   *
   * @deprecated Leave it out: only a hash of a link is stored, made with the `secret` of the configuration, whose rotation it survives.
   */
  readonly secret?: string
  /** Key of the mail service. */
  readonly apiKey?: string
  /** SMTP server: a URL or options of nodemailer. Handed on as it is. */
  readonly server?: unknown
  /**
   * Replaces the 32 random bytes of the link. Has to return 128 random bits or more, since tries of links are not counted;
   * otherwise no mail is sent, with an `InvalidConfiguration`. For something to type there is `code`.
   */
  readonly generateVerificationToken?: () => Awaitable<string>
  /**
   * Replaces the built-in normalisation. Its result is checked as any address is. An error refuses the address: the person sees the
   * sign-in page again, with `error=EmailSignin`.
   */
  readonly normalizeIdentifier?: (identifier: string) => string
  /** Replaces `fetch` for requests to the mail service. The deadline, size and redirect rules still hold. */
  readonly [customFetch]?: Fetch
  readonly options?: Partial<Omit<EmailConfig, 'options' | 'type'>>
}

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
        credentials: Readonly<Partial<Record<string, unknown>>>,
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

/** Id of a provider. */
export type ProviderId = string

/** The default profile of a provider. */
export type AnyOAuthProfile = Profile
