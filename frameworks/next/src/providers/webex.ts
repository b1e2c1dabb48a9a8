export { default } from '@latchstring/core/providers/webex'
export type * from '@latchstring/core/providers/webex'
