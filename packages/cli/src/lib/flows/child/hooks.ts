import { readFile } from 'node:fs/promises'
import type { LoadHook, ResolveHook } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isEntry, isEnvironment, isLeftAlone, isMark } from './left-alone.ts'
import { importedNames } from './names.ts'
import { findFile, isOfLibrary } from './find-file.ts'
import { toJavaScript } from './transpile.ts'

/* How modules of the application are found and loaded: in a thread of their own, where nothing of the application runs. */

const SCHEME = 'latchstring-flows:'

/** A module that is made here, by what it stands for. */
type Made =
  | {
      readonly kind: 'inert' | 'environment'
      readonly specifier: string
      readonly names: readonly string[]
    }
  | { readonly kind: 'entry'; readonly specifier: string; readonly url: string }
  | { readonly kind: 'nothing' }

const toUrl = (made: Made): string => SCHEME + encodeURIComponent(JSON.stringify(made))

const made = (one: Made): Awaited<ReturnType<ResolveHook>> => ({
  url: toUrl(one),
  format: 'module',
  shortCircuit: true,
})

/** `next/server` is a file, which bundlers find without its ending. */
const isFileOfPackage = (specifier: string): boolean =>
  /^(?:@[\w.-]+\/)?[\w.-]+\/.*[^/]$/.test(specifier) && !/\.[cm]?js$/.test(specifier)

async function nextOrFile<T>(
  specifier: string,
  next: (specifier: string) => T | Promise<T>,
): Promise<T> {
  try {
    return await next(specifier)
  } catch (error) {
    if (!isFileOfPackage(specifier)) throw error
    try {
      return await next(`${specifier}.js`)
    } catch {
      throw error
    }
  }
}

/** Finds modules as the framework's bundler would. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  const { parentURL } = context
  if (isMark(specifier)) return made({ kind: 'nothing' })
  if (isLeftAlone(specifier) || isEnvironment(specifier)) {
    const kind = isEnvironment(specifier) ? 'environment' : 'inert'
    return made({ kind, specifier, names: await importedNames(specifier, parentURL) })
  }
  if (isEntry(specifier) && !isOfLibrary(parentURL)) {
    const { url } = await next(specifier, context)
    return made({ kind: 'entry', specifier, url })
  }
  const own =
    parentURL?.startsWith('file:') === true ? await findFile(specifier, parentURL) : undefined
  if (own !== undefined) return next(own, context)
  return nextOrFile(specifier, (given) => next(given, context))
}

const exported = (name: string, value: string): string =>
  name === 'default' ? `export default ${value}` : `export const ${name} = ${value}`

const here = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href)

function inertSource(specifier: string, names: readonly string[]): string {
  const all = [...new Set(['default', ...names])]
  const value = (name: string): string =>
    `inert(${JSON.stringify(name === 'default' ? specifier : `${specifier}.${name}`)})`
  return [
    `import { inert } from ${here('./inert.js')}`,
    ...all.map((name) => exported(name, value(name))),
  ].join('\n')
}

function environmentSource(names: readonly string[]): string {
  const values: Readonly<Record<string, string>> = {
    env: 'process.env',
    getSecret: '(name) => process.env[name]',
  }
  return names
    .map((name) => exported(name, values[name] ?? `process.env[${JSON.stringify(name)}]`))
    .join('\n')
}

/** What takes a configuration and is not the default export, by the entries that have them. */
const NAMED: Readonly<Record<string, string>> = {
  '@latchstring/core': 'createAuth',
  '@latchstring/core/framework': 'createFrameworkAuth',
  '@latchstring/astro/server': 'defineAuth',
  '@latchstring/nestjs': 'LatchstringModule',
  '@latchstring/remix': 'latchstring',
}

function entrySource(specifier: string, url: string): string {
  const name = NAMED[specifier]
  const real = JSON.stringify(url)
  return [
    `import * as real from ${real}`,
    `import { captureAll } from ${here('./captured.js')}`,
    `export * from ${real}`,
    `const all = captureAll(${JSON.stringify(specifier)}, real)`,
    'export default all.default',
    // Those of an entry alone: others would be exports that nobody has.
    ...(name === undefined ? [] : [`export const ${name} = all.${name}`]),
  ].join('\n')
}

function madeSource(url: string): string {
  // Made by `toUrl`.
  const one = JSON.parse(decodeURIComponent(url.slice(SCHEME.length))) as Made
  if (one.kind === 'inert') return inertSource(one.specifier, one.names)
  if (one.kind === 'environment') return environmentSource(one.names)
  return one.kind === 'entry' ? entrySource(one.specifier, one.url) : 'export {}'
}

const SOURCE = /\.(?:[cm]?ts|[jt]sx)(?:\?|$)/
const ASSET = /\.(?:css|s[ac]ss|less|svg|png|jpe?g|gif|webp|ico|woff2?)(?:\?|$)/

/** Variables of the environment where Vite has them. */
const withViteEnvironment = (source: string): string =>
  source.includes('import.meta.env') ? `import.meta.env ??= process.env; ${source}` : source

/** Loads modules, those of TypeScript as JavaScript. */
export const load: LoadHook = async (url, context, next) => {
  if (url.startsWith(SCHEME)) {
    return { format: 'module', shortCircuit: true, source: madeSource(url) }
  }
  if (!url.startsWith('file:')) return next(url, context)
  if (ASSET.test(url)) {
    return { format: 'module', shortCircuit: true, source: "export default ''" }
  }
  if (url.endsWith('.json')) {
    const json = await readFile(fileURLToPath(url), 'utf8')
    return { format: 'module', shortCircuit: true, source: `export default ${json}` }
  }
  if (SOURCE.test(url)) {
    const source = withViteEnvironment(await toJavaScript(fileURLToPath(url)))
    return { format: 'module', shortCircuit: true, source }
  }
  return next(url, context)
}
