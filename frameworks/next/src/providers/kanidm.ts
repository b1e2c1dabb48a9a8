export { default } from '@latchstring/core/providers/kanidm'
export type * from '@latchstring/core/providers/kanidm'
