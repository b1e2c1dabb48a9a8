export { default } from '@latchstring/core/providers/zoom'
export type * from '@latchstring/core/providers/zoom'
