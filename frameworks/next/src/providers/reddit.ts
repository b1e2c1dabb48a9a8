export { default } from '@latchstring/core/providers/reddit'
export type * from '@latchstring/core/providers/reddit'
