import type { ErrorType } from '../types/error-type.ts'
import type { ErrorPageParam, SignInPageErrorParam } from '../types/pages.ts'

/**
 * Everything about a kind of failure. Its name is the code, and the comment above it the documentation of the class that
 * is thrown; `tools/generate` writes the class (`classes.ts`) and {@link ErrorType} from it.
 */
export interface ErrorRow {
  /** The class that this one extends. Default: `AuthError`. */
  readonly extends?: ErrorType
  /** `signIn` and `error`: a redirect to that page. `problem`: answered in place with `status`. */
  readonly page: 'signIn' | 'error' | 'problem'
  /** The only value a browser sees in the `error` parameter. */
  readonly param: SignInPageErrorParam | ErrorPageParam
  /** HTTP status for callers that do not follow redirects. */
  readonly status: number
  /** Sentence a stranger may read. */
  readonly message: string
  /** The advice for the log. */
  readonly fix: string
  /** Further members of the instances: the return type, and the value until another is set. */
  readonly members?: Readonly<Record<string, () => unknown>>
}
