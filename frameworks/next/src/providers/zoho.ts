export { default } from '@latchstring/core/providers/zoho'
export type * from '@latchstring/core/providers/zoho'
