export { default } from '@latchstring/core/providers/box'
export type * from '@latchstring/core/providers/box'
