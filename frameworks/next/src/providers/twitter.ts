export { default } from '@latchstring/core/providers/twitter'
export type * from '@latchstring/core/providers/twitter'
