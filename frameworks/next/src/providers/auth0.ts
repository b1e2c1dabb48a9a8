export { default } from '@latchstring/core/providers/auth0'
export type * from '@latchstring/core/providers/auth0'
