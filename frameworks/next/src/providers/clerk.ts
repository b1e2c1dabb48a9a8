export { default } from '@latchstring/core/providers/clerk'
export type * from '@latchstring/core/providers/clerk'
