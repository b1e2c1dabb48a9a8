export { default } from '@latchstring/core/providers/ory'
export type * from '@latchstring/core/providers/ory'
