export { default } from '@latchstring/core/providers/webex-oidc'
export type * from '@latchstring/core/providers/webex-oidc'
