import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readText } from './env-file.ts'

/** The page that says where documents of features are answered. */
export const WELL_KNOWN_PAGE = 'docs/protect.md#public-documents-of-features'

/** What an application needs beside the route of the actions, so that `/.well-known/<name>` is answered. */
export interface WellKnownRoute {
  /** The file, relative to the application. */
  readonly path: string
  /** The whole file, or what is added to the one that is there. */
  readonly text: string
  /** Writes it into the file that is there; nothing where that is not understood. */
  readonly edit?: (before: string) => string | undefined
}

/** What is known of an application. */
export interface WellKnownPlace {
  readonly folder: string
  /** The framework, by its id. */
  readonly framework: string
  /** The end of the names of its files. */
  readonly end: 'ts' | 'js'
}

const ROUTE_FILE = /\.[cm]?[jt]sx?$/

/** The files in a folder and those below it; none where it is not there. */
async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []))
}

async function isFolderOf(folder: string, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const found = await readdir(join(folder, name)).catch(() => undefined)
    if (found !== undefined) return name
  }
  return undefined
}

async function next({ folder, end }: WellKnownPlace): Promise<WellKnownRoute | undefined> {
  const app = (await isFolderOf(folder, ['app', 'src/app'])) ?? 'app'
  const files = await listFiles(join(folder, app, '.well-known'))
  if (files.some((name) => /^route\.[cm]?[jt]sx?$/.test(name))) return undefined
  return {
    path: `${app}/.well-known/[name]/route.${end}`,
    text: "import { handlers } from '../../../auth'\n\nexport const { GET } = handlers\n",
  }
}

async function astro({ folder }: WellKnownPlace): Promise<WellKnownRoute | undefined> {
  const files = await listFiles(join(folder, 'src/pages/.well-known'))
  if (files.some((name) => ROUTE_FILE.test(name))) return undefined
  return {
    path: 'src/pages/.well-known/[name].js',
    text: "export const prerender = false\nexport { ALL } from '@latchstring/astro/route'\n",
  }
}

/** The line of the actions among the routes of React Router. */
const ACTIONS =
  /^([\t ]*)route\(\s*(["'])[^"'\n]*\/\*\2,\s*(["'])([^"'\n]*\bauth\.[jt]sx?)\3\s*\),?$/m

/** The line, with the quotes and the file of that of the actions. */
const routeLine = (file: string, quote = "'"): string =>
  `route('.well-known/:name', '${file}', { id: 'well-known' }),`.replaceAll("'", quote)

async function reactRouter({ folder, end }: WellKnownPlace): Promise<WellKnownRoute | undefined> {
  const names = [...new Set([end, 'ts', 'js', 'mts', 'mjs'])].map((one) => `app/routes.${one}`)
  let path = names[0] ?? 'app/routes.ts'
  for (const name of names) {
    const text = await readText(join(folder, name))
    if (text === undefined) continue
    if (text.includes('.well-known')) return undefined
    path = name
    break
  }
  // A route by its file name has brackets around the dot: `[.]well-known.$name.ts`.
  const routes = await readdir(join(folder, 'app/routes')).catch(() => [])
  if (routes.some((name) => name.includes('well-known'))) return undefined
  return {
    path,
    text: `${routeLine(`routes/auth.${end}`)}\n`,
    edit(before) {
      const [line, indent = '', quote, , file = ''] = ACTIONS.exec(before) ?? []
      if (line === undefined) return undefined
      const own = line.endsWith(',') ? line : `${line},`
      return before.replace(line, () => `${own}\n${indent}${routeLine(file, quote)}`)
    },
  }
}

/** Frameworks in which a path that nothing of the actions matches needs a route of its own. */
const FRAMEWORKS: Readonly<
  Record<string, (place: WellKnownPlace) => Promise<WellKnownRoute | undefined>>
> = { next, astro, 'react-router': reactRouter }

/** Whether a framework has a second route for documents of features. */
export const hasWellKnownRoute = (framework: string): boolean => framework in FRAMEWORKS

/** The route that an application lacks; nothing where it has one, or needs none. */
export const findWellKnownRoute = async (
  place: WellKnownPlace,
): Promise<WellKnownRoute | undefined> => FRAMEWORKS[place.framework]?.(place)
