export { default } from '@latchstring/core/providers/ory-polis'
export type * from '@latchstring/core/providers/ory-polis'
