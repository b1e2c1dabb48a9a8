export { default } from '@latchstring/core/providers/click-up'
export type * from '@latchstring/core/providers/click-up'
