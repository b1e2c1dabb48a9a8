export { default } from '@latchstring/core/providers/coinbase'
export type * from '@latchstring/core/providers/coinbase'
