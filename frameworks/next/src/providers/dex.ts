export { default } from '@latchstring/core/providers/dex'
export type * from '@latchstring/core/providers/dex'
