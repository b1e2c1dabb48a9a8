export { default } from '@latchstring/core/providers/gitea'
export type * from '@latchstring/core/providers/gitea'
