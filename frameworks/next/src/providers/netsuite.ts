export { default } from '@latchstring/core/providers/netsuite'
export type * from '@latchstring/core/providers/netsuite'
