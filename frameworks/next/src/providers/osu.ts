export { default } from '@latchstring/core/providers/osu'
export type * from '@latchstring/core/providers/osu'
