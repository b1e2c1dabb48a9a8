import type { FeatureContext } from './feature-context.ts'
import type { FeatureValues, WritingContext } from './feature-writing.ts'
import type { FormField } from './feature-page.ts'
import type { ReadRecords } from './record-verbs.ts'
import type { Awaitable } from './utility.ts'

/** An input of the form of a feature on the sign-in page. */
export interface FeatureProviderInput {
  /** Name of its sentence among the texts of the feature. */
  readonly label: string
  /** Default: `text`. */
  readonly type?: Extract<FormField['type'], 'text' | 'email' | 'password'>
  /** UTF-16 code units of the longest value, up to 10,000. Default: 255. */
  readonly max?: number
}

/** A link beneath the form, to a page of the feature. */
export interface FeatureProviderLink {
  /** Word of the page. */
  readonly page: string
  /** Name of its sentence among the texts of the feature. */
  readonly label: string
}

/** What a form is verified with. */
export interface VerifyContext extends WritingContext {
  /** The declared inputs, and no others. */
  readonly inputs: FeatureValues
}

/** What is asked about a user with. It reads, and writes nothing. */
export interface HasContext extends FeatureContext {
  /** The tables of the feature, to read. */
  readonly records: ReadRecords
}

/**
 * Whose the form is: the id of a stored user, or `null` for a wrong one. `busy`: nothing was verified, and it can be sent again in so many
 * seconds.
 */
export type VerifiedForm = { readonly userId: string } | { readonly busy: number } | null

/**
 * A way in of the kind `credentials`: a form on the sign-in page, which `signIn(id, values)` sends as well. Limits, gates and sessions are those
 * of every sign-in.
 */
export interface FeatureProvider {
  /** Id of the provider, such as `password`. */
  readonly id: string
  /** Name of its sentence among the texts of the feature: what the form is called. */
  readonly name: string
  /** By name. The first that is no password names the account. */
  readonly inputs: Readonly<Record<string, FeatureProviderInput>>
  /** Name of the sentence for a wrong form, among the texts of the feature. Default: one that fits all. */
  readonly refusal?: string
  readonly links?: readonly FeatureProviderLink[]
  readonly load: () => Promise<{
    verify: (context: VerifyContext) => Awaitable<VerifiedForm>
    /**
     * Whether the form signs in a user now, by the id in the store. The account page asks before the last other way in is removed, and again
     * after; an error keeps it. Default: it signs in none, so that no user depends on it.
     */
    has?: (context: HasContext, userId: string) => Awaitable<boolean>
  }>
}
