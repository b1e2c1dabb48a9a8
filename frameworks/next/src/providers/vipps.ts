export { default } from '@latchstring/core/providers/vipps'
export type * from '@latchstring/core/providers/vipps'
