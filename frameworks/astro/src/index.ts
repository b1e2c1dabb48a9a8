import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ConfigSetup, LatchstringIntegration, VitePlugin } from './lib/types.ts'

export type { LatchstringIntegration } from './lib/types.ts'

/** Options of the integration. */
export interface LatchstringOptions {
  /** The file with the configuration, relative to the root of the project. Default: `src/auth.ts`, or the same name with another extension. */
  readonly file?: string
  /** Path of the HTTP actions, without the `base` of Astro. Default: `/auth`. */
  readonly basePath?: string
}

const MIDDLEWARE = 'virtual:latchstring/middleware'
const RESOLVED = `\0${MIDDLEWARE}`
const ENDINGS = ['', '.ts', '.mts', '.js', '.mjs']

const FIX = `Write it:

import GitHub from '@latchstring/core/providers/github'
import { defineAuth } from '@latchstring/astro/server'

export default defineAuth({ providers: [GitHub] })

If it is another file, name it in astro.config: latchstring({ file: './src/lib/auth.ts' }).`

/** Finds the configuration file of the application. */
function findFile({ root, srcDir }: ConfigSetup['config'], file: string | undefined): string {
  const wanted = file === undefined ? new URL('auth', srcDir) : new URL(file, root)
  const found = ENDINGS.map((ending) => fileURLToPath(wanted) + ending).find(
    (path) => /\.[cm]?[jt]s$/.test(path) && existsSync(path),
  )
  if (found !== undefined) return found.replaceAll('\\', '/')
  const shown = file ?? fileURLToPath(wanted).slice(fileURLToPath(root).length) + '.ts'
  throw new Error(`The configuration of Latchstring is missing: there is no file ${shown}. ${FIX}`)
}

const ALWAYS =
  "The pages of Latchstring have forms whose addresses have no slash at the end. With `trailingSlash: 'always'` @astrojs/node redirects them in a way that loses what they send. Use `trailingSlash: 'ignore'`, or sign in by actions or by `fields` alone, with a sign-in page of yours."

const withoutSlashes = (path: string): string => path.replaceAll(/^\/+|\/+$/g, '')

/** Source of the module that imports the configuration of the application into the middleware. */
function middlewareModule(file: string, config: ConfigSetup['config'], path: string): VitePlugin {
  const basePath = `/${[withoutSlashes(config.base), path].filter(Boolean).join('/')}`
  const site = { basePath, trailingSlash: config.trailingSlash }
  const code = `import auth from ${JSON.stringify(file)}
if (typeof auth?.middleware !== 'function') {
  throw new TypeError(${JSON.stringify(`The default export of ${file} is not a configuration of Latchstring. ${FIX}`)})
}
export const onRequest = auth.middleware(${JSON.stringify(site)})
`
  return {
    name: '@latchstring/astro',
    // Astro finds its packages by the direct dependencies in package.json of the application.
    configEnvironment: () => ({ resolve: { noExternal: ['@latchstring/astro'] } }),
    resolveId: (id) => (id === MIDDLEWARE ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? code : undefined),
  }
}

/** Declares the session type of the application for `Astro.locals.auth()`. */
const types = (file: string): string => `import '@latchstring/astro/server'
declare module '@latchstring/core/types' {
  interface Register {
    auth: (typeof import(${JSON.stringify(file.replace(/\.([cm]?)ts$/, '.$1js'))}))['default']['auth']
  }
}
`

/**
 * The integration: adds the route of the HTTP actions, the middleware that answers them and gives pages the session, and the types of
 * `Astro.locals`.
 *
 * @param options - path of the configuration file, and path of the actions
 * @throws Error in the hooks of Astro, when there is no file with the configuration
 *
 * @example
 * ```js
 * // astro.config.mjs
 * import node from '@astrojs/node'
 * import latchstring from '@latchstring/astro'
 * import { defineConfig } from 'astro/config'
 *
 * export default defineConfig({
 *   adapter: node({ mode: 'standalone' }),
 *   integrations: [latchstring()],
 * })
 * ```
 */
export default function latchstring({
  file,
  basePath = '/auth',
}: LatchstringOptions = {}): LatchstringIntegration {
  const path = withoutSlashes(basePath)
  return {
    name: '@latchstring/astro',
    hooks: {
      'astro:config:setup'({ config, injectRoute, addMiddleware, updateConfig, logger }) {
        if (config.trailingSlash === 'always') logger.warn(ALWAYS)
        const plugin = middlewareModule(findFile(config, file), config, path)
        updateConfig({ vite: { plugins: [plugin] } })
        injectRoute({
          pattern: `/${path}/[...action]`,
          entrypoint: '@latchstring/astro/route',
          prerender: false,
        })
        addMiddleware({ order: 'pre', entrypoint: MIDDLEWARE })
      },
      'astro:config:done'({ config, injectTypes }) {
        injectTypes({ filename: 'latchstring.d.ts', content: types(findFile(config, file)) })
      },
    },
  }
}
