export { default } from '@latchstring/core/providers/boxyhq-saml'
export type * from '@latchstring/core/providers/boxyhq-saml'
