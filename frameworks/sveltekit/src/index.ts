import {
  createFrameworkAuth,
  createRequestStore,
  deferFrameworkAuth,
  deferSystem,
} from '@latchstring/core/framework'
import type {
  AcceptedPrincipal,
  AmbientAuth,
  FrameworkAuth,
  FrameworkAuthConfigInput,
  FrameworkOptions,
  PrincipalOptions,
  RequestScope,
  RequireOptions,
  SessionUpdate,
  RequestEntry,
} from '@latchstring/core/framework'
import type { FeatureForSystem, FeatureForUser } from '@latchstring/core/features'
import type { JWT } from '@latchstring/core/jwt'
import type { RegisteredSession, Session } from '@latchstring/core/types'
import { createActions, type KitSignIn, type KitSignOut } from './lib/actions.ts'
import type { KitEvent, KitHandle } from './lib/event.ts'
import { createGuard, createHandle, TEXTS } from './lib/hooks.ts'
import { refuse } from './lib/outcome.ts'
import { readVariables } from './lib/variables.ts'

export * from '@latchstring/core/application'
export type { KitSignIn, KitSignOut } from './lib/actions.ts'
export type { SignInFailure } from './lib/outcome.ts'
export type { KitEvent, KitHandle, KitHookInput } from './lib/event.ts'

declare global {
  namespace App {
    interface Locals {
      /** The session of the request as the server sees it, read once. */
      auth: () => Promise<RegisteredSession | null>
      /** The session for the browser, which `load` can return to pages. */
      client: RequestScope<RegisteredSession>['client']
    }
  }
}

/** What the initializer returns. The event can be omitted while a request is served. */
export interface LatchstringKit<S extends object = Session> {
  /** The hook that answers the HTTP actions and sets the session in `locals`. The first one in a `sequence`. */
  readonly handle: KitHandle
  /** The hook that calls the `authorized` callback for every request. Use it after `handle`. */
  readonly guard: KitHandle
  /** The session of the request, read once. */
  readonly auth: AmbientAuth<KitEvent, S>
  /**
   * Returns the session. Without one a page is redirected to the sign-in page, and every other request gets an error 401.
   *
   * @throws Redirect and HttpError of SvelteKit
   */
  readonly requireSession: (event?: KitEvent) => Promise<S>
  readonly signIn: KitSignIn
  readonly signOut: KitSignOut
  /**
   * The operations of a feature for the user of the request.
   *
   * @throws SessionRequired from an operation, where the request has no session
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly feature: FeatureForUser<[event?: KitEvent]>
  /**
   * The operations of a feature that name users, also without a request. Never call one with what a stranger sent.
   *
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly system: FeatureForSystem
  /** Runs the callbacks with `data` and keeps the new session. May change or be removed. */
  readonly unstable_update: (data?: SessionUpdate, event?: KitEvent) => Promise<S | null>
  /** Further operations on the request: the session for the browser, and the fields of forms. */
  readonly scope: (event?: KitEvent) => RequestScope<S>
}

/**
 * Sets up Latchstring for SvelteKit. Environment and configuration are read with the first request, so that a build
 * needs no secrets.
 *
 * @param config - the configuration, or a function that returns one for a request
 * @param options - environment, default base path and clock. Without `env` the variables are those of the process and, in SvelteKit 2,
 * of `$env/dynamic/private`
 *
 * @example
 * ```ts
 * import GitHub from '@latchstring/core/providers/github'
 * import Latchstring from '@latchstring/sveltekit'
 *
 * export const { handle, guard, auth, signIn, signOut } = Latchstring({ providers: [GitHub] })
 * ```
 */
export default function Latchstring<
  const Token extends JWT = JWT,
  const S extends object = Session,
>(config: FrameworkAuthConfigInput<Token, S>, options: FrameworkOptions = {}): LatchstringKit<S> {
  let made: Promise<FrameworkAuth<S>> | undefined
  const create = async (): Promise<FrameworkAuth<S>> =>
    createFrameworkAuth<Token, S>(config, {
      ...options,
      env: options.env ?? (await readVariables()),
    })
  const instances = {
    serving: () => (made ??= create()),
    prerendering: deferFrameworkAuth<Token, S>(config, options),
  }
  const requests = createRequestStore<S, KitEvent>(TEXTS)
  const find = (event?: KitEvent): RequestEntry<S, KitEvent> => requests.find(event?.locals)
  const findScope = (event?: KitEvent): RequestScope<S> => find(event).requireScope()

  return {
    handle: createHandle(instances, requests),
    guard: createGuard(requests),
    auth: Object.assign(async (event?: KitEvent) => find(event).auth(), {
      async require(wanted?: RequireOptions, event?: KitEvent) {
        const entry = find(event)
        const { isDataRequest: page } = entry.event
        return entry.require(async (verdict) => refuse(entry, verdict), { page, ...wanted })
      },
      async principal<Accepted extends AcceptedPrincipal>(
        wanted: PrincipalOptions<Accepted>,
        event?: KitEvent,
      ) {
        const entry = find(event)
        return entry.principal(async (verdict) => refuse(entry, verdict), wanted)
      },
    }),
    async requireSession(given) {
      const entry = find(given)
      const { isDataRequest: page } = entry.event
      return entry.requireSession(async (verdict) => refuse(entry, verdict), { page })
    },
    ...createActions(find),
    feature: (value, event) => findScope(event).feature(value),
    system: deferSystem(instances.serving),
    unstable_update: async (data, event) => findScope(event).update(data),
    scope: findScope,
  }
}
