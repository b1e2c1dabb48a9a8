import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import type { FrameworkAuthConfigInput, FrameworkOptions } from '@latchstring/h3/v1'
import { useRuntimeConfig } from 'nitropack/runtime'
import { createNuxtAuth, type LatchstringNuxt } from './lib/nuxt-auth.ts'
import { joinBasePath } from './runtime/page-auth.ts'

export * from '@latchstring/core/application'
export type { H3Operations, H3SignInOptions } from '@latchstring/h3/v1'
export type { LatchstringNuxt } from './lib/nuxt-auth.ts'

/**
 * Sets up Latchstring for the server of Nuxt. The result is the default export of `server/latchstring.ts`, where the module finds it.
 * Environment and configuration are read with the first request.
 *
 * @param config - the configuration, or a function that returns one for a request
 * @param options - environment and clock. The base path is an option of the module
 *
 * @example
 * ```typescript
 * // server/latchstring.ts
 * import GitHub from '@latchstring/core/providers/github'
 * import Latchstring from '@latchstring/nuxt/server'
 *
 * export default Latchstring({ providers: [GitHub] })
 * ```
 */
export default function Latchstring<
  const Token extends JWT = JWT,
  const S extends object = Session,
>(
  config: FrameworkAuthConfigInput<Token, S>,
  options: Omit<FrameworkOptions, 'basePath'> = {},
): LatchstringNuxt<S> {
  const { app, public: shown } = useRuntimeConfig()
  return createNuxtAuth<Token, S>(config, {
    ...options,
    basePath: joinBasePath(app.baseURL, shown.latchstring?.basePath ?? '/auth'),
    baseURL: app.baseURL,
    prerendering: import.meta.prerender === true,
  })
}
