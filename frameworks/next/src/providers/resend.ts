export { default } from '@latchstring/core/providers/resend'
export type * from '@latchstring/core/providers/resend'
