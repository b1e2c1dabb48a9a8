import type { ReadRecords, Records } from '../types/record-verbs.ts'
import type { ProviderType, TokenSet } from './account.ts'
import type { FeatureContext, FeatureUser } from './feature-context.ts'
import type { Awaitable } from './utility.ts'

/** An account of a user at a provider, as a feature knows it. */
export interface FeatureAccount {
  /** Id of its user in the store. */
  readonly userId: string
  /** Id of the provider. */
  readonly provider: string
  /** Id of the account at the provider. */
  readonly providerAccountId: string
  /** Kind of the provider. */
  readonly type: ProviderType
}

/** What a point about an account is given. */
export interface AccountPointContext extends FeatureContext {
  /** The tables of the feature. */
  readonly records: Records
  /** The account that was stored, or is removed. */
  readonly account: FeatureAccount
}

/** What the point `tokens` is given. */
export interface TokensPointContext extends AccountPointContext {
  /** What the token endpoint answered, with the time at which the access token expires. All of it is secret. */
  readonly tokens: TokenSet
}

/** What the point `deleting` is given. It reads, and writes nothing. */
export interface DeletingPointContext extends FeatureContext {
  /** The tables of the feature, to read. */
  readonly records: ReadRecords
  /** The user who is about to be deleted. */
  readonly user: FeatureUser
}

/** What the point `deleting` answers: it lets the user be deleted, or refuses that with one of the errors of the feature. */
export type DeletingAnswer = 'pass' | { readonly refused: string }

/** A part of a feature that is loaded when it is called. */
interface Point<Context, Answer> {
  readonly load: () => Promise<{ run: (context: Context) => Awaitable<Answer> }>
}

/** Where a feature learns of the accounts and users of the store. */
export interface FeaturePoints {
  /**
   * An account of OAuth or OpenID Connect signed in or was linked, and is stored. One feature of a configuration has it at most, and it may
   * be called again with the same tokens. An error is logged, and the sign-in goes on.
   */
  readonly tokens?: Point<TokensPointContext, void>
  /**
   * An account is removed: by its user, by the first proof of the address, or with its user. It is called before and again after, so that
   * what a sign-in under way has stored meanwhile is found, and may be called for one that then stays. An error keeps the account, except at
   * a first proof, which clears the rows of the user in any case.
   */
  readonly ending?: Point<AccountPointContext, void>
  /** A user is about to be deleted. All features are asked before anything is removed. */
  readonly deleting?: Point<DeletingPointContext, DeletingAnswer>
}

/** What the deletion of a user does beside it. */
export interface UserDeletionOptions {
  /**
   * Runs once all features let the user be deleted, and before anything is removed: an error keeps everything. Where the deletion fails
   * afterwards and is called again, so is this.
   */
  readonly first?: () => Awaitable<unknown>
}

/** Whether a user may be deleted; `why` is the sentence of the feature that refuses, in the language of the request. */
export type DeletionAnswer =
  | 'pass'
  | 'missing'
  | {
      /** The code of an error, `<name of the feature>/<name>`. */
      readonly refused: string
      readonly why: string
    }

/** How the deletion of a user ended. `refused` is the code of an error, `<name of the feature>/<name>`. */
export type UserDeletion = 'deleted' | 'missing' | { readonly refused: string }
