export { default } from '@latchstring/core/providers/threads'
export type * from '@latchstring/core/providers/threads'
