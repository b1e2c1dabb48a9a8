export { default } from '@latchstring/core/providers/frontegg'
export type * from '@latchstring/core/providers/frontegg'
