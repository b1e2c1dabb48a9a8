export { default } from '@latchstring/core/providers/ping-id'
export type * from '@latchstring/core/providers/ping-id'
