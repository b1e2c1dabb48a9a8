export { default } from '@latchstring/core/providers/authentik'
export type * from '@latchstring/core/providers/authentik'
