'use client'

import { createAuthClient } from '@latchstring/client'
import type {
  FeatureAnswer,
  FeatureInputs,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutParams,
  SignOutResponse,
} from '@latchstring/client'
import { createSessionStore } from '@latchstring/client/store'
import type { SessionStore } from '@latchstring/client/store'
import type { ProviderId } from '@latchstring/core/providers'
import type { PublicProvider, RegisteredSession } from '@latchstring/core/types'
import { findMounted } from './mounted.ts'

/** Base path of a function of this module. */
export interface ClientLocation {
  /** Base path of the handlers. Default: that of the mounted provider, else `/api/auth`. */
  basePath?: string | undefined
}

/** Parameters of {@link getSession}. */
export interface GetSessionParams extends ClientLocation {
  /** Whether to notify the other tabs that the session may have changed. Default: `false`. */
  broadcast?: boolean
  /** @deprecated Without effect. */
  event?: string
  /** @deprecated Without effect. */
  triggerEvent?: boolean
}

type Store = SessionStore<RegisteredSession>

/** Returns the store of the mounted provider, or one for a single call. */
export function locate(basePath: string | undefined): Store {
  const mounted = findMounted(basePath)
  // oxlint-disable-next-line typescript/no-unnecessary-type-arguments -- another type once Register is augmented
  return mounted ?? createSessionStore(createAuthClient<RegisteredSession>({ basePath }), undefined)
}

/**
 * Requests the session from the server. A mounted provider shows the result.
 *
 * @param params - base path of the handlers, and whether to notify the other tabs
 * @returns the session, or `null` when no one is signed in
 * @throws AuthClientError if the request fails. The user stays signed in.
 *
 * @example
 * ```ts
 * import { getSession } from '@latchstring/react'
 *
 * const session = await getSession()
 * console.log(session?.user?.name)
 * ```
 */
export async function getSession({
  basePath,
  broadcast,
}: GetSessionParams = {}): Promise<RegisteredSession | null> {
  const { client, refresh } = locate(basePath)
  const session = await refresh(true)
  if (broadcast) client.notify()
  return session
}

/**
 * Requests the CSRF token for a POST of your own.
 *
 * @param params - base path of the handlers
 * @returns the token; empty if CSRF tokens are disabled on the server
 * @throws AuthClientError
 */
export function getCsrfToken({ basePath }: ClientLocation = {}): Promise<string> {
  return locate(basePath).client.getCsrfToken()
}

/**
 * Requests the list of providers, for a sign-in page of your own.
 *
 * @param params - base path of the handlers
 * @returns the providers by id
 * @throws AuthClientError
 */
export function getProviders({ basePath }: ClientLocation = {}): Promise<
  Record<string, PublicProvider>
> {
  return locate(basePath).client.getProviders()
}

/**
 * Signs in. Without a provider, or with an unknown one, the browser goes to the sign-in page.
 *
 * @param provider - id of the provider
 * @param options - where to go, whether to redirect, and the fields of the provider's form
 * @param authorizationParams - parameters added to the authorization request
 * @returns nothing, or with `redirect: false` the result; a mounted provider then knows the new
 *   session already
 * @throws TypeError if the type of the provider is `webauthn`
 *
 * @example
 * ```ts
 * import { signIn } from '@latchstring/react'
 *
 * const { ok, error } = await signIn('credentials', { redirect: false, username: 'ada' })
 * if (!ok) console.log(error)
 * ```
 */
export function signIn(
  provider?: ProviderId,
  options?: SignInOptions & ClientLocation,
  authorizationParams?: SignInAuthorizationParams,
): Promise<void>
export function signIn(
  provider?: ProviderId,
  options?: SignInOptions<false> & ClientLocation,
  authorizationParams?: SignInAuthorizationParams,
): Promise<SignInResponse>
export async function signIn(
  provider?: ProviderId,
  { basePath, ...options }: SignInOptions<boolean> & ClientLocation = {},
  authorizationParams?: SignInAuthorizationParams,
): Promise<SignInResponse | void> {
  return locate(basePath).signIn(provider, options, authorizationParams)
}

/**
 * Signs out.
 *
 * @param options - where to go and whether to redirect
 * @returns nothing, or with `redirect: false` the URL to go to
 * @throws AuthClientError if the session could not be ended
 *
 * @example
 * ```ts
 * import { signOut } from '@latchstring/react'
 *
 * await signOut({ redirectTo: '/' })
 * ```
 */
export function signOut(options?: SignOutParams & ClientLocation): Promise<void>
export function signOut(options?: SignOutParams<false> & ClientLocation): Promise<SignOutResponse>
export async function signOut({
  basePath,
  ...options
}: SignOutParams<boolean> & ClientLocation = {}): Promise<SignOutResponse | void> {
  return locate(basePath).signOut(options)
}

/** Calls the actions of features by their path, such as `passwords/forgot`. A mounted provider then knows the new session already. */
export interface Feature {
  /** Reads a page as data. */
  readonly page: (
    path: string,
    inputs?: FeatureInputs,
    location?: ClientLocation,
  ) => Promise<FeatureAnswer>
  /** Sends a change. Refusals do not throw: the answer has the code. */
  readonly change: (
    path: string,
    inputs?: FeatureInputs,
    location?: ClientLocation,
  ) => Promise<FeatureAnswer>
}

/**
 * Calls the actions of features.
 *
 * @example
 * ```ts
 * import { feature } from '@latchstring/react'
 *
 * const { ok, message } = await feature.change('passwords/forgot', { email: 'ada@example.com' })
 * if (!ok) console.log(message)
 * ```
 */
export const feature: Feature = Object.freeze<Feature>({
  page: (path, inputs, { basePath } = {}) => locate(basePath).feature.page(path, inputs),
  change: (path, inputs, { basePath } = {}) => locate(basePath).feature.change(path, inputs),
})
