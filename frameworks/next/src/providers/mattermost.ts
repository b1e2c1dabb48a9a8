export { default } from '@latchstring/core/providers/mattermost'
export type * from '@latchstring/core/providers/mattermost'
