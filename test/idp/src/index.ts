/**
 * An identity provider for the demo and for tests.
 *
 * @packageDocumentation
 */
export { type IdentityProvider, startIdentityProvider } from './identity-provider.ts'
export type { IdTokenChange, IdTokenClaims, IdTokenHeader, IdTokenSigner } from './id-token.ts'
export type {
  ClientAuthenticationMethod,
  ClientRegistration,
  Endpoint,
  EndpointCall,
  EndpointRequest,
  IdentityProviderOptions,
  Intercept,
  Lifetimes,
} from './options.ts'
export { DEFAULT_PERSONS, type Person } from './persons.ts'
export { exportPublicJwk, type SigningAlgorithm } from './signing-keys.ts'
export type {
  Answer,
  AnswerChange,
  AnswerTampering,
  BackChannelEndpoint,
  IdTokenOccasion,
  IdTokenTampering,
  Tampering,
} from './tampering.ts'
