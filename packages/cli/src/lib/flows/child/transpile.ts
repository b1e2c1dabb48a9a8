import { readFile } from 'node:fs/promises'
import * as nodeModule from 'node:module'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describeError } from '../../describe-error.ts'
import { isObject } from '../../values.ts'

/** What is said of a file where nothing reads TypeScript. */
export const UNREADABLE = 'is TypeScript, and nothing here can read it'

type Transpile = (source: string, file: string) => string | Promise<string>

/** A program of the application that makes JavaScript of TypeScript: what to import, and what to call there. */
interface Tool {
  readonly module: string
  /** Whether it makes JavaScript of decorators as NestJS needs them, also of parameters. */
  readonly decorates?: true
  /** @returns nothing where this version cannot */
  readonly open: (tool: Readonly<Record<string, unknown>>) => Transpile | undefined
}

type AnyFunction = (...args: readonly unknown[]) => unknown

const method = (tool: Readonly<Record<string, unknown>>, name: string): AnyFunction | undefined => {
  const found = tool[name] ?? (isObject(tool['default']) ? tool['default'][name] : undefined)
  // What such a package documents.
  return typeof found === 'function' ? (found as AnyFunction) : undefined
}

/** The text that a tool returns as the member `code`, or another one. */
function textIn(result: unknown, name = 'code'): string {
  const text = isObject(result) ? result[name] : undefined
  if (typeof text === 'string' && text !== '') return text
  const errors: unknown = isObject(result) ? result['errors'] : undefined
  const error: unknown = Array.isArray(errors) ? errors[0] : undefined
  throw new Error(isObject(error) ? String(error['message']) : 'It could not be read.')
}

/** The text of a tool that returns its source map beside it. */
function withMap(result: unknown): string {
  const map = isObject(result) ? result['map'] : undefined
  if (!isObject(map)) return textIn(result)
  const data = Buffer.from(JSON.stringify(map)).toString('base64')
  return `${textIn(result)}\n//# sourceMappingURL=data:application/json;base64,${data}\n`
}

const isJsx = (file: string): boolean => file.endsWith('x')

/** Faster ones first. */
const TOOLS: readonly Tool[] = [
  {
    module: 'rolldown/utils',
    open(tool) {
      const transform = method(tool, 'transformSync')
      return (
        transform &&
        ((source, file) =>
          withMap(
            transform(file, source, {
              lang: isJsx(file) ? 'tsx' : 'ts',
              tsconfig: false,
              sourcemap: true,
            }),
          ))
      )
    },
  },
  {
    module: 'esbuild',
    decorates: true,
    open(tool) {
      const transform = method(tool, 'transform')
      return (
        transform &&
        (async (source, sourcefile) =>
          textIn(
            await transform(source, {
              sourcefile,
              loader: isJsx(sourcefile) ? 'tsx' : 'ts',
              jsx: 'automatic',
              format: 'esm',
              target: 'es2022',
              sourcemap: 'inline',
              tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
            }),
          ))
      )
    },
  },
  {
    module: 'oxc-transform',
    open(tool) {
      const transform = method(tool, 'transform') ?? method(tool, 'transformSync')
      return transform && (async (source, file) => textIn(await transform(file, source)))
    },
  },
  ...['@swc/core', 'next/dist/build/swc/index.js'].map((module): Tool => ({
    module,
    decorates: true,
    open(tool) {
      const transform = method(tool, 'transform')
      const load = method(tool, 'loadBindings')
      return (
        transform &&
        (async (source, filename) => {
          await load?.()
          return textIn(
            await transform(source, {
              filename,
              sourceMaps: 'inline',
              isModule: true,
              module: { type: 'es6' },
              jsc: {
                target: 'es2022',
                parser: { syntax: 'typescript', tsx: isJsx(filename), decorators: true },
                transform: { react: { runtime: 'automatic' }, legacyDecorator: true },
              },
            }),
          )
        })
      )
    },
  })),
  {
    module: 'sucrase',
    open(tool) {
      const transform = method(tool, 'transform')
      return (
        transform &&
        ((source, filePath) =>
          textIn(
            transform(source, {
              filePath,
              transforms: ['typescript', 'jsx'],
              jsxRuntime: 'automatic',
            }),
          ))
      )
    },
  },
  {
    module: 'typescript',
    decorates: true,
    open(tool) {
      // Version 7 is a program, and has no such function.
      const transpile = method(tool, 'transpileModule')
      return (
        transpile &&
        ((source, fileName) =>
          textIn(
            transpile(source, {
              fileName,
              compilerOptions: {
                module: 99,
                target: 9,
                jsx: 4,
                inlineSourceMap: true,
                experimentalDecorators: true,
              },
            }),
            'outputText',
          ))
      )
    },
  },
]

async function openTool({ module, open }: Tool): Promise<Transpile | undefined> {
  try {
    const path = createRequire(join(process.cwd(), 'package.json')).resolve(module)
    // What a package exports.
    const tool = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>
    return open(tool)
  } catch {
    return undefined
  }
}

async function lookForTool(isDecorated: boolean): Promise<Transpile | undefined> {
  for (const tool of TOOLS.filter(({ decorates }) => !isDecorated || decorates)) {
    const found = await openTool(tool)
    if (found !== undefined) return found
  }
  // What only looks as if it had decorators is read by every tool.
  return isDecorated ? lookForTool(false) : undefined
}

/** Looks for one of each kind once. */
const findTool = (() => {
  const found = new Map<boolean, Promise<Transpile | undefined>>()
  return (isDecorated: boolean): Promise<Transpile | undefined> => {
    const tool = found.get(isDecorated) ?? lookForTool(isDecorated)
    found.set(isDecorated, tool)
    return tool
  }
})()

/** Decorators, which Node.js leaves in and does not know. A text that only looks as if it had one is compiled as well. */
const DECORATED = /^[ \t]*(?:export\s+(?:default\s+)?)?@[A-Za-z_$]/m

/** What Node.js itself can read, from 22.13 on: types that can be left out. */
function strip(source: string, file: string): string | undefined {
  // Not in every version, and not in the types of the oldest.
  const stripTypeScriptTypes: unknown = Reflect.get(nodeModule, 'stripTypeScriptTypes')
  if (typeof stripTypeScriptTypes !== 'function' || isJsx(file)) return undefined
  try {
    return String(Reflect.apply(stripTypeScriptTypes, undefined, [source]))
  } catch {
    // Enums and the like have to be compiled.
    return undefined
  }
}

/**
 * A file of TypeScript as JavaScript.
 *
 * @throws Error where nothing here can make it
 */
export async function toJavaScript(file: string): Promise<string> {
  const source = await readFile(file, 'utf8')
  const isDecorated = DECORATED.test(source)
  const stripped = strip(source, file)
  if (stripped !== undefined && !isDecorated) return stripped
  const transpile = await findTool(isDecorated)
  if (transpile === undefined && stripped !== undefined) return stripped
  if (transpile === undefined) {
    throw new Error(
      `${file} ${UNREADABLE}: Node.js ${process.version} reads types from 22.18 on, and the application has none of typescript (up to 6), esbuild, rolldown and @swc/core.`,
    )
  }
  try {
    return await transpile(source, file)
  } catch (cause) {
    throw new Error(`${file} cannot be read: ${describeError(cause)}`, { cause })
  }
}
