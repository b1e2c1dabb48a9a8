export { default } from '@latchstring/core/providers/asana'
export type * from '@latchstring/core/providers/asana'
