import type {
  EndedReason,
  ErrorPageParam,
  SignInPageErrorParam,
  SignInPageReason,
} from './pages.ts'

/** Status codes that have a page, and `acting` for what is refused to an administrator who acts for a user. */
export type ProblemStatus = 400 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 'acting'

/** Heading, what happened, and what the person can do next. */
export interface Explanation {
  readonly title: string
  readonly message: string
  readonly advice: string
}

/** A language the pages are written in, as a BCP 47 tag. */
export type Lang = 'de' | 'en' | 'es' | 'fr' | 'it' | 'ja' | 'nl' | 'pl' | 'pt' | 'zh-Hans'

/** The texts of an input of credentials. */
export interface InputTexts {
  /** Text above the input. */
  readonly label?: string
  /** Text in the empty input. */
  readonly placeholder?: string
  /** The message of browsers about a value that does not match the `pattern`. */
  readonly title?: string
}

/** Every text of pages and mails in one language. Words in braces are filled in. */
export interface Texts {
  /** As a BCP 47 tag. */
  readonly lang: string
  readonly direction: 'ltr' | 'rtl'
  readonly common: {
    readonly home: string
    /** Link to the sign-in page. */
    readonly toSignIn: string
    /** `{ref}` */
    readonly reference: string
    /** Name of a button for screen readers: its `{action}` and the `{name}` of what it acts on. */
    readonly labelled: string
    /** `{duration}`, such as "5 minutes", after which a request is accepted again. */
    readonly retryAfter: string
    /** After the end of a session, for a person who did not make the change that ended it. */
    readonly notYou: string
  }
  readonly signIn: {
    readonly title: string
    /** Below the title: `{host}` */
    readonly to: string
    /** `{name}` of a provider */
    readonly continueWith: string
    /** Between two kinds of sign-in. */
    readonly or: string
    readonly email: string
    readonly emailExample: string
    readonly sendLink: string
    readonly submit: string
    /** `{name}` of a provider, without the script that it needs. */
    readonly unsupported: string
    /** The same for passkeys. */
    readonly unsupportedPasskey: string
    readonly none: string
    /** `{code}` of the application */
    readonly code: string
    /** On the button of the sign-in method that this browser used last. */
    readonly lastUsed: string
    /** Name and tooltip of the button in an input for a password. A press shows the password, another hides it; the name stays. */
    readonly showPassword: string
    /** In place of `continueWith`, where the provider has no name of its own. */
    readonly passkey: string
    /** Where the address of the page names a provider that is not configured. */
    readonly unknown: string
    /**
     * In place of `signInErrors.CredentialsSignin`, where the form asks for an email address and a password. Default: the application's own
     * `CredentialsSignin` of that language.
     */
    readonly wrongEmailOrPassword: string
    /** The same for a user name and a password. */
    readonly wrongUsernameOrPassword: string
  }
  /**
   * Labels of inputs with these names, in any spelling, that have no label of their own. An input for an email address has
   * `signIn.email`.
   */
  readonly fields: {
    readonly username: string
    readonly password: string
    readonly code: string
    readonly oneTimeCode: string
    /** Of a person. */
    readonly name: string
    readonly phone: string
  }
  readonly signInErrors: Readonly<Record<SignInPageErrorParam, string>>
  /** In place of the error or its reason, where the provider is known: `{name}` of the provider. */
  readonly providerErrors: Readonly<
    Record<'OAuthSignin' | 'OAuthCallbackError' | 'service' | 'other-way', string>
  >
  /** On the pages to sign in and out, while a person is signed in. */
  readonly present: {
    /** `{name}` or address of the person */
    readonly named: string
    readonly unnamed: string
    /** Signs out and begins again. */
    readonly other: string
  }
  /** In place of the sentence of the error, where the reason is known. */
  readonly signInReasons: Readonly<Record<SignInPageReason, string>>
  readonly signOut: {
    readonly title: string
    readonly question: string
    readonly submit: string
    readonly stay: string
    /** Without a session. */
    readonly nobody: string
  }
  readonly error: Readonly<Record<ErrorPageParam | 'Default', Explanation>>
  readonly verifyRequest: {
    readonly title: string
    /** `{address}`, above the input for the code. */
    readonly sentTo: string
    /** Without such an input, in a browser that did not ask for the mail. */
    readonly sent: string
    /** `{address}`, without such an input. */
    readonly linkSentTo: string
    readonly code: string
    readonly codeHint: string
    readonly submit: string
    readonly wrongCode: string
    /** `{count}` */
    readonly attemptsLeft: string
    readonly nothingThere: string
    readonly again: string
  }
  readonly confirmLink: {
    readonly title: string
    /** `{address}` */
    readonly question: string
    readonly reason: string
    readonly submit: string
    readonly notMe: string
  }
  /** The page with a form that was sent before the sign-in was recent or strong enough. */
  readonly keptForm: {
    readonly title: string
    readonly message: string
    readonly submit: string
    /** The link that leads on without sending it. */
    readonly discard: string
  }
  readonly continueSignIn: {
    readonly title: string
    /** `{name}` of the provider */
    readonly message: string
    readonly submit: string
    readonly notMe: string
  }
  /** After the session here has ended, where a form ends the one at the provider. */
  readonly endSession: {
    readonly title: string
    /** `{name}` of the provider */
    readonly message: string
    /** `{name}` of the provider */
    readonly submit: string
    /** `{name}` of the provider */
    readonly stay: string
  }
  /** Where a provider returns people to whose sign-out was not begun in this browser. */
  readonly signedOut: {
    readonly title: string
    readonly message: string
  }
  /** Where a person is signed in. */
  readonly devices: {
    readonly title: string
    /** Below the title. */
    readonly lead: string
    /** The browser that the page is open in. */
    readonly here: string
    readonly unknown: string
    /** `{browser}`, `{system}` */
    readonly browserOn: string
    /** `{when}`, such as "3 days ago" */
    readonly signedIn: string
    /** `{name}` of the provider, `{when}` */
    readonly signedInWith: string
    /** `{when}` */
    readonly lastSeen: string
    /** In place of `lastSeen` within the last minute. */
    readonly now: string
    readonly signOut: string
    /** On every other device. */
    readonly others: string
    /** On this one as well. */
    readonly all: string
  }
  /** How a person can sign in. */
  readonly account: {
    readonly title: string
    /** Below the title. */
    readonly lead: string
    /** A passkey on several devices. */
    readonly synced: string
    readonly oneDevice: string
    readonly mail: string
    readonly remove: string
    /** Opens the input for another name of a passkey. */
    readonly rename: string
    /** Label of that input. */
    readonly name: string
    readonly save: string
    /** Beside the last sign-in method. */
    readonly only: string
    /** Beside a passkey that has never signed in. */
    readonly unused: string
    /** Name of the list of accounts. */
    readonly accounts: string
    /** Name of the list of passkeys. */
    readonly passkeys: string
    readonly noPasskeys: string
    /** Notices after a change. */
    readonly removed: string
    readonly renamed: string
    readonly signedOut: string
    /** A change needs a more recent sign-in. */
    readonly tooLongAgo: string
    readonly failed: string
  }
  /** On the sign-in page, once: why a session ended. */
  readonly ended: Readonly<Record<EndedReason, string>>
  readonly problem: Readonly<Record<ProblemStatus, Omit<Explanation, 'advice'>>>
  readonly mail: {
    /** Subject and heading: `{host}` */
    readonly subject: string
    /** A paragraph below it, in mails of features. */
    readonly lead?: string
    readonly button: string
    readonly link: string
    readonly code: string
    /** `{duration}`, such as "10 minutes" */
    readonly validity: string
    readonly ignore: string
    /** In place of the two before, in a mail without a code: `{duration}` */
    readonly linkValidity: string
    readonly linkIgnore: string
  }
  /** Texts of inputs, by the id of their provider and the name of the input. */
  readonly inputs?: Readonly<Record<string, Readonly<Record<string, InputTexts>>>>
}

/**
 * A whole language: all texts of pages and mails. Words in braces are filled in.
 *
 * @example
 * ```ts
 * import type { LanguageTexts } from '@latchstring/core/types'
 *
 * // The compiler names every text that is missing.
 * export const direction: LanguageTexts['direction'] = 'rtl'
 * ```
 */
export type LanguageTexts = Omit<Texts, 'lang'>

type PartOf<T> = {
  readonly [K in keyof T]?: T[K] extends string ? string : PartOf<T[K]>
}

/** Some texts of a language; the others stay as they are. */
export type SomeTexts = PartOf<Omit<Texts, 'lang' | 'direction'>> & {
  /** Only a {@link LanguageTexts | whole language} says it. */
  readonly direction?: never
}

/**
 * Texts of the application's own, by BCP 47 tags such as `de` or `ar`: some texts of a language that is built in, or a whole
 * language.
 */
export type TextsOptions = Readonly<Record<string, SomeTexts | LanguageTexts>>
