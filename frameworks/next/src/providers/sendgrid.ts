export { default } from '@latchstring/core/providers/sendgrid'
export type * from '@latchstring/core/providers/sendgrid'
