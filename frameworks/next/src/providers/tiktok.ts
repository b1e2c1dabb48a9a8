export { default } from '@latchstring/core/providers/tiktok'
export type * from '@latchstring/core/providers/tiktok'
