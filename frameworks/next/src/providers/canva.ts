export { default } from '@latchstring/core/providers/canva'
export type * from '@latchstring/core/providers/canva'
