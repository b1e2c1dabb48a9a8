export { default } from '@latchstring/core/providers/identity-server4'
export type * from '@latchstring/core/providers/identity-server4'
