import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Manifest, readManifest } from '../project.ts'

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
