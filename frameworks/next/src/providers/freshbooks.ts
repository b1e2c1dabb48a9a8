export { default } from '@latchstring/core/providers/freshbooks'
export type * from '@latchstring/core/providers/freshbooks'
