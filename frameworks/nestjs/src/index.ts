export { AuthGuard, AuthorizedGuard } from './lib/guards.ts'
export * from '@latchstring/core/application'
export { Latchstring, Public, Session } from './lib/decorators.ts'
export { LatchstringModule } from './lib/module.ts'
export type {
  LatchstringDynamicModule,
  NestAsyncOptions,
  NestOptions,
  PlatformHost,
} from './lib/module.ts'
export { LatchstringService } from './lib/service.ts'
export type { CallContext } from './lib/call.ts'
export type { LatchstringInstance, RequestScope } from './lib/scopes.ts'
export type { RegisteredSession } from '@latchstring/core/types'
