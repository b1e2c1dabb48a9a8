export { default } from '@latchstring/core/providers/mercado-libre'
export type * from '@latchstring/core/providers/mercado-libre'
