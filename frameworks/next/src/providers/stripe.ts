export { default } from '@latchstring/core/providers/stripe'
export type * from '@latchstring/core/providers/stripe'
