export { default } from '@latchstring/core/providers/bitbucket'
export type * from '@latchstring/core/providers/bitbucket'
