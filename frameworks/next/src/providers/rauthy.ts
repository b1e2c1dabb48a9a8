export { default } from '@latchstring/core/providers/rauthy'
export type * from '@latchstring/core/providers/rauthy'
