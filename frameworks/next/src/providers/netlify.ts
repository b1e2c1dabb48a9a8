export { default } from '@latchstring/core/providers/netlify'
export type * from '@latchstring/core/providers/netlify'
