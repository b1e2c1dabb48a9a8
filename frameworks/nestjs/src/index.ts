export { AuthGuard, AuthorizedGuard } from './lib/guards.ts'
export { Latchstring, Public, Session } from './lib/decorators.ts'
export {
  LatchstringModule,
  type LatchstringDynamicModule,
  type NestAsyncOptions,
  type NestOptions,
  type PlatformHost,
} from './lib/module.ts'
export { LatchstringService } from './lib/service.ts'
export type { CallContext } from './lib/call.ts'
export type { Engine, RequestScope } from './lib/scopes.ts'
export { acceptWeakSecret, customFetch, paths, skipCSRFCheck } from '@latchstring/core'
export { AuthError, CredentialsSignin } from '@latchstring/core/errors'
export type {
  FrameworkAuthConfig,
  FrameworkAuthConfigInput,
  FrameworkOptions,
} from '@latchstring/core/framework'
export type { JWT } from '@latchstring/core/jwt'
export type { RegisteredSession, User } from '@latchstring/core/types'
