export { default } from '@latchstring/core/providers/google'
export type * from '@latchstring/core/providers/google'
