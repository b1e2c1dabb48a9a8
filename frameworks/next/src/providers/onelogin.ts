export { default } from '@latchstring/core/providers/onelogin'
export type * from '@latchstring/core/providers/onelogin'
