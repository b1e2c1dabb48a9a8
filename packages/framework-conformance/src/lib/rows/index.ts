import type { Row } from '../types.ts'
import { bypasses } from './bypasses.ts'
import { cookies } from './cookies.ts'
import { forms } from './forms.ts'
import { guards } from './guards.ts'
import { http } from './http.ts'
import { servers } from './servers.ts'
import { sessions } from './sessions.ts'
import { stepUp } from './step-up.ts'

/**
 * The rules for every framework, over HTTP alone. The letter of an id is its subject: H requests and responses, C cookies,
 * G protection, S and K sessions in pages and caches, F forms, I isolation, E environment, R servers.
 *
 * @example
 * ```ts
 * import { rows } from '@latchstring/framework-conformance'
 *
 * for (const { id, name } of rows) console.log(id, name)
 * ```
 */
export const rows: readonly Row[] = [
  ...http,
  ...cookies,
  ...guards,
  ...bypasses,
  ...stepUp,
  ...sessions,
  ...forms,
  ...servers,
]
