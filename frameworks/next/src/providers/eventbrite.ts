export { default } from '@latchstring/core/providers/eventbrite'
export type * from '@latchstring/core/providers/eventbrite'
