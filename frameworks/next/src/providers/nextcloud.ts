export { default } from '@latchstring/core/providers/nextcloud'
export type * from '@latchstring/core/providers/nextcloud'
