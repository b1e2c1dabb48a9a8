export { default } from '@latchstring/core/providers/intuit'
export type * from '@latchstring/core/providers/intuit'
