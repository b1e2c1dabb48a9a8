export { default } from '@latchstring/core/providers/webauthn'
export * from '@latchstring/core/providers/webauthn'
