export { default } from '@latchstring/core/providers/passkey'
export type * from '@latchstring/core/providers/passkey'
