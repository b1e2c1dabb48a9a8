/** The part of Nuxt and Nitro that is used here. They are not installed; the application of the suite compiles against their types. */

interface ImportMeta {
  /** Replaced by bundlers: whether the code runs on the server. */
  readonly server?: boolean
  /** Replaced by Nitro: whether pages are being rendered at build time. */
  readonly prerender?: boolean
}

declare module 'nuxt/kit' {
  interface Nuxt {
    readonly options: {
      readonly serverDir: string
      readonly runtimeConfig: { readonly public: Record<string, unknown> }
      readonly build: { readonly transpile: unknown[] }
    }
  }
  interface Definition<Options> {
    readonly meta: {
      readonly name: string
      readonly configKey: string
      readonly compatibility: { readonly nuxt: string }
    }
    readonly defaults: Options
    readonly setup: (options: Options, nuxt: Nuxt) => Promise<void>
  }
  export function defineNuxtModule<Options>(definition: Definition<Options>): Module<Options>
  type Module<Options> = (this: void, options: Options, nuxt: unknown) => Promise<void>
  export function createResolver(base: string): { readonly resolve: (path: string) => string }
  export function findPath(path: string): Promise<string | null>
  export function addPlugin(file: string): void
  export function addRouteMiddleware(middleware: {
    readonly name: string
    readonly path: string
    readonly global: boolean
  }): void
  export function addServerHandler(handler: {
    readonly middleware: boolean
    readonly handler: string
  }): void
  interface Import {
    readonly name: string
    readonly as?: string
    readonly from: string
  }
  export function addImports(one: Import): void
  export function addServerImports(all: readonly Import[]): void
  interface Template {
    readonly filename: string
    readonly getContents: () => string
    readonly write?: boolean
  }
  export function addTemplate(template: Template): { readonly dst: string }
  export function addTypeTemplate(
    template: Template,
    context: { readonly nuxt: boolean; readonly nitro: boolean },
  ): void
}

declare module 'nuxt/app' {
  interface RuntimeConfig {
    readonly app: { readonly baseURL: string }
    readonly public: { readonly latchstring: { readonly basePath: string } }
  }
  interface Route {
    readonly fullPath: string
    readonly meta: { readonly auth?: unknown }
  }
  export function useRuntimeConfig(): RuntimeConfig
  export function useNuxtApp(): { readonly runWithContext: <T>(work: () => T) => Promise<T> }
  export function useRequestEvent(): unknown
  export function useState<T>(key: string): { value: T }
  export function useRouter(): { readonly resolve: (path: string) => { readonly href: string } }
  export function defineNuxtPlugin(plugin: {
    readonly name: string
    readonly enforce: 'pre'
    readonly setup: (nuxt: {
      readonly vueApp: { readonly use: (plugin: object) => unknown }
    }) => Promise<void>
  }): unknown
  export function defineNuxtRouteMiddleware(middleware: (to: Route) => unknown): unknown
  export function navigateTo(
    to: string,
    options: { readonly external: boolean; readonly redirectCode?: number },
  ): unknown
  export function createError(error: {
    readonly statusCode: number
    readonly message: string
  }): Error
  export function abortNavigation(error: Error): never
}

declare module 'nitropack/runtime' {
  export function useRuntimeConfig(): {
    readonly app: { readonly baseURL: string }
    readonly public: { readonly latchstring?: { readonly basePath?: string } }
  }
}
