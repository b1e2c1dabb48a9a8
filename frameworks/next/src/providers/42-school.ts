export { default } from '@latchstring/core/providers/42-school'
export type * from '@latchstring/core/providers/42-school'
