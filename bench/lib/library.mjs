import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createAuth } from '@latchstring/core'
import { decode, encode } from '@latchstring/core/jwt'

/**
 * The library as an application uses it: that of this checkout, or that of another one.
 *
 * @typedef {object} Library
 * @property {typeof createAuth} createAuth
 * @property {typeof decode} decode
 * @property {typeof encode} encode
 */

/** @type {Library} */
export const ours = { createAuth, decode, encode }

/**
 * @param {string} folder - of another checkout of this repository that is built
 * @returns {Promise<Library>}
 */
async function loadLibrary(folder) {
  /** @type {(name: string) => Promise<unknown>} */
  const load = (name) => import(pathToFileURL(join(folder, 'packages/core/dist', name)).href)
  // Another version of the same modules.
  const [core, jwt] =
    /** @type {[typeof import('@latchstring/core'), typeof import('@latchstring/core/jwt')]} */ (
      await Promise.all([load('index.js'), load('jwt.js')])
    )
  return { createAuth: core.createAuth, decode: jwt.decode, encode: jwt.encode }
}

/** @typedef {import('./row.d.ts').Run} Run */

/** Installs a hook of `module.register`, as tracing agents do. */
export const HOOKED = ['--import', fileURLToPath(new URL('hook/register.mjs', import.meta.url))]

/** No collection unless it is asked for, so that what is allocated can be counted. */
export const COUNTING = ['--expose-gc', '--max-semi-space-size=512', '--min-semi-space-size=512']

/**
 * @param {Run} run
 * @returns {Promise<Library | undefined>} the library of the checkout that is compared with
 */
export async function libraryBefore({ against }) {
  return against === undefined ? undefined : loadLibrary(against)
}
