export { default } from '@latchstring/core/providers/instagram'
export type * from '@latchstring/core/providers/instagram'
