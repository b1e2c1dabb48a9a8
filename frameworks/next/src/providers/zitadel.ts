export { default } from '@latchstring/core/providers/zitadel'
export type * from '@latchstring/core/providers/zitadel'
