import { error, fail, redirect, type ActionFailure } from '@sveltejs/kit'
import { toFormFailure, type RequestScope, type Verdict } from '@latchstring/core/framework'
import { isEnhancedForm } from './event.ts'
import type { Visit } from './visits.ts'

/** Why a form action did not sign in: `form` of the page. */
export interface SignInFailure {
  /** Code of the failure, such as `CredentialsSignin`. */
  readonly error: string
  /** That of a `CredentialsSignin`, which may be one of the application. */
  readonly code?: string
}

/** SvelteKit 2 ignores the third argument; 3 wants it for an address that may be one of another origin. */
const redirectAnywhere: (
  status: 303 | 307 | (number & {}),
  url: string,
  options: { readonly external: true },
) => never = redirect

/** Sends the browser elsewhere, in whatever form it asked in. */
export function leave(url: string, status: number = 303): never {
  return redirectAnywhere(status, url, { external: true })
}

/** What a form action returns when it fails, and throws what is not the person's fault. */
export function toFailure(thrown: unknown): ActionFailure<SignInFailure> {
  const { status, ...failure } = toFormFailure(thrown)
  return fail(status, failure)
}

/** A form that a script has sent shows the page that it is told to go to, which is the sign-in page. */
export async function findSignInPage<S>(
  { event }: Visit<S>,
  scope: RequestScope<S>,
  verdict: Verdict,
): Promise<string | undefined> {
  if (verdict.kind === 'redirect') return verdict.url
  if (verdict.kind !== 'refuse' || verdict.status !== 401 || !isEnhancedForm(event))
    return undefined
  return (await scope.signIn()).url
}

/** Ends a request that was refused on a route. */
export function refuse(verdict: Verdict): never {
  if (verdict.kind !== 'refuse') error(500, 'The session could not be read.')
  const body = { message: 'Sign in first.', ...verdict.body }
  return error(verdict.status, body)
}
