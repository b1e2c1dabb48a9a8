/** The sign-in of the browser that talks to an authenticator. */
import { signIn, type SignInResponse } from '@latchstring/next/webauthn'
import type { signIn as ReactSignIn } from '@latchstring/react/webauthn'
import { expectTrue, type Equal } from '../equal.ts'

expectTrue<Equal<typeof signIn, typeof ReactSignIn>>()

export async function passkeys(): Promise<void> {
  const added = signIn('passkey', { action: 'register', redirectTo: '/account' })
  expectTrue<Equal<typeof added, Promise<void>>>()
  const result = await signIn('passkey', { redirect: false })
  expectTrue<Equal<typeof result, SignInResponse>>()
  // @ts-expect-error -- no such ceremony
  await signIn('passkey', { action: 'remove' })
  // @ts-expect-error -- the provider has to be named
  await signIn()
}
