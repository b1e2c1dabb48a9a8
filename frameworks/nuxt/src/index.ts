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
  /** Where the HTTP actions are, below `app.baseURL`. Default: `/auth`. */
  basePath: string
}

/** A module of Nuxt. */
export type LatchstringModule = (this: void, options: ModuleOptions, nuxt: unknown) => Promise<void>

/** Tells the types what the sessions of the application are, and pages that they may need one. */
function declareTypes(file: string): string {
  return `declare module '@latchstring/core/types' {
  interface Register {
    auth: typeof import(${JSON.stringify(file)}).default.auth
  }
}
declare module '#app' {
  interface PageMeta {
    /** Whether the page is for those who are signed in. */
    auth?: boolean
  }
}
export {}
`
}

/** What handlers of the server need by its own name. */
function declareUtilities(file: string): string {
  return `import latchstring from ${JSON.stringify(file)}

export const { requireSession } = latchstring
`
}

/**
 * The module of Nuxt. It takes the configuration from `server/latchstring.ts`, answers the HTTP actions, gives pages `useAuth` with
 * the session that the server has read, and protects pages whose meta says `auth: true`.
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
  meta: { name: '@latchstring/nuxt', configKey: 'latchstring', compatibility: { nuxt: '^4.1.0' } },
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
