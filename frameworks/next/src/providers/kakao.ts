export { default } from '@latchstring/core/providers/kakao'
export type * from '@latchstring/core/providers/kakao'
