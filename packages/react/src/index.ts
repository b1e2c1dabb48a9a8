'use client'

export { feature, getCsrfToken, getProviders, getSession, signIn, signOut } from './lib/actions.ts'
export type { ClientLocation, Feature, GetSessionParams } from './lib/actions.ts'
export { SessionContext } from './lib/context.ts'
export type { Register, RegisteredSession } from '@latchstring/core/types'
export { SessionProvider } from './lib/session-provider.ts'
export type { SessionProviderProps } from './lib/session-provider.ts'
export type { SessionContextValue, UpdateSession } from './lib/session-value.ts'
export { useSession } from './lib/use-session.ts'
export type { UseSessionOptions } from './lib/use-session.ts'
export { AuthClientError } from '@latchstring/client'
export type {
  FeatureAnswer,
  FeatureInputs,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutParams,
  SignOutResponse,
} from '@latchstring/client'
