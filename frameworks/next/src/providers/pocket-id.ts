export { default } from '@latchstring/core/providers/pocket-id'
export type * from '@latchstring/core/providers/pocket-id'
