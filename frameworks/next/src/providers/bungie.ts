export { default } from '@latchstring/core/providers/bungie'
export type * from '@latchstring/core/providers/bungie'
