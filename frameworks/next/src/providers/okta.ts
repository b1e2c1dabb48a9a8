export { default } from '@latchstring/core/providers/okta'
export type * from '@latchstring/core/providers/okta'
