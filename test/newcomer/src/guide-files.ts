import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { GuideFile } from './guide-blocks.ts'
import type { GuideKind } from './guide-table.ts'

/** Writes a file of an application. */
export function writeFile(folder: string, path: string, text: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** A line of code without what formatters and writers decide. */
const plain = (line: string): string => line.replaceAll(/[;'"]|\s*\/\/.*$/g, '')

/** A block in front of a text, without those of its lines that the text has. */
function addTo(text: string, block: string): string {
  const there = new Set(text.split('\n').map(plain))
  const lines = block.split('\n').filter((line) => line === '' || !there.has(plain(line)))
  return `${lines.join('\n')}${text}`
}

/** The files that a reader writes: of two with one path the first, or the later where that is meant. */
function chosen({ without, later }: GuideKind, files: readonly GuideFile[]): readonly GuideFile[] {
  const ordered = files.filter(({ path }) => !without?.includes(path))
  return ordered.filter(({ path }, index) => {
    const others = later?.includes(path) ? ordered.slice(index + 1) : ordered.slice(0, index)
    return !others.some((other) => other.path === path)
  })
}

/** Replaces texts of a file, which it has. */
export function editFile(
  folder: string,
  path: string,
  edits: readonly (readonly [text: string, instead: string])[],
): void {
  const edited = edits.reduce(
    (text, [before, after]) => {
      if (!text.includes(before)) throw new Error(`${path} has no "${before}":\n${text}`)
      return text.replace(before, after)
    },
    readFileSync(join(folder, path), 'utf8'),
  )
  writeFile(folder, path, edited)
}

/** Writes the files of a guide, and adds what its page says in words. */
export function writeFiles(
  kind: GuideKind,
  files: readonly GuideFile[],
  folder: string,
  atPort: (text: string) => string,
): void {
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8')
  for (const { path, code } of chosen(kind, files)) {
    const text = atPort(code)
    writeFile(folder, path, kind.added?.includes(path) ? addTo(read(path), text) : text)
  }
  for (const [path, edits] of Object.entries(kind.edits ?? {})) editFile(folder, path, edits)
}
