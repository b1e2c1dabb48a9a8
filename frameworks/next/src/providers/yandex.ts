export { default } from '@latchstring/core/providers/yandex'
export type * from '@latchstring/core/providers/yandex'
