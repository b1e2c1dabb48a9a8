import { execFile } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ID = 'P-12'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const MEGABYTE = 1_000_000

const runFile = promisify(execFile)

/** @typedef {{ name: string, version: string, dependencies?: Record<string, string> }} Manifest */

/** @type {(name: string, from: string) => string} the folder of a package, as Node.js finds it */
function find(name, from) {
  const nested = join(from, 'node_modules', name)
  return realpathSync(existsSync(nested) ? nested : join(ROOT, 'node_modules', name))
}

/** @type {(folder: string) => Promise<number>} bytes of what npm would publish */
async function packed(folder) {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error']
  const { stdout } = await runFile('npm', args, { cwd: folder, maxBuffer: 64 * MEGABYTE })
  // By npm.
  const [report] = /** @type {{ unpackedSize: number }[]} */ (JSON.parse(stdout))
  return report?.unpackedSize ?? Number.NaN
}

/** @type {(folder: string) => Promise<number>} bytes of a package that is installed */
async function installed(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  let bytes = 0
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || path.slice(folder.length).includes(`${sep}node_modules${sep}`)) continue
    bytes += (await stat(path)).size
  }
  return bytes
}

/** @type {(name: string) => Promise<{ packages: number, megabytes: number }>} a package with all that it brings */
async function measure(name) {
  /** @type {Map<string, string>} */
  const folders = new Map([[name, find(name, ROOT)]])
  let bytes = 0
  for (const folder of folders.values()) {
    // Of a package.
    const { dependencies = {} } = /** @type {Manifest} */ (
      JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    )
    for (const found of Object.keys(dependencies)) {
      if (!folders.has(found)) folders.set(found, find(found, folder))
    }
    const own = !folder.includes(`${sep}node_modules${sep}`)
    bytes += await (own ? packed(folder) : installed(folder))
  }
  return { packages: folders.size, megabytes: bytes / MEGABYTE }
}

/** @type {import('../lib/row.d.ts').Part} */
const part = {
  async run(run) {
    run.progress('packages')
    const ours = await measure('@latchstring/next')
    const peer = await measure('next-auth')
    const row = { id: ID, configuration: 'framework package with all that it brings' }
    return [
      {
        ...row,
        what: 'packages',
        unit: 'packages',
        ours: ours.packages,
        peer: peer.packages,
        target: { most: 6 },
      },
      {
        ...row,
        what: 'size on disk',
        unit: 'MB',
        ours: ours.megabytes,
        peer: peer.megabytes,
        target: { most: 2 },
      },
    ]
  },
}

/** @type {import('../lib/row.d.ts').Figure} */
export const figure = {
  id: ID,
  title: 'Size of an installation',
  notes: ['Without Next.js and React, which an application has already. The peer is next-auth.'],
  parts: [part],
}
