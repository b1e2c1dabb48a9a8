export { default } from '@latchstring/core/providers/mailgun'
export type * from '@latchstring/core/providers/mailgun'
