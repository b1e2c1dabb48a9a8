export { default } from '@latchstring/core/providers/asgardeo'
export type * from '@latchstring/core/providers/asgardeo'
