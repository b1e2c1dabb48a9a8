export { default } from '@latchstring/core/providers/roblox'
export type * from '@latchstring/core/providers/roblox'
