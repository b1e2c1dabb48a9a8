export { default } from '@latchstring/core/providers/shopify'
export type * from '@latchstring/core/providers/shopify'
