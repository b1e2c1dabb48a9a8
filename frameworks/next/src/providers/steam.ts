export { default } from '@latchstring/core/providers/steam'
export type * from '@latchstring/core/providers/steam'
