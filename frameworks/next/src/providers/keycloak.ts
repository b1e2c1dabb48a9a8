export { default } from '@latchstring/core/providers/keycloak'
export type * from '@latchstring/core/providers/keycloak'
