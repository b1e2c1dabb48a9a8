export { default } from '@latchstring/core/providers/line'
export type * from '@latchstring/core/providers/line'
