export { default } from '@latchstring/core/providers/postmark'
export type * from '@latchstring/core/providers/postmark'
