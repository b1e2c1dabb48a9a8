export { default } from '@latchstring/core/providers/slack'
export type * from '@latchstring/core/providers/slack'
