import { readFileSync } from 'node:fs'
import { readVersion } from '../src/lib/version.ts'
import type { Files } from './projects.ts'

/** An application, and what the codemod makes of it. */
export interface Shape {
  readonly title: string
  readonly before: Files
  readonly after: Files
  /** Files that were left and places to look at: `path:line`, and a part of the reason. */
  readonly left: readonly string[]
  readonly look: readonly string[]
}

/** Marks of a text in which editors would lose them. */
function written(lines: readonly string[]): string {
  const text = `${lines.join('\n').trimEnd()}\n`
  const windows = text.includes('<CRLF>') ? text.replaceAll('\n', '\r\n') : text
  return windows.replace('<BOM>', '\uFEFF').replace('<CRLF>', '')
}

function readFilesOf(block: string, mark: string): Files {
  const found: [string, string][] = []
  let lines: string[] | undefined
  for (const line of block.split('\n')) {
    if (/^(?:--|\+\+|!!|\?\?|xx) /.test(line)) {
      if (lines !== undefined) found.push([found.length.toString(), written(lines)])
      lines = undefined
    }
    if (line.startsWith(`${mark} `)) {
      lines = [line.slice(mark.length + 1)]
    } else lines?.push(line)
  }
  if (lines !== undefined) found.push(['', written(lines)])
  return Object.fromEntries(
    found.map(([, text]) => {
      const end = text.search(/\r?\n/)
      return [text.slice(0, end), text.slice(end).replace(/^\r?\n/, '')]
    }),
  )
}

const marked = (block: string, mark: string): readonly string[] =>
  block.split('\n').flatMap((line) => (line.startsWith(`${mark} `) ? [line.slice(3)] : []))

/** Reads the shapes of a file: `--` is a file before, `++` one after, `xx` one that is removed. */
export function readShapes(name: string): readonly Shape[] {
  const url = new URL(`codemod/${name}.txt`, import.meta.url)
  // The codemod installs packages of its own version.
  const text = readFileSync(url, 'utf8').replaceAll('"^0.0.0"', `"^${readVersion()}"`)
  return text
    .split(/^== /m)
    .slice(1)
    .map((block) => {
      const [title = ''] = block.split('\n')
      const before = readFilesOf(block, '--')
      const removed = new Set(marked(block, 'xx'))
      const kept = Object.entries(before).filter(([path]) => !removed.has(path))
      const after = { ...Object.fromEntries(kept), ...readFilesOf(block, '++') }
      return { title, before, after, left: marked(block, '!!'), look: marked(block, '??') }
    })
}
