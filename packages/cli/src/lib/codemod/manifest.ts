import { posix } from 'node:path'
import { fixesFor } from '../advisories.ts'
import { isObject } from '../values.ts'
import type { AppFile } from './files.ts'
import { ADAPTERS, oldAdapter } from './names.ts'
import { ALIAS, ALIASED } from './package-lists.ts'
import { type Remark, lineAt } from './tree.ts'

/** Packages that are still needed. */
export interface Needs {
  /** Packages that files that were left still import. */
  readonly left: ReadonlySet<string>
  /** The version of this program, which is that of the package. */
  readonly version: string
}

const SECTIONS = ['dependencies', 'devDependencies'] as const

/** The entries that replace one, or nothing for those that stay. */
function replaced(
  name: string,
  has: (name: string) => boolean,
  { left, version }: Needs,
): readonly (readonly [string, string])[] | undefined {
  const adapter = oldAdapter(name)
  if (adapter !== undefined) {
    const to = ADAPTERS[adapter]
    if (to === undefined || left.has(name)) return undefined
    return has(`@auth/${adapter}-adapter`) ? [] : [[`@auth/${adapter}-adapter`, to]]
  }
  if (name === '@auth/core') return left.has(name) ? undefined : []
  if (name !== 'next-auth' || (left.has(name) && has('@latchstring/next'))) return undefined
  return has('@latchstring/next') ? [] : [['@latchstring/next', `^${version}`]]
}

const entry = (name: string): RegExp =>
  new RegExp(String.raw`([ \t]*)("${name}"\s*:\s*"[^"]*")([ \t]*,)?(?:[ \t]*(\r?\n))?`)

/** One line of a section, replaced by others or by none. */
function replaceLine(
  section: string,
  name: string,
  to: readonly (readonly [string, string])[],
  keep: boolean,
): string {
  const found = entry(name).exec(section)
  if (found === null) return section
  const [whole, indent = '', old = '', comma = '', end = ''] = found
  const added = to.map(([key, value]) => `"${key}": "${value}"`)
  const all = keep ? [...added, old] : added
  const before = section.slice(0, found.index)
  const after = section.slice(found.index + whole.length)
  if (all.length > 0) {
    const joined = all.join(`,${end === '' ? ' ' : `${end}${indent}`}`)
    return `${before}${indent}${joined}${comma}${end}${after}`
  }
  // The last one takes the comma of the one before it along.
  return comma === ''
    ? `${before.replace(/,(\s*)$/, (_, rest: string) => (end === '' ? '' : rest))}${after}`
    : before + after
}

/** A section of the text, from its brace to the brace that ends it: entries are strings alone. */
const sectionAt = (text: string, name: string): RegExpExecArray | null =>
  new RegExp(String.raw`"${name}"\s*:\s*\{[^{}]*\}`).exec(text)

/** What a package.json says; nothing for a template of one, or one that is broken. */
export function parseManifest(text: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}

/** What becomes of an entry. */
export interface Replaced {
  readonly to: readonly (readonly [string, string])[]
  /** Whether it stays beside them. */
  readonly keep: boolean
}

/**
 * A package.json with other entries.
 *
 * @param decide - what becomes of an entry; nothing for one that stays as it is
 * @returns the text as it was where it is not understood
 */
export function replaceEntries(
  text: string,
  decide: (name: string) => Replaced | undefined,
): string {
  const json = parseManifest(text)
  if (json === undefined) return text
  return SECTIONS.reduce((rest, name) => {
    const found = sectionAt(rest, name)
    const entries: unknown = json[name]
    if (found === null || !isObject(entries)) return rest
    const section = Object.keys(entries).reduce((done, key) => {
      const made = decide(key)
      return made === undefined ? done : replaceLine(done, key, made.to, made.keep)
    }, found[0])
    return rest.slice(0, found.index) + section + rest.slice(found.index + found[0].length)
  }, text)
}

/** A range that names a version, and what is in front of it. */
const PLAIN_RANGE = /^([~^]?)(\d+\.\d+\.\d+)$/

/** The range of Next.js that this library can be installed beside, where that of the application is an earlier one. */
function raisedRange(range: string): string | undefined {
  const [, before = '', version = ''] = PLAIN_RANGE.exec(range) ?? []
  const [major = ''] = version.split('.', 1)
  const fixed = fixesFor('next', version)
    .split(', ')
    .find((one) => one.startsWith(`${major}.`))
  return fixed === undefined ? undefined : before + fixed
}

/** The entry of a package.json that names an earlier Next.js than this library can be installed beside. */
export function earlyNext(
  text: string,
): { readonly range: string; readonly to: string } | undefined {
  const json = parseManifest(text)
  const lists = SECTIONS.flatMap((section) => {
    const entries = json?.[section]
    return isObject(entries) ? [entries] : []
  })
  const isMoved = lists.some((one) => 'next-auth' in one || '@latchstring/next' in one)
  const range = lists.map((one) => one['next']).find((one) => typeof one === 'string')
  const to = range === undefined ? undefined : raisedRange(range)
  return isMoved && range !== undefined && to !== undefined ? { range, to } : undefined
}

/**
 * A package.json that depends on this library.
 *
 * @returns the text as it was where it depends on nothing that is replaced, or is not understood
 */
export function changeManifest(text: string, needs: Needs): string {
  const json = parseManifest(text) ?? {}
  const next = earlyNext(text)
  const names = new Set(
    SECTIONS.flatMap((section) => Object.keys(isObject(json[section]) ? json[section] : {})),
  )
  return replaceEntries(text, (key) => {
    if (key === 'next' && next !== undefined) return { to: [['next', next.to]], keep: false }
    const to = replaced(key, (one) => names.has(one), needs)
    return to && { to, keep: needs.left.has(key) }
  })
}

/** What of the manifests is not understood, or was changed for a reason of its own. */
export const manifestFindings = (files: readonly AppFile[]): readonly Remark[] =>
  files.flatMap(({ path, text = '' }) => {
    if (posix.basename(path) !== 'package.json') return []
    const remark = (name: string, reason: string): readonly Remark[] => [
      { path, line: lineAt(text, text.indexOf(`"${name}"`)), reason, kind: 'other' },
    ]
    const isNamed = text.includes('"next-auth"')
    if (isNamed && parseManifest(text) === undefined) {
      return remark('next-auth', 'It is not JSON, and was left as it is.')
    }
    const early = earlyNext(text)
    if (early === undefined) return []
    return remark(
      'next',
      `Next.js was raised from ${early.range}: a published advisory says how to pass a guard in it, and @latchstring/next cannot be installed beside it.`,
    )
  })

/** Modules of next-auth that Jest replaces, by the manifest. */
export const manifestAliases = (files: readonly AppFile[]): readonly Remark[] =>
  files.flatMap(({ path, text = '' }) => {
    const jest = posix.basename(path) === 'package.json' ? parseManifest(text)?.['jest'] : undefined
    const mapper = isObject(jest) ? jest['moduleNameMapper'] : undefined
    return Object.keys(isObject(mapper) ? mapper : {})
      .filter((name) => ALIAS.test(name))
      .map((name) => ({
        path,
        line: lineAt(text, text.indexOf(JSON.stringify(name))),
        reason: ALIASED,
      }))
  })
