export { default } from '@latchstring/core/providers/authelia'
export type * from '@latchstring/core/providers/authelia'
