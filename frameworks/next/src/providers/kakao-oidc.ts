export { default } from '@latchstring/core/providers/kakao-oidc'
export type * from '@latchstring/core/providers/kakao-oidc'
