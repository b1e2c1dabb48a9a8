export { default } from '@latchstring/core/providers/wordpress'
export type * from '@latchstring/core/providers/wordpress'
