import type {
  EndOptions,
  EndTarget,
  FrameworkAuth,
  Redirection,
  RequestSource,
  Sessions,
  SignInOptions,
} from '@latchstring/core/framework'
import { SignOutError } from '@latchstring/core/errors'
import { currentRequest, redirectTo, setCookies } from './app-router.ts'
import type { SignIn, SignOut, SubmitForm, Update } from './types.ts'

interface ServerFunctions<S extends object> {
  readonly signIn: SignIn
  readonly signOut: SignOut
  readonly form: SubmitForm
  readonly unstable_update: Update<S>
  readonly sessions: Sessions
}

/** Whether the call returns the URL instead of redirecting. Fields of a form are text, so a form always redirects. */
function wantsRedirect(options: FormData | Pick<SignInOptions, 'redirect'> | undefined): boolean {
  return options === undefined || options instanceof FormData || options.redirect !== false
}

/** Cookies to set in spite of a failure: a failed sign-out still deletes the cookies of the session. */
async function failWithCookies(error: unknown): Promise<never> {
  if (error instanceof SignOutError) await setCookies(error.cookies)
  throw error
}

/** Returns the request being served; if it is optional, there may be none, as in a job. */
async function findRequest(isOptional: boolean): Promise<RequestSource | undefined> {
  try {
    return await currentRequest()
  } catch (error) {
    if (isOptional) return undefined
    throw error
  }
}

/** Whether sessions can be ended without a request: the target does not refer to the session of the request. */
function isIndependentOfRequest(target: EndTarget & EndOptions): boolean {
  if (target.requireFresh !== undefined || 'all' in target) return target.requireFresh === undefined
  return target.user !== undefined && !('except' in target)
}

/** The operations that change the session from server actions and route handlers. */
export function createServerFunctions<S extends object>(
  core: () => FrameworkAuth<S>,
): ServerFunctions<S> {
  const sessions = async (isOptional: boolean): Promise<Sessions> =>
    core().sessions(await findRequest(isOptional))

  /** Sets the cookies of a sign-in or sign-out, and redirects or returns the URL. */
  async function leave(
    work: (source: RequestSource) => Promise<Redirection>,
    options?: FormData | Pick<SignInOptions, 'redirect'>,
  ): Promise<never> {
    const { url, cookies } = await work(await currentRequest()).catch(failWithCookies)
    await setCookies(cookies)
    // The result's type follows the value of `redirect`, which TypeScript does not narrow by a condition.
    return wantsRedirect(options) ? redirectTo(url) : (url as never)
  }

  return {
    signIn: async (provider, options, parameters) =>
      leave((source) => core().signIn(source, provider, options, parameters), options),
    signOut: async (options) => leave((source) => core().signOut(source, options), options),
    form: async (action, body) => leave((source) => core().form(source, action, body)),
    async unstable_update(data) {
      const source = await currentRequest()
      const { session, cookies } = await core().update(source, data)
      await setCookies(cookies)
      return session
    },
    sessions: {
      list: async (userId) => (await sessions(userId !== undefined)).list(userId),
      end: async (target) => (await sessions(isIndependentOfRequest(target))).end(target),
      // Works without a request, because the user is named.
      changed: async (userId, change) => (await sessions(true)).changed(userId, change),
      current: async (options) => (await sessions(false)).current(options),
    },
  }
}
