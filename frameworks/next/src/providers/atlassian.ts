export { default } from '@latchstring/core/providers/atlassian'
export type * from '@latchstring/core/providers/atlassian'
