import { createRequestStore, deferFrameworkAuth } from '@latchstring/core/framework'
import type { FrameworkAuthConfigInput, FrameworkOptions } from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import { createFunctions } from './lib/functions.ts'
import { askAuthorized } from './lib/guard.ts'
import { createMiddleware } from './lib/middleware.ts'
import { findEvent, TEXTS } from './lib/find-event.ts'
import type { LatchstringStart, StartEvent, StartEntry } from './lib/types.ts'

export * from '@latchstring/core/application'
export type {
  H3Response,
  LatchstringFunctions,
  LatchstringStart,
  SignInFailure,
  StartEvent,
  StartForm,
  StartH3Event,
  StartSignIn,
  StartSignOut,
} from './lib/types.ts'

/**
 * Sets up Latchstring for SolidStart 2. Environment and configuration are read with the first request, so that a build
 * needs no secrets.
 *
 * @param config - the configuration, or a function that returns one for a request
 * @param options - environment, default base path and clock
 *
 * @example
 * ```ts
 * import GitHub from '@latchstring/core/providers/github'
 * import Latchstring from '@latchstring/solid-start'
 *
 * export const { middleware, guard, auth, requireSession, protect, signIn, signOut } = Latchstring({
 *   providers: [GitHub],
 * })
 * ```
 */
export default function Latchstring<
  const Token extends JWT = JWT,
  const S extends object = Session,
>(config: FrameworkAuthConfigInput<Token, S>, options: FrameworkOptions = {}): LatchstringStart<S> {
  const operations = deferFrameworkAuth<Token, S>(config, options)
  const requests = createRequestStore<S, StartEvent>(TEXTS)
  const find = ({ locals }: StartEvent = findEvent()): StartEntry<S> => requests.find(locals)

  return {
    ...createFunctions(find, operations),
    middleware: createMiddleware(operations, requests),
    guard: async (_event, next) => (await askAuthorized(find())) ?? next(),
  }
}
