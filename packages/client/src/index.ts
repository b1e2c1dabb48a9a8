export { createAuthClient } from './lib/auth-client.ts'
export type { AuthClient } from './lib/auth-client.ts'
export { AuthClientError } from './lib/auth-client-error.ts'
export type { AuthClientOptions } from './lib/connection.ts'
export type { FeatureActions, FeatureAnswer, FeatureInputs } from './lib/feature.ts'
export type {
  SignIn,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
} from './lib/sign-in.ts'
export { signalPasskeys } from './lib/signal-passkeys.ts'
export type { KnownPasskeys } from './lib/signal-passkeys.ts'
export type { SignOut, SignOutParams, SignOutResponse } from './lib/sign-out.ts'
export type { Fetch } from './lib/transport.ts'
