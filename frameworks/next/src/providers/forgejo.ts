export { default } from '@latchstring/core/providers/forgejo'
export type * from '@latchstring/core/providers/forgejo'
