export { default } from '@latchstring/core/providers/telegram'
export type * from '@latchstring/core/providers/telegram'
