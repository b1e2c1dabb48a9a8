export { default } from '@latchstring/core/providers/gitlab'
export type * from '@latchstring/core/providers/gitlab'
