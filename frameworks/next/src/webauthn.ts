'use client'

export { offerPasskey, signIn } from '@latchstring/react/webauthn'
export type {
  ClientLocation,
  SignInResponse,
  WebAuthnSignInOptions,
} from '@latchstring/react/webauthn'
