export { default } from '@latchstring/core/providers/ory-hydra'
export type * from '@latchstring/core/providers/ory-hydra'
