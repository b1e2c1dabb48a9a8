export { default } from '@latchstring/core/providers/osso'
export type * from '@latchstring/core/providers/osso'
