export { default } from '@latchstring/core/providers/azure-ad-b2c'
export type * from '@latchstring/core/providers/azure-ad-b2c'
