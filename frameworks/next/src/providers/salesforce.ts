export { default } from '@latchstring/core/providers/salesforce'
export type * from '@latchstring/core/providers/salesforce'
