export { default } from '@latchstring/core/providers/eveonline'
export type * from '@latchstring/core/providers/eveonline'
