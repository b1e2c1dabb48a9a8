export { default } from '@latchstring/core/providers/descope'
export type * from '@latchstring/core/providers/descope'
