export { default } from '@latchstring/core/providers/faceit'
export type * from '@latchstring/core/providers/faceit'
