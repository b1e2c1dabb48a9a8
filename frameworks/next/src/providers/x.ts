export { default } from '@latchstring/core/providers/x'
export type * from '@latchstring/core/providers/x'
