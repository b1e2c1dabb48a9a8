export { default } from '@latchstring/core/providers/loops'
export type * from '@latchstring/core/providers/loops'
