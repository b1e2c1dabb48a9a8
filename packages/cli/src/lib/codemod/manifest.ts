import { isObject } from '../values.ts'
import { ADAPTERS, oldAdapter } from './names.ts'

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

/**
 * A package.json that depends on this library.
 *
 * @returns the text as it was where it depends on nothing that is replaced, or is not understood
 */
export function changeManifest(text: string, needs: Needs): string {
  const json = parseManifest(text)
  if (json === undefined) return text
  const names = new Set(
    SECTIONS.flatMap((section) => Object.keys(isObject(json[section]) ? json[section] : {})),
  )
  return SECTIONS.reduce((rest, name) => {
    const found = sectionAt(rest, name)
    const entries: unknown = json[name]
    if (found === null || !isObject(entries)) return rest
    const section = Object.keys(entries).reduce((done, key) => {
      const to = replaced(key, (one) => names.has(one), needs)
      return to === undefined ? done : replaceLine(done, key, to, needs.left.has(key))
    }, found[0])
    return rest.slice(0, found.index) + section + rest.slice(found.index + found[0].length)
  }, text)
}
