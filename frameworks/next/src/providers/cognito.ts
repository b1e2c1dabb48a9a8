export { default } from '@latchstring/core/providers/cognito'
export type * from '@latchstring/core/providers/cognito'
