'use client'

export { offerPasskey, signIn } from './lib/webauthn-sign-in.ts'
export type { ClientLocation } from './lib/actions.ts'
export type { SignInResponse, WebAuthnSignInOptions } from '@latchstring/client/webauthn'
