export { default } from '@latchstring/core/providers/strava'
export type * from '@latchstring/core/providers/strava'
