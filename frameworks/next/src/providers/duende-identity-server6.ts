export { default } from '@latchstring/core/providers/duende-identity-server6'
export type * from '@latchstring/core/providers/duende-identity-server6'
