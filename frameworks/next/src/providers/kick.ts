export { default } from '@latchstring/core/providers/kick'
export type * from '@latchstring/core/providers/kick'
