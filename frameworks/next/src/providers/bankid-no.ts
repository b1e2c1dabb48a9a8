export { default } from '@latchstring/core/providers/bankid-no'
export type * from '@latchstring/core/providers/bankid-no'
