export { signIn } from './lib/webauthn-sign-in.ts'
export type { WebAuthnSignInOptions } from './lib/webauthn-sign-in.ts'
export type { AuthClientOptions } from './lib/connection.ts'
export type { SignInResponse } from './lib/sign-in.ts'
