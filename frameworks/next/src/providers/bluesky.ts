export { default } from '@latchstring/core/providers/bluesky'
export type * from '@latchstring/core/providers/bluesky'
