export { default } from '@latchstring/core/providers/mastodon'
export type * from '@latchstring/core/providers/mastodon'
