/** A copy of the repository that a program may change. */
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { root } from '../root.mjs'

const SCOPE = '@latchstring'

/** Folders that a copy does not need. */
const LEFT_OUT = new Set(['.git', 'artifacts', 'dist', '.next', 'test-results'])

/**
 * Installed packages are linked. The links of the workspaces are relative, so that in a copy they lead to the copy.
 *
 * @type {(from: string, to: string) => void}
 */
function linkPackages(from, to) {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    if (name === SCOPE)
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
    else if (!name.startsWith('.')) symlinkSync(join(from, name), join(to, name))
  }
}

/**
 * Copies the working tree.
 *
 * @param {string} to an empty folder
 */
export function copyRepository(to) {
  /** @type {string[]} */
  const packages = []
  cpSync(root, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => {
      const name = basename(source)
      if (name === 'node_modules') packages.push(source)
      return name !== 'node_modules' && !LEFT_OUT.has(name)
    },
  })
  for (const from of packages) linkPackages(from, join(to, relative(root, from)))
}
