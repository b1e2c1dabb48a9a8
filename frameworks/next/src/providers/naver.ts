export { default } from '@latchstring/core/providers/naver'
export type * from '@latchstring/core/providers/naver'
