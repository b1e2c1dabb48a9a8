export { default } from '@latchstring/core/providers/discord'
export type * from '@latchstring/core/providers/discord'
