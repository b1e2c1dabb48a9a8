export { default } from '@latchstring/core/providers/notion'
export type * from '@latchstring/core/providers/notion'
