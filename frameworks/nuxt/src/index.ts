import { join } from 'node:path'
import {
  addImports,
  addPlugin,
  addRouteMiddleware,
  addServerHandler,
  addServerImports,
  addTemplate,
  addTypeTemplate,
  createResolver,
  defineNuxtModule,
  findPath,
} from 'nuxt/kit'

/** Options of the module, as `latchstring` in `nuxt.config.ts`. */
export interface ModuleOptions {
  /** Base path of the HTTP actions, below `app.baseURL`. Default: `/auth`. */
  basePath: string
}

/** A module of Nuxt. */
export type LatchstringModule = (this: void, options: ModuleOptions, nuxt: unknown) => Promise<void>

/** Declares the session type of the application, and the page meta `auth`. */
function declareTypes(file: string): string {
  return `declare module '@latchstring/core/types' {
  interface Register {
    auth: typeof import(${JSON.stringify(file)}).default.auth
  }
}
declare module '#app' {
  interface PageMeta {
    /** Whether the page requires a session. */
    auth?: boolean
  }
}
export {}
`
}

/** Functions of the server that handlers import by name. */
function declareUtilities(file: string): string {
  return `import latchstring from ${JSON.stringify(file)}

export const { requireSession } = latchstring
`
}

/**
 * The module of Nuxt. It reads the configuration from `server/latchstring.ts`, answers the HTTP actions, provides `useAuth` with
 * the session that the server has read, and protects pages with `auth: true` in their meta.
 *
 * @example
 * ```typescript
 * // nuxt.config.ts
 * import { defineNuxtConfig } from 'nuxt/config'
 *
 * export default defineNuxtConfig({ modules: ['@latchstring/nuxt'] })
 * ```
 */
const latchstring: LatchstringModule = defineNuxtModule<ModuleOptions>({
  meta: { name: '@latchstring/nuxt', configKey: 'latchstring', compatibility: { nuxt: '^4.4.6' } },
  defaults: { basePath: '/auth' },
  async setup({ basePath }, { options }) {
    const { serverDir, runtimeConfig, build } = options
    const file = await findPath(join(serverDir, 'latchstring'))
    if (file === null) {
      throw new Error(
        `@latchstring/nuxt finds no configuration. Write ${join(serverDir, 'latchstring.ts')}, whose default export is what Latchstring of '@latchstring/nuxt/server' returns.`,
      )
    }
    const { resolve } = createResolver(import.meta.url)
    runtimeConfig.public['latchstring'] = { basePath }
    build.transpile.push('@latchstring/nuxt')
    addServerHandler({ middleware: true, handler: file })
    const { dst } = addTemplate({
      filename: 'latchstring/server.ts',
      getContents: () => declareUtilities(file),
      write: true,
    })
    addServerImports([
      { name: 'default', as: 'latchstring', from: file },
      { name: 'requireSession', from: dst },
    ])
    addPlugin(resolve('./runtime/plugin'))
    addRouteMiddleware({ name: 'latchstring', path: resolve('./runtime/middleware'), global: true })
    addImports({ name: 'useAuth', from: '@latchstring/vue' })
    addTypeTemplate(
      { filename: 'types/latchstring.d.ts', getContents: () => declareTypes(file) },
      { nuxt: true, nitro: true },
    )
  },
})

export default latchstring
