export { default } from '@latchstring/core/providers/logto'
export type * from '@latchstring/core/providers/logto'
