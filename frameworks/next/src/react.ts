'use client'

export {
  AuthClientError,
  feature,
  getCsrfToken,
  getProviders,
  getSession,
  SessionContext,
  SessionProvider,
  signIn,
  signOut,
  useSession,
} from '@latchstring/react'
export type {
  ClientLocation,
  Feature,
  FeatureAnswer,
  FeatureInputs,
  GetSessionParams,
  Register,
  RegisteredSession,
  SessionContextValue,
  SessionProviderProps,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutParams,
  SignOutResponse,
  UpdateSession,
  UseSessionOptions,
} from '@latchstring/react'
