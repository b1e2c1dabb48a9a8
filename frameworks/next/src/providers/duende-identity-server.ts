export { default } from '@latchstring/core/providers/duende-identity-server'
export type * from '@latchstring/core/providers/duende-identity-server'
