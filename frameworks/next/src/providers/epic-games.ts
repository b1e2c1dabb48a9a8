export { default } from '@latchstring/core/providers/epic-games'
export type * from '@latchstring/core/providers/epic-games'
