export { default } from '@latchstring/core/providers/railway'
export type * from '@latchstring/core/providers/railway'
