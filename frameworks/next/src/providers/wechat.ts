export { default } from '@latchstring/core/providers/wechat'
export type * from '@latchstring/core/providers/wechat'
