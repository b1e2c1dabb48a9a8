/** Providers that are the application itself: it verifies what was entered, or sends a mail. */
import type { Fetch } from './endpoint.ts'
import type { Theme } from './pages.ts'
import type {
  CommonProviderOptions,
  CredentialInput,
  DescriptiveMember,
} from './provider-common.ts'
import type { customFetch } from './symbols.ts'
import type { Texts } from './texts.ts'
import type { User } from './user.ts'
import type { Awaitable } from './utility.ts'

/** Sign-in with something the application itself verifies. */
export interface CredentialsConfig<
  Inputs extends Record<string, CredentialInput> = Record<string, CredentialInput>,
> extends CommonProviderOptions {
  /** Kind of the provider. */
  readonly type: 'credentials'
  /** Inputs of the built-in form. */
  readonly credentials: Inputs
  /**
   * Verifies the entered values. A request with anything but text in a field is answered with 400 before.
   *
   * A method: a function may name the fields of its own form as it checks them.
   *
   * @returns the user, or `null` when the credentials are wrong
   * @throws CredentialsSignin to put a `code` of your own into the redirect
   */
  authorize(
    credentials: Readonly<Partial<Record<keyof Inputs, string>>>,
    request: Request,
  ): Awaitable<User | null>
  /** What the factory was called with; it takes precedence over the other members. */
  readonly options?: Partial<Omit<CredentialsConfig<Inputs>, DescriptiveMember>>
}

/** The parameters of {@link EmailConfig.sendVerificationRequest}. */
export interface SendVerificationRequestParams {
  /** The address, normalised. */
  readonly identifier: string
  /** The link to sign in with, or what the mail of a feature leads to. */
  readonly url: string
  /**
   * Of the mail of a feature: its name, such as `passwords/reset`. It is no mail to sign in with: what it says is in `texts.mail`. Absent
   * for a sign-in.
   */
  readonly purpose?: string
  /** When link and code stop working. */
  readonly expires: Date
  /** The provider, with the options of the application. */
  readonly provider: EmailConfig
  /** The secret part of the link; empty where a mail of a feature proves nothing. */
  readonly token: string
  /**
   * The code to type instead of following the link, in the browser that asked for the mail; already grouped for reading. Absent where
   * the store has no table for mails, and so cannot count how often codes are tried.
   */
  readonly code?: string
  /** Name, logo and colours of the mail. */
  readonly theme: Theme
  /** Texts in the language of the browser that asked, with those of the application. */
  readonly texts?: Texts
  /** The request that asked for the mail. */
  readonly request: Request
  /** For mail services: has the deadline, the size cap and the `customFetch` of the provider. */
  readonly fetch: Fetch
}

/** Sign-in by a mail with a link and a code. */
export interface EmailConfig extends CommonProviderOptions {
  /** Kind of the provider. */
  readonly type: 'email'
  /** Sender of the mail. */
  readonly from?: string | undefined
  /** Lifetime of link and code in seconds. Default: 600. */
  readonly maxAge?: number
  /**
   * Whether people sign in by its mails. With `false` it only sends the mails of features, and is preferred to one that does both: it is
   * not on the sign-in page, and to every address of a sign-in it is unknown. Default: `true`.
   */
  readonly signIn?: boolean
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
  readonly server?: string | object | undefined
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
  /** What the factory was called with; it takes precedence over the other members. */
  readonly options?: Partial<Omit<EmailConfig, DescriptiveMember>>
}
