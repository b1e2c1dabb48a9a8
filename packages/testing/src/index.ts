export { createLab, type Lab, type LabOptions } from './lib/lab.ts'
export { LabError, type LabRule } from './lib/lab-error.ts'
export type { Arrival } from './lib/authorization.ts'
export type { AuthorizeOptions, Twin, TwinOptions, TwinSettings, WhoSignsIn } from './lib/twin.ts'
export type { Failure } from './lib/twin-state.ts'
export type { ServiceId } from './services.ts'
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
