export { default } from '@latchstring/core/providers/patreon'
export type * from '@latchstring/core/providers/patreon'
