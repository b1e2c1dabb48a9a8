import { fileURLToPath } from 'node:url'
import { loadLibrary, ours } from './library.mjs'

/** @typedef {import('./row.d.ts').Run} Run */

/** Installs a hook of `module.register`, as tracing agents do. */
export const HOOKED = ['--import', fileURLToPath(new URL('hook/register.mjs', import.meta.url))]

/** No collection unless it is asked for, so that what is allocated can be counted. */
export const COUNTING = ['--expose-gc', '--max-semi-space-size=512', '--min-semi-space-size=512']

/**
 * @param {Run} run
 * @returns {Promise<import('./library.mjs').Library | undefined>} the library of the checkout that is compared with
 */
export async function libraryBefore({ against }) {
  return against === undefined ? undefined : loadLibrary(against)
}

export { ours }
