export { default } from '@latchstring/core/providers/dropbox'
export type * from '@latchstring/core/providers/dropbox'
