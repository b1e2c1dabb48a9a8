export { default } from '@latchstring/core/providers/kinde'
export type * from '@latchstring/core/providers/kinde'
