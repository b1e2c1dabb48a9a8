export { default } from '@latchstring/core/providers/united-effects'
export type * from '@latchstring/core/providers/united-effects'
