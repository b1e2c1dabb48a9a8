export { default } from '@latchstring/core/providers/workos'
export type * from '@latchstring/core/providers/workos'
