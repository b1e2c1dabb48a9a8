export { default } from '@latchstring/core/providers/gumroad'
export type * from '@latchstring/core/providers/gumroad'
