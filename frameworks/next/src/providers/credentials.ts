export { default } from '@latchstring/core/providers/credentials'
export type * from '@latchstring/core/providers/credentials'
