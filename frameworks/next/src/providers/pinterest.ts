export { default } from '@latchstring/core/providers/pinterest'
export type * from '@latchstring/core/providers/pinterest'
