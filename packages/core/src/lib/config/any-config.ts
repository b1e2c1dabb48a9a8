import type { AuthConfig } from '../types/config.ts'
import type { JWT } from '../types/jwt.ts'

/** Configurations differ in the types of token and session, which nothing here depends on. */
export type AnyConfig = AuthConfig<JWT, object>
