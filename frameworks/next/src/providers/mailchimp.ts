export { default } from '@latchstring/core/providers/mailchimp'
export type * from '@latchstring/core/providers/mailchimp'
