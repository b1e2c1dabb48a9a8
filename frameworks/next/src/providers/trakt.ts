export { default } from '@latchstring/core/providers/trakt'
export type * from '@latchstring/core/providers/trakt'
