export { default } from '@latchstring/core/providers/linkedin'
export type * from '@latchstring/core/providers/linkedin'
