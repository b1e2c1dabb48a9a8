export { default } from '@latchstring/core/providers/concept2'
export type * from '@latchstring/core/providers/concept2'
