/**
 * The lock file names packages by version and checksum, not by where they were downloaded from, so
 * that it serves every registry alike.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const lock =
  /** @type {{ packages: Record<string, { resolved?: string, integrity?: string, link?: boolean }> }} */ (
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  )
const problems = Object.entries(lock.packages).flatMap(([path, { resolved, integrity, link }]) => {
  if (resolved !== undefined && /^(git\+)?(https?|ssh):/.test(resolved)) {
    return [`${path} carries a download address`]
  }
  const external = path.includes('node_modules/') && link !== true
  return external && integrity === undefined ? [`${path} has no checksum`] : []
})
for (const problem of problems) console.error(`package-lock.json: ${problem}`)
if (problems.length > 0) {
  console.error('Install with the .npmrc of this repository: it leaves addresses out.')
  process.exitCode = 1
} else {
  console.log(`${Object.keys(lock.packages).length} entries, no download address.`)
}
