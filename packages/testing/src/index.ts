export type {
  Authentication,
  AuthorizationRules,
  EndpointContext,
  ErrorAnswer,
  Expectation,
  GrantFacts,
  Person,
  ResourceRequest,
  ResourceRules,
  Service,
  TokenRules,
} from './service.ts'
