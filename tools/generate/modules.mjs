import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../root.mjs'

/** @typedef {ReadonlyMap<string, string>} Files text by path from the root */

/** Where the modules of the providers are, from the root. */
export const PROVIDERS = 'packages/core/src/providers'

/**
 * The modules in a folder.
 *
 * @param {string} folder from the root
 * @returns {readonly string[]} their names, without ending
 */
export function modulesIn(folder) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => basename(name, '.ts'))
    .toSorted()
}
