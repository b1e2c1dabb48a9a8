export { default } from '@latchstring/core/providers/medium'
export type * from '@latchstring/core/providers/medium'
