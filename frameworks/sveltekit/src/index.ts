import {
  deferFrameworkAuth,
  type FrameworkAuthConfigInput,
  type FrameworkOptions,
  type RequestScope,
  type SessionUpdate,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { RegisteredSession, Session } from '@latchstring/core/types'
import { createSignIn, createSignOut, type KitSignIn, type KitSignOut } from './lib/actions.ts'
import type { KitEvent, KitHandle } from './lib/event.ts'
import { createGuard, createHandle, createRequireSession } from './lib/hooks.ts'
import { createFindScope, createVisits } from './lib/visits.ts'

export type { KitSignIn, KitSignOut } from './lib/actions.ts'
export type { SignInFailure } from './lib/outcome.ts'
export type { KitEvent, KitHandle, KitHookInput } from './lib/event.ts'
export { acceptWeakSecret, customFetch, paths, skipCSRFCheck } from '@latchstring/core'
export { AuthError, CredentialsSignin } from '@latchstring/core/errors'
export type {
  FrameworkAuthConfig,
  FrameworkAuthConfigInput,
  FrameworkOptions,
  RequestScope,
} from '@latchstring/core/framework'
export type { JWT } from '@latchstring/core/jwt'
export type { Session, User } from '@latchstring/core/types'

declare global {
  namespace App {
    interface Locals {
      /** The session of the request as the server sees it, read once. */
      auth: () => Promise<RegisteredSession | null>
      /** The session as the browser may see it: what `load` returns to pages. */
      client: RequestScope<RegisteredSession>['client']
    }
  }
}

/** What the initializer returns. The event can be left out wherever a request is served. */
export interface LatchstringKit<S extends object = Session> {
  /** The hook that answers the HTTP actions, and gives `locals` the session. The first one in a `sequence`. */
  readonly handle: KitHandle
  /** The hook that asks the `authorized` callback about every request. After `handle`. */
  readonly guard: KitHandle
  /** The session of the request, read once. */
  readonly auth: (event?: KitEvent) => Promise<S | null>
  /**
   * The session. Pages without one are sent to the sign-in page, everything else gets an error 401.
   *
   * @throws Redirect and HttpError of SvelteKit
   */
  readonly requireSession: (event?: KitEvent) => Promise<S>
  readonly signIn: KitSignIn
  readonly signOut: KitSignOut
  /** Runs the callbacks with `data` and keeps the new session. May change or go. */
  readonly unstable_update: (data?: SessionUpdate, event?: KitEvent) => Promise<S | null>
  /** Everything else of the request: the session for the browser, and the fields of forms. */
  readonly scope: (event?: KitEvent) => RequestScope<S>
}

/**
 * Sets up Latchstring for SvelteKit. Environment and configuration are read when the first request comes, so that an application
 * is built without secrets.
 *
 * @param config - the configuration, or a function that makes one for a request
 * @param options - environment, default base path and clock
 *
 * @example
 * ```ts
 * import GitHub from '@latchstring/core/providers/github'
 * import Latchstring from '@latchstring/sveltekit'
 *
 * export const { handle, guard, auth, signIn, signOut } = Latchstring({ providers: [GitHub] })
 * ```
 */
export default function Latchstring<Token extends JWT = JWT, S extends object = Session>(
  config: FrameworkAuthConfigInput<Token, S>,
  options: FrameworkOptions = {},
): LatchstringKit<S> {
  const operations = deferFrameworkAuth<Token, S>(config, options)
  const visits = createVisits(operations)
  const findScope = createFindScope(visits)

  return {
    handle: createHandle(operations, visits),
    guard: createGuard(visits),
    auth: async (event) => (await visits.find(event).scope?.auth()) ?? null,
    requireSession: createRequireSession(visits),
    signIn: createSignIn(findScope),
    signOut: createSignOut(findScope),
    unstable_update: async (data, event) => findScope(event).update(data),
    scope: findScope,
  }
}
