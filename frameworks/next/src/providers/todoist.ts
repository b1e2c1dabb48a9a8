export { default } from '@latchstring/core/providers/todoist'
export type * from '@latchstring/core/providers/todoist'
