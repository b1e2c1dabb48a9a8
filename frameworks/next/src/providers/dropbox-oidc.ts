export { default } from '@latchstring/core/providers/dropbox-oidc'
export type * from '@latchstring/core/providers/dropbox-oidc'
