export { setSession, useSession } from './lib/session.ts'
export type { Auth, SessionOptions, SessionStatus, UseSessionOptions } from './lib/session.ts'
export { AuthClientError } from '@latchstring/client'
export type { Register, RegisteredSession } from '@latchstring/core/types'
