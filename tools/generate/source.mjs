import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../root.mjs'
import { Failure } from '../run.mjs'

/**
 * @typedef {ReturnType<typeof import('rolldown/utils').parseSync>} Parsed
 * @typedef {Parsed['program']['body'][number]} Statement
 * @typedef {Pick<Parsed, 'program' | 'comments'> & { readonly path: string, readonly text: string }} Source
 * @typedef {{ readonly start: number, readonly end: number }} Place
 */

/**
 * Parses a module of TypeScript.
 *
 * @param {string} path from the root
 * @returns {Promise<Source>}
 * @throws {Failure} when it does not parse
 */
export async function parseSource(path) {
  // Not when this module is loaded: the tools that install packages import it.
  const { parseSync } = await import('rolldown/utils')
  const text = readFileSync(join(root, path), 'utf8')
  const { program, comments, errors } = parseSync(basename(path), text)
  if (errors.length > 0) throw new Failure(`${path}: ${errors[0]?.message}`)
  return { path, text, program, comments }
}

/**
 * The text of a place.
 *
 * @type {(source: Source, place: Place) => string}
 */
export const slice = ({ text }, { start, end }) => text.slice(start, end)

/**
 * The documenting comment above a place, without indentation; empty where there is none.
 *
 * @type {(source: Source, place: Place) => string}
 */
export function readDoc(source, { start }) {
  const above = source.comments.find(
    (comment) => comment.end < start && source.text.slice(comment.end, start).trim() === '',
  )
  return above?.value.startsWith('*') === true
    ? slice(source, above).replaceAll(/\n +\*/g, '\n *')
    : ''
}
