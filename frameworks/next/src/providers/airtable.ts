export { default } from '@latchstring/core/providers/airtable'
export type * from '@latchstring/core/providers/airtable'
