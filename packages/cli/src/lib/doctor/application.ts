import { readdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { calledNames, findCalls, type Module, readModule } from './module.ts'
import { readText } from '../env-file.ts'
import { findEnvFile, findFramework } from '../framework.ts'
import { type Manifest, readManifest } from '../project.ts'
import { children, type SyntaxNode } from './syntax.ts'
import { type Scope, type Value, memberValue, readValue } from './value.ts'
import { type Variables, readVariables } from './variables.ts'

/** Where the application calls the library. */
export interface Configured {
  readonly file: string
  /** The package of the library that the function is from. */
  readonly from: string
  readonly form: 'object' | 'function'
  /** It is a function without `return`. */
  readonly returnsNothing: boolean
  /** The options; something else where they cannot be read from the text. */
  readonly options: Value
  /** What a function is given beside the options, or beside the function that makes them. */
  readonly beside?: Value
}

/** An application, as its files say, and none of its code run. */
export interface Application {
  readonly folder: string
  readonly manifest: Manifest
  readonly production: boolean
  readonly variables: Variables
  /** The file of variables that git leaves out, and that the application reads. */
  readonly envFile: string
  /** Modules of the application by file, relative to the folder and with `/`. */
  readonly modules: ReadonlyMap<string, Module>
  /** Modules that could not be read, with the reason. */
  readonly unreadable: ReadonlyMap<string, string>
  readonly configured?: Configured
  readonly isNext: boolean
}

/** A folder that begins with a dot has no sources, but for one that is a part of an address. */
const SKIPPED = /^(?:node_modules|dist|build|out|coverage|\.(?!well-known$).*)$/
const SOURCE = /\.[cm]?[jt]sx?$/
const NOT_SOURCE = /\.(?:d\.[cm]?ts|(?:test|spec|stories)\.[cm]?[jt]sx?)$/
/** Files that may say something about sign-in. */
const RELEVANT = /latchstring|next-auth|@auth\/|signIn\(|handlers|authorized|deleteDue\(/
const PLACES = /(?:^|\/)(?:route|proxy|middleware|next\.config|auth(?:\.config)?)\.[cm]?[jt]sx?$/
/** More files than people write; a folder with more is not an application. */
const MAX_SOURCES = 4000

async function listSources(folder: string): Promise<readonly string[]> {
  const found: string[] = []
  const open = [folder]
  for (
    let place = open.pop();
    place !== undefined && found.length < MAX_SOURCES;
    place = open.pop()
  ) {
    const entries = await readdir(place, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = join(place, entry.name)
      if (entry.isDirectory() && !SKIPPED.test(entry.name)) open.push(path)
      else if (entry.isFile() && SOURCE.test(entry.name) && !NOT_SOURCE.test(entry.name)) {
        found.push(path)
      }
    }
  }
  return found.toSorted()
}

async function readModules(folder: string): Promise<Pick<Application, 'modules' | 'unreadable'>> {
  const modules = new Map<string, Module>()
  const unreadable = new Map<string, string>()
  for (const path of await listSources(folder)) {
    const file = relative(folder, path).split(sep).join('/')
    const text = (await readText(path).catch(() => undefined)) ?? ''
    if (!RELEVANT.test(text) && !PLACES.test(file)) continue
    try {
      modules.set(file, readModule(text, file))
    } catch (error) {
      unreadable.set(file, error instanceof Error ? error.message : 'It is not a module.')
    }
  }
  return { modules, unreadable }
}

const ENDINGS = ['', '.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.jsx', '/index.ts', '/index.js']

/** The scope of a module, whose imports of the application's own are found by their paths. */
export function createScope(modules: Application['modules'], module: Module): Scope {
  return {
    module,
    load(from) {
      const alias = /^[@~]\//.test(from) ? [from.slice(2), `src/${from.slice(2)}`] : []
      const near = /^\.{1,2}\//.test(from) ? [join(dirname(module.file), from)] : []
      for (const path of [...near, ...alias].map((one) => one.split(sep).join('/'))) {
        const stem = path.replace(/\.[cm]?js$/, '')
        for (const ending of ENDINGS) {
          const found = modules.get(stem + ending) ?? modules.get(path + ending)
          if (found !== undefined) return createScope(modules, found)
        }
      }
      return undefined
    },
  }
}

/** Whether a package of the library takes a configuration. */
const isEntry = (specifier: string): boolean =>
  /^@latchstring\/(?:astro\/server|core|core\/framework|elysia|express|fastify|h3(?:\/v1)?|hono|koa|nestjs|next|node|nuxt\/server|qwik|react-router|remix|solid-start(?:\/vinxi)?|sveltekit|tanstack-start)$/.test(
    specifier,
  )

/** The module of NestJS is given a function that makes the configuration. */
const BY_FACTORY = 'LatchstringModule.forRootAsync'

/** Functions of the library that take a configuration, by the names that the library gives them. */
const FUNCTIONS = new Set([
  'default',
  'createAuth',
  'createFrameworkAuth',
  'defineAuth',
  'latchstring',
  'LatchstringModule.forRoot',
  BY_FACTORY,
])

/** A call of the library that takes a configuration. */
interface ConfiguringCall {
  readonly from: string
  /** One of {@link FUNCTIONS}. */
  readonly name: string
}

function readCalled(module: Module, call: SyntaxNode): ConfiguringCall | undefined {
  const [local = '', ...members] = calledNames(call)
  const imported = module.imports.get(local)
  if (imported === undefined) return undefined
  const { from, name: there } = imported
  if (from !== 'next-auth' && !isEntry(from)) return undefined
  const name = [...(there === '*' ? [] : [there]), ...members].join('.')
  return FUNCTIONS.has(name) ? { from, name } : undefined
}

/** A function that makes the configuration. */
const madeBy = (value: Value | undefined): Omit<Configured, 'file' | 'from'> => ({
  form: 'function',
  returnsNothing: value?.kind === 'function' && value.returns === undefined,
  options: (value?.kind === 'function' ? value.returns : undefined) ?? { kind: 'other' },
})

/** What a function of the library is given, or what is made by what it is given. */
function readConfiguration(
  { name }: ConfiguringCall,
  call: SyntaxNode,
  scope: Scope,
): Omit<Configured, 'file' | 'from'> {
  const [first, second] = children(call, 'arguments')
  const given = readValue(first, scope)
  if (name === BY_FACTORY) {
    const made = madeBy(memberValue(given, 'useFactory'))
    // A factory may make a function of the request.
    return made.options.kind === 'function' ? madeBy(made.options) : made
  }
  const beside = second && { beside: readValue(second, scope) }
  if (given.kind === 'function') return { ...madeBy(given), ...beside }
  return { form: 'object', returnsNothing: false, options: given, ...beside }
}

function listCalls(modules: Application['modules'], module: Module): readonly Configured[] {
  const scope = createScope(modules, module)
  return findCalls(module).flatMap((call) => {
    const called = readCalled(module, call)
    if (called === undefined) return []
    const { file } = module
    return { file, from: called.from, ...readConfiguration(called, call, scope) }
  })
}

/** Every call of the library, or of next-auth, in an application: several where a proxy has a configuration of its own. */
export const listConfigured = (modules: Application['modules']): readonly Configured[] =>
  [...modules.values()].flatMap((module) => listCalls(modules, module))

function findConfigured(
  modules: Application['modules'],
  file: string | undefined,
): Configured | undefined {
  const found = listConfigured(modules).filter((one) => file === undefined || one.file === file)
  // One of the library comes first: next-auth may be there still.
  return found.find(({ from }) => from.startsWith('@latchstring/')) ?? found[0]
}

/** Where to look, and how. */
export interface ReadOptions {
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly mode: 'development' | 'production'
  /** The file that calls the library. Default: the first that does. */
  readonly file?: string
}

/**
 * Reads an application without running it.
 *
 * @throws Error where the folder has no package.json
 */
export async function readApplication({
  folder,
  env,
  mode,
  file,
}: ReadOptions): Promise<Application> {
  const manifest = await readManifest(folder)
  if (manifest === undefined) {
    throw new Error(
      'There is no package.json here that can be read. Run the command in the folder of the application.',
    )
  }
  const { modules, unreadable } = await readModules(folder)
  const framework = await findFramework(folder, env)
  const configured = findConfigured(modules, file?.split(sep).join('/').replace(/^\.\//, ''))
  return {
    folder,
    manifest,
    production: mode === 'production',
    variables: await readVariables(folder, mode, env, framework),
    envFile: await findEnvFile(folder, framework),
    modules,
    unreadable,
    ...(configured === undefined ? {} : { configured }),
    isNext: manifest.dependencies.has('next') || manifest.dependencies.has('@latchstring/next'),
  }
}
