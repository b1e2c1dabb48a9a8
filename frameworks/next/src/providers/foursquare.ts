export { default } from '@latchstring/core/providers/foursquare'
export type * from '@latchstring/core/providers/foursquare'
