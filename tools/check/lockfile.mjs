/**
 * A lock file names packages by version and checksum, not by where they were downloaded from, so
 * that it serves every registry alike.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

/** Folders of applications, which may have a lock file each. */
const APPLICATIONS = ['test/frameworks/fixtures', 'examples', 'test/moved-applications']

const LOCK_FILES = [
  'package-lock.json',
  'test/peer/next-auth-4/package-lock.json',
  'adapters/sql/test/node-24/package-lock.json',
  'test/mutation/stryker/package-lock.json',
  'test/published-adapters/stores/package-lock.json',
  'adapters/prisma/test/client/package-lock.json',
  'site/package-lock.json',
  'tools/release/registry/package-lock.json',
  ...APPLICATIONS.flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}/package-lock.json`),
  ).filter((file) => existsSync(join(root, file))),
]

/** @type {(file: string) => readonly string[]} */
function findProblems(file) {
  const lock =
    /** @type {{ packages: Record<string, { resolved?: string, integrity?: string, link?: boolean, inBundle?: boolean }> }} */ (
      JSON.parse(readFileSync(join(root, file), 'utf8'))
    )
  return Object.entries(lock.packages).flatMap(
    ([path, { resolved, integrity, link, inBundle }]) => {
      if (resolved !== undefined && /^(git\+)?(https?|ssh):/.test(resolved)) {
        return [`${file}: ${path} carries a download address`]
      }
      // What a package brings within itself has its checksum.
      const external = path.includes('node_modules/') && link !== true && inBundle !== true
      return external && integrity === undefined ? [`${file}: ${path} has no checksum`] : []
    },
  )
}

const problems = LOCK_FILES.flatMap(findProblems)
for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error('Install with the .npmrc of this repository: it leaves addresses out.')
  process.exitCode = 1
} else {
  console.log(`${LOCK_FILES.length} lock files, no download address.`)
}
