export { default } from '@latchstring/core/providers/pipedrive'
export type * from '@latchstring/core/providers/pipedrive'
