export { default } from '@latchstring/core/providers/battlenet'
export type * from '@latchstring/core/providers/battlenet'
