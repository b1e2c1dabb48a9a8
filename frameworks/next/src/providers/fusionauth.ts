export { default } from '@latchstring/core/providers/fusionauth'
export type * from '@latchstring/core/providers/fusionauth'
