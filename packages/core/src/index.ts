import { createCore, type ConfigSource, type CoreOptions } from './lib/engine/auth.ts'
import { toFrameworkAuth } from './lib/framework/framework-auth.ts'
import { warnInBrowser } from './lib/framework/host-process.ts'
import { fromRequest } from './lib/http/incoming.ts'
import { toResponseInternal, type ResponseInternal } from './lib/http/raw.ts'
import type { AuthConfig, AuthConfigInput } from './lib/types/config.ts'
import type { FrameworkAuth } from './lib/types/framework.ts'
import type { JWT } from './jwt.ts'
import type { Session } from './lib/types/session.ts'

import { raw } from './lib/types/symbols.ts'

export { acceptWeakSecret, customFetch, raw, skipCSRFCheck } from './lib/types/symbols.ts'
export { isAuthAction, type AuthAction } from './lib/actions/actions.ts'
export { refusalOf } from './lib/framework/refusal-of.ts'
export { paths, type PathMatcher, type PathSource } from './lib/http/paths.ts'
export type { ResponseInternal } from './lib/http/raw.ts'
// Through the entries, so that a program that only imports this one can augment their interfaces.
export type { AuthConfig, AuthConfigInput } from './types.ts'
export type { CoreOptions } from './lib/engine/auth.ts'

/** Sessions and sign-in for one configuration. */
export interface Auth<S extends object = Session> extends FrameworkAuth<S> {
  /** The outcome of an action, without a `Response`. */
  readonly respond: (request: Request) => Promise<ResponseInternal>
}

/** The result of {@link createAuth} with the `raw` option. */
export interface RawAuth<S extends object = Session> extends Omit<Auth<S>, 'handle'> {
  /** The outcome of an action, without a `Response`. */
  readonly handle: (request: Request) => Promise<ResponseInternal>
}

/** The type of the sessions of an {@link Auth}. */
export type InferSession<A> = A extends Pick<FrameworkAuth<infer S>, 'update'> ? S : never

/**
 * Sets up sessions and sign-in. Nothing is resolved before the first request, so that builds run without secrets.
 *
 * @typeParam Token - what the `jwt` callback returns
 * @typeParam S - what the `session` callback returns
 * @param config - the configuration, or a function that makes one for a request
 * @param options - where it runs: environment variables, default base path, clock
 *
 * @example
 * ```ts
 * import { createAuth } from '@latchstring/core'
 * import GitHub from '@latchstring/core/providers/github'
 *
 * const auth = createAuth({ providers: [GitHub] }, { env: { AUTH_URL: 'https://app.example.com' } })
 * export default { fetch: (request: Request): Promise<Response> => auth.handle(request) }
 * ```
 */
export function createAuth<const Token extends JWT = JWT, const S extends object = Session>(
  config: AuthConfig<Token, S> & { readonly raw: typeof raw },
  options?: CoreOptions,
): RawAuth<S>
export function createAuth<const Token extends JWT = JWT, const S extends object = Session>(
  config: AuthConfigInput<Token, S>,
  options?: CoreOptions,
): Auth<S>
export function createAuth<const Token extends JWT = JWT, const S extends object = Session>(
  config: AuthConfigInput<Token, S>,
  options: CoreOptions = {},
): Auth<S> | RawAuth<S> {
  warnInBrowser()
  // Inside, the types of token and session make no difference.
  const source = config as unknown as ConfigSource
  const core = createCore(source, options)
  const auth = toFrameworkAuth<S>(core, source, options)
  const respond = async (request: Request): Promise<ResponseInternal> =>
    toResponseInternal(await core.decide(fromRequest(request)))
  const isRaw = typeof config !== 'function' && config.raw === raw
  return Object.freeze(isRaw ? { ...auth, respond, handle: respond } : { ...auth, respond })
}

/**
 * Gives a configuration its type without losing what its callbacks return, where it is in a file of its own.
 *
 * @param config - the configuration
 * @returns the same object
 *
 * @example
 * ```ts
 * import { createAuth, defineConfig } from '@latchstring/core'
 *
 * const config = defineConfig({
 *   providers: [],
 *   callbacks: { session: ({ session }) => ({ ...session, plan: 'free' }) },
 * })
 * export const auth = createAuth(config)
 * ```
 */
export function defineConfig<const Token extends JWT = JWT, const S extends object = Session>(
  config: AuthConfig<Token, S>,
): AuthConfig<Token, S> {
  return config
}
