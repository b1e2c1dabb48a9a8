export { default } from '@latchstring/core/providers/email'
export type * from '@latchstring/core/providers/email'
