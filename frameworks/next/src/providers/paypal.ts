export { default } from '@latchstring/core/providers/paypal'
export type * from '@latchstring/core/providers/paypal'
