export { default } from '@latchstring/core/providers/figma'
export type * from '@latchstring/core/providers/figma'
