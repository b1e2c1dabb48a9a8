export { default } from '@latchstring/core/providers/forwardemail'
export type * from '@latchstring/core/providers/forwardemail'
