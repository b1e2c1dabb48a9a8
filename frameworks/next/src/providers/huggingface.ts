export { default } from '@latchstring/core/providers/huggingface'
export type * from '@latchstring/core/providers/huggingface'
