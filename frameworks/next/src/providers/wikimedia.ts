export { default } from '@latchstring/core/providers/wikimedia'
export type * from '@latchstring/core/providers/wikimedia'
