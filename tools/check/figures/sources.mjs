/** What the figures are taken from: the files that git knows, with their texts. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../root.mjs'

/** Texts of files by path from the root of the repository, with slashes. @typedef {ReadonlyMap<string, string>} Sources */

/** Files whose content is text that somebody writes or reads here; of the others only the names count. */
const TEXT = /\.(?:[mc]?[jt]sx?|md)$/

/** @type {() => Sources} */
export function repositoryFiles() {
  const listed = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  const paths = listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))
  return new Map(
    paths.map((path) => [path, TEXT.test(path) ? readFileSync(join(root, path), 'utf8') : '']),
  )
}

/** @type {(path: string) => boolean} */
export const isCode = (path) => /\.(?:ts|tsx|mts|mjs)$/.test(path)

/** @type {(path: string) => boolean} */
export const isTest = (path) =>
  path.startsWith('test/') || /\/test\/|\.(?:test|spec)\.tsx?$/.test(path)

/** The line on which a character is, counted from 1. @type {(text: string, index: number) => number} */
export const lineAt = (text, index) => text.slice(0, index).split('\n').length

/** The code that is not a test. @type {(sources: Sources) => readonly (readonly [path: string, text: string])[]} */
export const productionCode = (sources) =>
  [...sources].filter(([path]) => isCode(path) && !isTest(path))
