export { default } from '@latchstring/core/providers/xero'
export type * from '@latchstring/core/providers/xero'
