export { default } from '@latchstring/core/providers/hubspot'
export type * from '@latchstring/core/providers/hubspot'
