export { default } from '@latchstring/core/providers/twitch'
export type * from '@latchstring/core/providers/twitch'
