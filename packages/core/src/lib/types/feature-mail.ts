import type { FeatureContext, FeatureUser } from './feature-context.ts'
import type { JsonValue } from './utility.ts'

/** Names of the sentences of a mail, among the texts of its feature. `{host}` in them is the name of the application. */
export interface FeatureMailTexts {
  /** Subject and heading. */
  readonly subject: string
  /** A paragraph below it. */
  readonly lead?: string
  /** Label of the button with the link. */
  readonly button: string
}

/** A purpose for which a feature has an address proven by mail. */
export interface FeatureProof {
  /** Word of the page that the link leads to, with `session: 'proof'` and this purpose as its `proof`. */
  readonly page: string
  /** For how many minutes link and code can be used, from 1 to 1440. Default: 15. */
  readonly minutes?: number
  /** A newer mail ends the earlier ones to the same user or address. Default: each can be used. */
  readonly single?: true
  readonly texts: FeatureMailTexts
}

/** A mail that proves nothing, such as that there is an account already. */
export interface FeatureNotice {
  /** Word of the page that the link leads to. Default: the sign-in page. */
  readonly page?: string
  readonly texts: FeatureMailTexts
}

/** Values of the names in braces, in the sentences of a mail. */
type MailValues = Readonly<Record<string, string | number>>

/** What a proof is for. */
export interface AskedProof {
  /** Where the mail goes, in any spelling. */
  readonly email: string
  /** The user whom the proof is about, who may have another address so far. Default: none. */
  readonly userId?: string
  /** What the action gets back, up to 1,000 characters of JSON. It is sealed. Default: `null`. */
  readonly data?: JsonValue
  readonly values?: MailValues
}

/** What a notice is sent with. */
export interface SentNotice {
  readonly email: string
  readonly values?: MailValues
  /**
   * A purpose whose mail this one is sent in place of. Browser, store and budgets then see the same as with that mail, so that the answer
   * does not say which of the two was sent, nor does its time. Default: none.
   */
  readonly instead?: string
  /**
   * The mail is about what was done in an account, to its address. No budget holds it back, and none is spent: a thief could use it up
   * before. Nor does it matter whether the session of the request has ended since. Limit what it is about.
   */
  readonly done?: true
}

/** Sends the mails of a feature, through the first email provider, in the language of the request. */
export interface FeatureMail {
  /**
   * Sends a link to the page of a purpose; with a code, where an action of a browser asks. Whether there is a user with the address
   * makes no difference. A mail for which the budget of its address is used up is not sent, and the answer is the same. The answer of the
   * action is given a multiple of 20 milliseconds after its start, so that its time does not say what was looked up before.
   *
   * @returns whether the text is an address that mails can be sent to
   * @throws EmailSignInError when the mail could not be sent
   * @throws TooManyRequests when a budget of the client or of the application is used up
   * @throws TypeError for a purpose that the feature does not have, or for data that is too long
   */
  readonly prove: (purpose: string, asked: AskedProof) => Promise<boolean>
  /**
   * Sends a notice.
   *
   * @returns whether the text is an address that mails can be sent to
   * @throws EmailSignInError when the mail could not be sent
   * @throws TooManyRequests when a budget of the client or of the application is used up
   * @throws TypeError for a notice that the feature does not have, or with both `instead` and `done`
   */
  readonly send: (notice: string, sent: SentNotice) => Promise<boolean>
  /**
   * Ends the proofs of a user: those of one purpose, or of all features. What ends sessions of the user has done the latter.
   *
   * @throws AdapterError when the store fails
   */
  readonly endProofs: (userId: string, purpose?: string) => Promise<void>
}

/** What a mail has proven. The core has checked that it is of this purpose, of this user as the user is now, and not used. */
export interface MailProof {
  /** The address, normalised. */
  readonly email: string
  /** The user whom it was asked for, or `null`. */
  readonly userId: string | null
  readonly data: JsonValue
}

/** A new user. */
export interface NewFeatureUser {
  readonly email: string
  /** Up to 255 characters. */
  readonly name?: string | null
}

/** Users, as what may write knows them. */
export interface WritingUsers extends Readonly<FeatureContext['users']> {
  /**
   * Stores a user. The address counts as proven in a change with a proof of this address that is about no other user, and as unproven
   * otherwise.
   *
   * @returns `taken` where there is a user with the address
   * @throws TypeError for what is no address, or a name that is too long
   * @throws MissingAdapterMethods where the store has no users
   */
  readonly register: (user: NewFeatureUser) => Promise<FeatureUser | 'taken'>
  /**
   * Notes that the address of a user is proven, in a change with a proof of that address: of the user whom it was asked for, or of the one
   * who has the address. Unless this is the session of that user, what others may have left with the user goes: accounts, sessions, and
   * what features keep. A gate of the phase `may` can refuse that, which leaves the proof as it was: call it before `endSessions`, which ends
   * proofs.
   *
   * @returns the user; `null` where there is none, or the user has another address by now
   * @throws TypeError in anything but a change with a proof
   */
  readonly proveEmail: () => Promise<FeatureUser | null>
}
