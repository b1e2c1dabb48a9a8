'use client'

import { offerPasskey as offer, signIn as startSignIn } from '@latchstring/client/webauthn'
import type { SignInResponse, WebAuthnSignInOptions } from '@latchstring/client/webauthn'
import type { ProviderId } from '@latchstring/core/providers'
import { locate } from './actions.ts'
import type { ClientLocation } from './actions.ts'

/**
 * Signs in with a passkey or security key, or adds one to the user who is signed in. An unknown provider leads to the
 * sign-in page.
 *
 * @param provider - id of a provider of type `webauthn`
 * @param options - the ceremony, where to go, and whether to redirect
 * @returns nothing, or with `redirect: false` the result; a mounted provider then has the new session
 * @throws TypeError if the type of the provider is not `webauthn`
 * @throws WebAuthnError of `@simplewebauthn/browser` if the user cancels, or the authenticator refuses
 *
 * @example
 * ```ts
 * import { signIn } from '@latchstring/react/webauthn'
 *
 * await signIn('passkey', { action: 'register', redirectTo: '/account' })
 * ```
 */
export function signIn(
  provider: ProviderId,
  options?: WebAuthnSignInOptions & ClientLocation,
): Promise<void>
export function signIn(
  provider: ProviderId,
  options?: WebAuthnSignInOptions<false> & ClientLocation,
): Promise<SignInResponse>
export async function signIn(
  provider: ProviderId,
  { basePath, ...options }: WebAuthnSignInOptions<boolean> & ClientLocation = {},
): Promise<SignInResponse | void> {
  const { client, refresh } = locate(basePath)
  const response = await startSignIn(provider, options, { basePath: client.basePath })
  // The page shows the new session before the call resolves. The sign-in has succeeded even if the session cannot be read.
  if (response?.ok) await refresh(true).catch(() => undefined)
  return response
}

/**
 * Has the browser add a passkey after a sign-in with a password, without a dialog, where it can do so. Call it on the page that follows a sign-in:
 * where there is nothing to do it does nothing, and it asks the browser once in a tab.
 *
 * @param provider - id of a provider of type `webauthn`. Default: `passkey`
 * @param location - base path of the handlers
 * @returns whether a passkey was added; the promise never rejects
 *
 * @example
 * ```ts
 * import { offerPasskey } from '@latchstring/react/webauthn'
 *
 * if (await offerPasskey()) console.log('You can now sign in without your password.')
 * ```
 */
export async function offerPasskey(
  provider: ProviderId = 'passkey',
  { basePath }: ClientLocation = {},
): Promise<boolean> {
  const { client, refresh } = locate(basePath)
  const isAdded = await offer(provider, { basePath: client.basePath })
  // The passkey is there even if the session cannot be read.
  if (isAdded) await refresh(true).catch(() => undefined)
  return isAdded
}
