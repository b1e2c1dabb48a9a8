export { default } from '@latchstring/core/providers/casdoor'
export type * from '@latchstring/core/providers/casdoor'
