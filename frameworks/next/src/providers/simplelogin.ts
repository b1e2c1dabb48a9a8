export { default } from '@latchstring/core/providers/simplelogin'
export type * from '@latchstring/core/providers/simplelogin'
