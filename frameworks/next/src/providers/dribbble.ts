export { default } from '@latchstring/core/providers/dribbble'
export type * from '@latchstring/core/providers/dribbble'
