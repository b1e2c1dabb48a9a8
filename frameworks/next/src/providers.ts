export type * from '@latchstring/core/providers'
