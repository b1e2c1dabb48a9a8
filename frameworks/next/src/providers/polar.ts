export { default } from '@latchstring/core/providers/polar'
export type * from '@latchstring/core/providers/polar'
