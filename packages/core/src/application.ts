/** The part of the core that applications use beside a framework package, which exports all of it again. */
export { paths } from './lib/http/paths.ts'
export { refusalOf } from './lib/framework/refusal-of.ts'
export { acceptWeakSecret, customFetch, skipCSRFCheck } from './lib/types/symbols.ts'
export { AuthError } from './lib/errors/auth-error.ts'
export { CredentialsSignin } from './lib/errors/classes.ts'
export type {
  FactsAsked,
  Refusal,
  RequiredSession,
  RequireOptions,
  SessionFacts,
} from './lib/types/facts.ts'
export type { CoreOptions as FrameworkOptions } from './lib/engine/auth.ts'
export type { FrameworkAuthConfig, FrameworkAuthConfigInput } from './lib/types/framework.ts'
export type { JWT } from './lib/types/jwt.ts'
export type {
  CredentialPrincipal,
  Principal,
  PrincipalRead,
  PrincipalRefusal,
  SessionPrincipal,
} from './lib/types/principal.ts'
export type { RequestScope } from './lib/types/scope.ts'
export type { Session } from './lib/types/session.ts'
export type { User } from './lib/types/user.ts'
