export { default } from '@latchstring/core/providers/github'
export type * from '@latchstring/core/providers/github'
