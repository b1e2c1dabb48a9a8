export { default } from '@latchstring/core/providers/azure-ad'
export type * from '@latchstring/core/providers/azure-ad'
