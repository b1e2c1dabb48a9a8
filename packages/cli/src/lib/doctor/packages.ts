import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isRecord } from './syntax.ts'
import { readOptional } from './variables.ts'

/** What a package.json says, as far as it matters here. */
export interface Manifest {
  readonly name: string
  readonly version: string
  /** Packages that the application depends on, with the versions it asks for. */
  readonly dependencies: ReadonlyMap<string, string>
  readonly scripts: ReadonlyMap<string, string>
}

const texts = (value: unknown): readonly (readonly [string, string])[] =>
  isRecord(value)
    ? Object.entries(value).flatMap(([name, text]) =>
        typeof text === 'string' ? [[name, text] as const] : [],
      )
    : []

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The package.json of a folder; `undefined` where there is none, or where it is not JSON. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readOptional(join(folder, 'package.json'))
  if (text === undefined) return undefined
  try {
    const json: unknown = JSON.parse(text)
    if (!isRecord(json)) return undefined
    const dependencies = [...texts(json['devDependencies']), ...texts(json['dependencies'])]
    return {
      name: asText(json['name']),
      version: asText(json['version']),
      dependencies: new Map(dependencies),
      scripts: new Map(texts(json['scripts'])),
    }
  } catch {
    return undefined
  }
}

/** The folder of an installed package, as Node.js finds it. */
export async function findInstalled(
  name: string,
  folder: string,
): Promise<{ readonly folder: string; readonly manifest: Manifest } | undefined> {
  let place = folder
  for (;;) {
    const found = join(place, 'node_modules', name)
    const manifest = await readManifest(found)
    if (manifest !== undefined) return { folder: found, manifest }
    const above = dirname(place)
    if (above === place) return undefined
    place = above
  }
}

async function listFolders(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
}

/** Every copy of a package that the packages of an application could load. */
export async function findCopies(name: string, folder: string): Promise<readonly string[]> {
  const first = await findInstalled(name, folder)
  if (first === undefined) return []
  // Where the first copy is, the packages are that could have copies of their own.
  const modules = first.folder.slice(0, -name.length - 1)
  const scoped = (await listFolders(join(modules, '@latchstring'))).map(
    (own) => `@latchstring/${own}`,
  )
  const owners = [...(await listFolders(modules)).filter((own) => !own.startsWith('@')), ...scoped]
  const inner = await Promise.all(
    owners.map(async (owner) => {
      const copy = join(modules, owner, 'node_modules', name)
      return (await readManifest(copy)) === undefined ? [] : [copy]
    }),
  )
  return [first.folder, ...inner.flat()]
}
