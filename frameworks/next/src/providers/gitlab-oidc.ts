export { default } from '@latchstring/core/providers/gitlab-oidc'
export type * from '@latchstring/core/providers/gitlab-oidc'
