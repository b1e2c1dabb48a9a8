export { default } from '@latchstring/core/providers/linear'
export type * from '@latchstring/core/providers/linear'
