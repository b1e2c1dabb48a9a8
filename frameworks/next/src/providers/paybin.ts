export { default } from '@latchstring/core/providers/paybin'
export type * from '@latchstring/core/providers/paybin'
