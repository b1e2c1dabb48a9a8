'use client'

import { createAuthClient } from '@latchstring/client'
import type {
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutParams,
  SignOutResponse,
} from '@latchstring/client'
import { createSessionStore } from '@latchstring/client/store'
import type { SessionStore } from '@latchstring/client/store'
import type { PublicProvider, RegisteredSession } from '@latchstring/core/types'
import { findMounted } from './mounted.ts'

/** Which server a function of this module asks. */
export interface ClientLocation {
  /** Where the handlers are mounted. Default: that of the mounted provider, else `/api/auth`. */
  basePath?: string | undefined
}

/** Parameters of {@link getSession}. */
export interface GetSessionParams extends ClientLocation {
  /** Tells the other tabs that the session may have changed. Default: `false`. */
  broadcast?: boolean
  /** @deprecated Without effect. */
  event?: string
  /** @deprecated Without effect. */
  triggerEvent?: boolean
}

type Store = SessionStore<RegisteredSession>

/** The store of the mounted provider, or one for a single call. */
export function locate(basePath: string | undefined): Store {
  const mounted = findMounted(basePath)
  // oxlint-disable-next-line typescript/no-unnecessary-type-arguments -- another type once Register is augmented
  return mounted ?? createSessionStore(createAuthClient<RegisteredSession>({ basePath }), undefined)
}

/**
 * Asks the server for the session. A mounted provider takes over the answer.
 *
 * @param params - where to ask, and whether to tell the other tabs
 * @returns the session, or `null` when no one is signed in
 * @throws AuthClientError when the server could not be asked. That signs no one out.
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
 * Asks for the token that goes with a POST of your own.
 *
 * @param params - where to ask
 * @returns the token; empty when the server has CSRF tokens switched off
 * @throws AuthClientError
 */
export function getCsrfToken({ basePath }: ClientLocation = {}): Promise<string> {
  return locate(basePath).client.getCsrfToken()
}

/**
 * Asks which providers there are, for a sign-in page of your own.
 *
 * @param params - where to ask
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
 * @returns nothing, or with `redirect: false` how it went; a mounted provider then knows the new
 *   session already
 * @throws TypeError when the provider is one for WebAuthn
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
  provider?: string,
  options?: SignInOptions & ClientLocation,
  authorizationParams?: SignInAuthorizationParams,
): Promise<void>
export function signIn(
  provider?: string,
  options?: SignInOptions<false> & ClientLocation,
  authorizationParams?: SignInAuthorizationParams,
): Promise<SignInResponse>
export async function signIn(
  provider?: string,
  { basePath, ...options }: SignInOptions<boolean> & ClientLocation = {},
  authorizationParams?: SignInAuthorizationParams,
): Promise<SignInResponse | void> {
  return locate(basePath).signIn(provider, options, authorizationParams)
}

/**
 * Signs out.
 *
 * @param options - where to go and whether to redirect
 * @returns nothing, or with `redirect: false` where to go
 * @throws AuthClientError when the session could not be ended
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
