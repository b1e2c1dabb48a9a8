export { default } from '@latchstring/core/providers/azure-devops'
export type * from '@latchstring/core/providers/azure-devops'
