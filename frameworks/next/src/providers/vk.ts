export { default } from '@latchstring/core/providers/vk'
export type * from '@latchstring/core/providers/vk'
