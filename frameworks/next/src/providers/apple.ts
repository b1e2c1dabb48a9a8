export { default } from '@latchstring/core/providers/apple'
export * from '@latchstring/core/providers/apple'
