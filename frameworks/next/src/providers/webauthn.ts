export { default } from '@latchstring/core/providers/webauthn'
export type * from '@latchstring/core/providers/webauthn'
