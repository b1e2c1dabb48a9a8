import { posix } from 'node:path'
import { isObject } from '../../values.ts'
import type { AppFile } from '../files.ts'
import { parseManifest } from '../manifest.ts'
import { CORE } from './core.ts'
import { FRAMEWORKS, type Framework } from './packages.ts'

/** An application: its package.json, and the files below it. */
export interface Workspace {
  readonly manifest: AppFile
  readonly folder: string
  readonly dependencies: ReadonlyMap<string, string>
}

const SECTIONS = ['dependencies', 'devDependencies'] as const

export function readDependencies(text: string): ReadonlyMap<string, string> {
  const json = parseManifest(text) ?? {}
  const all = SECTIONS.flatMap((name) => Object.entries(isObject(json[name]) ? json[name] : {}))
  return new Map(all.map(([name, version]) => [name, String(version)]))
}

export const workspacesOf = (files: readonly AppFile[]): readonly Workspace[] =>
  files
    .filter(({ path, text }) => posix.basename(path) === 'package.json' && text !== undefined)
    .map((manifest) => ({
      manifest,
      folder: posix.dirname(manifest.path),
      dependencies: readDependencies(manifest.text ?? ''),
    }))

const isBelow = (path: string, folder: string): boolean =>
  folder === '.' || path.startsWith(`${folder}/`)

export const findFramework = (
  dependencies: ReadonlyMap<string, string>,
  by: 'from' | 'to',
): Framework | undefined => FRAMEWORKS.find((one) => dependencies.has(one[by]))

/** Whether an application is one of these: those with next-auth are moved by the other half of the codemod. */
export function isOutside({ dependencies }: Workspace, files: readonly AppFile[]): boolean {
  if (dependencies.has('next-auth') || dependencies.has('@latchstring/next')) return false
  if (findFramework(dependencies, 'from') !== undefined) return true
  // After a move that left something.
  const isMoved = findFramework(dependencies, 'to') !== undefined
  const rest = /["']@auth\/core["'/]|\b(?:next-auth|authjs)\.session-token\b/
  if (isMoved && files.some(({ text }) => rest.test(text ?? ''))) return true
  const calls = /import\s*\{[^}]*\bAuth\b[^}]*\}\s*from\s*["']@auth\/core["']/
  return dependencies.has(CORE) && files.some(({ text }) => calls.test(text ?? ''))
}

/** The files of each application, where every file is one of the nearest package.json above it. */
export function filesOf(
  workspace: Workspace,
  all: readonly Workspace[],
  files: readonly AppFile[],
): readonly AppFile[] {
  return files.filter(({ path }) => {
    const nearest = all
      .filter(({ folder }) => isBelow(path, folder))
      .toSorted((one, other) => other.folder.length - one.folder.length)[0]
    return nearest === workspace
  })
}
