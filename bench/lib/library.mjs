import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
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
export async function loadLibrary(folder) {
  /** @type {(name: string) => Promise<unknown>} */
  const load = (name) => import(pathToFileURL(join(folder, 'packages/core/dist', name)).href)
  // Another version of the same modules.
  const [core, jwt] =
    /** @type {[typeof import('@latchstring/core'), typeof import('@latchstring/core/jwt')]} */ (
      await Promise.all([load('index.js'), load('jwt.js')])
    )
  return { createAuth: core.createAuth, decode: jwt.decode, encode: jwt.encode }
}
