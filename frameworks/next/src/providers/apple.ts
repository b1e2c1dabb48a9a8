export { default, createAppleClientSecret } from '@latchstring/core/providers/apple'
export type * from '@latchstring/core/providers/apple'
