export { default } from '@latchstring/core/providers/microsoft-entra-id'
export type * from '@latchstring/core/providers/microsoft-entra-id'
