export { default } from '@latchstring/core/providers/beyondidentity'
export type * from '@latchstring/core/providers/beyondidentity'
