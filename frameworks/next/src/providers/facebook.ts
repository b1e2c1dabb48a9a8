export { default } from '@latchstring/core/providers/facebook'
export type * from '@latchstring/core/providers/facebook'
