export { default } from '@latchstring/core/providers/mailru'
export type * from '@latchstring/core/providers/mailru'
