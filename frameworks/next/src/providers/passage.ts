export { default } from '@latchstring/core/providers/passage'
export type * from '@latchstring/core/providers/passage'
