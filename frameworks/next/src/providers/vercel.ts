export { default } from '@latchstring/core/providers/vercel'
export type * from '@latchstring/core/providers/vercel'
