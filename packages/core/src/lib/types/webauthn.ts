import type { Adapter } from './adapter.ts'
import type {
  CommonProviderOptions,
  CredentialInput,
  DescriptiveMember,
  ProviderButtonStyle,
} from './provider-common.ts'
import type { RelayingParty, RelyingParty, ResidentKey, UserVerification } from './relying-party.ts'
import type { User } from './user.ts'
import type { Awaitable, SemverString } from './utility.ts'

/** Value of `type` of a provider for WebAuthn. */
export type WebAuthnProviderType = 'webauthn'

/** The part of the application that functions of a provider see. */
export interface WebAuthnHookOptions {
  /** The provider, with the options of the application. */
  readonly provider: WebAuthnConfig
  /** The store. */
  readonly adapter: Adapter
  /** Address of the action, at the public origin of the application. */
  readonly url: URL
}

/** The part of a request that functions of a provider see. */
export interface WebAuthnHookRequest {
  /** `GET` asks for options; `POST` sends an answer. */
  readonly method: 'GET' | 'POST'
  /** The same as {@link WebAuthnHookOptions.url}. */
  readonly url: URL
  /** Parameters of the query, decoded; for {@link GetUserInfo} the fields that were entered. */
  readonly query: Readonly<Record<string, string>>
  /** Members of the form; none for GET. */
  readonly body: Readonly<Record<string, unknown>>
}

/** The user a person says they are, as far as the application knows them. */
export type WebAuthnUserInfo =
  | { readonly user: User & { readonly id: string }; readonly exists: true }
  | { readonly user: Omit<User, 'id'>; readonly exists: false }

/**
 * Finds the user whose credentials are to be named. `null`: there is none.
 *
 * `query` has the fields of {@link WebAuthnConfig.formFields} that were entered, and without any `email`; each in Unicode
 * normalization form KC, without spaces around it, in lower case; so has `url`. Nothing else of the request is there. Look
 * up all of them, exactly as they are: where two spellings find one user, or a field is ignored, the made-up credentials
 * of an unknown person differ and the credentials of a user do not.
 */
export type GetUserInfo = (
  options: WebAuthnHookOptions,
  request: WebAuthnHookRequest,
) => Awaitable<WebAuthnUserInfo | null>

/**
 * Returns the relying party for a request for options. An answer is verified with the relying party of its challenge.
 */
export type GetRelayingParty = (
  options: WebAuthnHookOptions,
  request: WebAuthnHookRequest,
) => Awaitable<RelayingParty>

/** The request options of a sign-in (Web Authentication Level 3, section 5.5). */
export interface AuthenticationOptions {
  /** Milliseconds. Default: {@link WebAuthnConfig.timeout}. */
  readonly timeout?: number
  /** Default: {@link WebAuthnConfig.userVerification}. */
  readonly userVerification?: UserVerification
  /** Client extension inputs (section 9). */
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** Which authenticators are wanted (Web Authentication Level 3, section 5.4.4). */
export interface AuthenticatorSelection {
  /** `platform`: of this device. `cross-platform`: a security key or phone. Default: any. */
  readonly authenticatorAttachment?: 'platform' | 'cross-platform'
  /** Default: {@link WebAuthnConfig.residentKey}. */
  readonly residentKey?: ResidentKey
  /** The older spelling of `residentKey: 'required'`. */
  readonly requireResidentKey?: boolean
  /** Default: {@link WebAuthnConfig.userVerification}. */
  readonly userVerification?: UserVerification
}

/** The creation options of a credential (Web Authentication Level 3, section 5.4). */
export interface RegistrationOptions {
  /** Milliseconds. Default: {@link WebAuthnConfig.timeout}. */
  readonly timeout?: number
  /** Default: `none`. */
  readonly attestationType?: 'none' | 'direct' | 'enterprise'
  /** Which authenticators are wanted. Default: any that verify the person. */
  readonly authenticatorSelection?: AuthenticatorSelection
  /** Client extension inputs (section 9). */
  readonly extensions?: Readonly<Record<string, unknown>>
  /** COSE algorithms, the preferred one first. Default: EdDSA, ES256 and RS256. */
  readonly supportedAlgorithmIDs?: readonly number[]
  /** What the browser should propose first. Default: it decides. */
  readonly preferredAuthenticatorType?: 'securityKey' | 'localDevice' | 'remoteDevice'
}

/** How an assertion is verified (Web Authentication Level 3, section 7.2). */
export interface VerifyAuthenticationOptions {
  /** Default: whether `userVerification` is `required`. */
  readonly requireUserVerification?: boolean
  /**
   * The same under another name: with `required` the person has to be verified, with another value not. It cannot
   * contradict `requireUserVerification`. Presence is required in every case.
   */
  readonly advancedFIDOConfig?: { readonly userVerification?: UserVerification }
}

/** How a registration is verified (Web Authentication Level 3, section 7.1). */
export interface VerifyRegistrationOptions {
  /** Default: whether `userVerification` is `required`. */
  readonly requireUserVerification?: boolean
  /** Default: those of {@link RegistrationOptions}. */
  readonly supportedAlgorithmIDs?: readonly number[]
}

// Written without the types of `@simplewebauthn/server`: few applications install it.
type Ceremony = (options: never) => Promise<unknown>

/** The four functions of `@simplewebauthn/server`, of version 11 or later. */
export interface SimpleWebAuthn {
  /** Makes the options of a sign-in. */
  readonly generateAuthenticationOptions: Ceremony
  /** Verifies a sign-in. */
  readonly verifyAuthenticationResponse: Ceremony
  /** Makes the options of a registration. */
  readonly generateRegistrationOptions: Ceremony
  /** Verifies a registration. */
  readonly verifyRegistrationResponse: Ceremony
}

/** Sign-in with passkeys and security keys (Web Authentication Level 3). Experimental. */
export interface WebAuthnConfig extends CommonProviderOptions {
  /** Kind of the provider. */
  readonly type: WebAuthnProviderType
  /** Name and domain that passkeys are made for. Default: derived from the origin of the application. */
  readonly relyingParty?: RelyingParty
  /** The same as {@link WebAuthnConfig.relyingParty}, as the contract spells it. Of several names or ids the first counts. */
  readonly relayingParty?: {
    readonly [member in keyof RelayingParty]?: string | readonly string[]
  }
  /**
   * Takes the place of `relyingParty` where it depends on the request. It decides also where that is given: it finds it as
   * `provider.relyingParty`, or under its other spelling.
   */
  readonly getRelayingParty?: GetRelayingParty
  /**
   * Offers passkeys among the suggestions of an input on the built-in sign-in page. One provider can have it.
   * Default: `true`.
   */
  readonly enableConditionalUI?: boolean
  /** Whether a PIN or biometry is needed. With anything but `required`, possession of the authenticator is enough. Default: `required`. */
  readonly userVerification?: UserVerification
  /** Whether authenticators keep the credential, so that people need not say who they are before they sign in. Default: `required`. */
  readonly residentKey?: ResidentKey
  /**
   * Names the credentials of an email address to a browser that asks to sign in with it, for authenticators that keep none
   * themselves. An address without credentials gets made-up ones, the same every time. Default: `false`, and `true` with
   * {@link WebAuthnConfig.getUserInfo}.
   */
  readonly listCredentials?: boolean
  /**
   * Finds the user in place of `getUserByEmail`. It decides whose credentials are named, and nothing else: credentials
   * are added by the user who is signed in.
   */
  readonly getUserInfo?: GetUserInfo
  /**
   * Inputs of the built-in sign-in page; the entered values are in the query of {@link WebAuthnConfig.getUserInfo}. Without
   * that function, users are found by the field `email` alone. None can be a password: the entered values are in a URL.
   * Default: one for the email address where credentials are listed, and none otherwise.
   */
  readonly formFields?: Readonly<Record<string, CredentialInput>>
  /**
   * `false`: also takes credentials whose user handle was not made by this library. For applications that moved over
   * with credentials registered before. Default: `true`.
   */
  readonly checkUserHandle?: boolean
  /** How long a person has, in milliseconds, at most 300000. Default: 300000. */
  readonly timeout?: number
  /** The options that sign-ins send to the browser. Default: those of the members above. */
  readonly authenticationOptions?: AuthenticationOptions
  /** The options that registrations send to the browser. Default: those of the members above. */
  readonly registrationOptions?: RegistrationOptions
  /** How sign-ins are verified. Default: as `userVerification` says. */
  readonly verifyAuthenticationOptions?: VerifyAuthenticationOptions
  /** How registrations are verified. Default: as `userVerification` says. */
  readonly verifyRegistrationOptions?: VerifyRegistrationOptions
  /** Takes the place of the four functions of the package `@simplewebauthn/server`. */
  readonly simpleWebAuthn?: SimpleWebAuthn
  /**
   * Has no effect: the script of the built-in page needs no library from elsewhere.
   *
   * @deprecated leave it out
   */
  readonly simpleWebAuthnBrowserVersion?: SemverString | false
  /** The logo or mark on the button of the built-in page, and its colours. Default: a button with words alone. */
  readonly style?: ProviderButtonStyle
  /** What the factory was called with; it takes precedence over the other members. */
  readonly options?: Partial<Omit<WebAuthnConfig, DescriptiveMember>>
}
