import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import latchstring, { type LatchstringIntegration, type LatchstringOptions } from './index.ts'

// Astro is a double here, which records the calls of its hooks.

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchstring-astro-'))
  mkdirSync(join(folder, 'src/lib'), { recursive: true })
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Setup = Parameters<LatchstringIntegration['hooks']['astro:config:setup']>[0]

interface Recorded {
  readonly routes: unknown[]
  readonly middleware: unknown[]
  readonly warnings: string[]
  readonly types: { filename: string; content: string }[]
  code: string
}

function setUp(options?: LatchstringOptions, site: Partial<Setup['config']> = {}): Recorded {
  const recorded: Recorded = { routes: [], middleware: [], warnings: [], types: [], code: '' }
  const config: Setup['config'] = {
    root: pathToFileURL(`${folder}/`),
    srcDir: pathToFileURL(`${folder}/src/`),
    base: '/',
    trailingSlash: 'ignore',
    ...site,
  }
  const { hooks } = latchstring(options)
  hooks['astro:config:setup']({
    config,
    injectRoute: (route) => recorded.routes.push(route),
    addMiddleware: (middleware) => recorded.middleware.push(middleware),
    logger: { warn: (message) => void recorded.warnings.push(message) },
    updateConfig({ vite: { plugins } }) {
      for (const { resolveId, load } of plugins) {
        expect([resolveId('astro:middleware'), load('astro:middleware')]).toEqual([
          undefined,
          undefined,
        ])
        recorded.code += load(resolveId('virtual:latchstring/middleware') ?? '') ?? ''
      }
    },
  })
  hooks['astro:config:done']({ config, injectTypes: (types) => recorded.types.push(types) })
  return recorded
}

const write = (path: string): void => writeFileSync(join(folder, path), 'export default {}\n')

describe('the integration of Astro', () => {
  test('adds a route that is not prerendered, and puts its middleware before that of the application', () => {
    write('src/auth.ts')
    const { routes, middleware, warnings, code } = setUp()
    expect(warnings).toEqual([])
    expect(routes).toEqual([
      { pattern: '/auth/[...action]', entrypoint: '@latchstring/astro/route', prerender: false },
    ])
    expect(middleware).toEqual([{ order: 'pre', entrypoint: 'virtual:latchstring/middleware' }])
    expect(code).toContain(`import auth from "${folder}/src/auth.ts"`)
    expect(code).toContain('auth.middleware({"basePath":"/auth","trailingSlash":"ignore"})')
  })

  test('puts the actions below the base URL of Astro, and the route without it', () => {
    write('src/auth.js')
    const site = { base: '/app/', trailingSlash: 'always' } as const
    const { routes, warnings, code } = setUp({ basePath: '/api/auth/' }, site)
    expect(warnings.join()).toContain('addresses have no slash at the end')
    expect(routes).toMatchObject([{ pattern: '/api/auth/[...action]' }])
    expect(code).toContain('{"basePath":"/app/api/auth","trailingSlash":"always"}')
  })

  test('declares the session type of the configuration file', () => {
    write('src/lib/sign-in.ts')
    const { types, code } = setUp({ file: './src/lib/sign-in.ts' })
    expect(code).toContain('/src/lib/sign-in.ts"')
    expect(types).toHaveLength(1)
    expect(types[0]?.content).toContain("/src/lib/sign-in.js\"))['default']['auth']")
  })

  test.each([
    ['its own name', undefined, 'there is no file src/auth.ts.'],
    ['the name of the option', './src/lib/auth.ts', 'there is no file ./src/lib/auth.ts.'],
  ])(
    'stops the build when the configuration file is missing, by %s, and says what to write',
    (_what, file, message) => {
      const missing = (): Recorded => setUp(file === undefined ? {} : { file })
      expect(missing).toThrow(message)
      expect(missing).toThrow('export default defineAuth({ providers: [GitHub] })')
    },
  )

  test('says what to export when the configuration file exports something else', () => {
    write('src/auth.ts')
    expect(setUp().code).toContain('is not a configuration of Latchstring. Write it:')
  })
})
