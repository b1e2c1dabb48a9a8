export { default } from '@latchstring/core/providers/spotify'
export type * from '@latchstring/core/providers/spotify'
