import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** A part of a page, from its heading to the next one. */
export interface Section {
  /** The path of the page in the repository, and the anchor of the heading. */
  readonly address: string
  /** The title of the page. */
  readonly page: string
  readonly heading: string
  /** Markdown, without the heading. */
  readonly text: string
}

/** The pages by their path in the repository. */
export function readPages(): ReadonlyMap<string, string> {
  const text = readFileSync(new URL('../../../documents.json', import.meta.url), 'utf8')
  // Written by tools/generate/documents.mjs from this very shape, and shipped beside this file.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return new Map(Object.entries(JSON.parse(text) as Readonly<Record<string, string>>))
}

/** A heading without marks of Markdown. */
const plainHeading = (text: string): string =>
  text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')

/** The anchor that GitHub gives a heading. */
const slug = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

/** A line of Markdown, and whether it is in a block of code. */
function* markedLines(text: string): Generator<readonly [line: string, isCode: boolean]> {
  let fence = ''
  for (const line of text.split('\n')) {
    const [, mark = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? []
    const ends = fence !== '' && mark === fence
    yield [line, fence !== '' || mark !== '']
    if (fence === '') fence = mark
    else if (ends) fence = ''
  }
}

/** The sections of a page, in order; the first has what stands under its title. */
export function splitPage(path: string, text: string): readonly Section[] {
  const sections: { heading: string; level: number; lines: string[] }[] = []
  for (const [line, isCode] of markedLines(text)) {
    const [, marks = '', title = ''] = (isCode ? null : /^(#{1,3}) (.+)$/.exec(line)) ?? []
    if (marks === '') sections.at(-1)?.lines.push(line)
    else sections.push({ heading: plainHeading(title), level: marks.length, lines: [] })
  }
  const page = sections[0]?.heading ?? path
  return sections.map(({ heading, level, lines }) => ({
    address: level === 1 ? path : `${path}#${slug(heading)}`,
    page,
    heading,
    text: lines.join('\n').trim(),
  }))
}

/**
 * What an address names: a whole page, or one section with those below it.
 *
 * @param address - as `docs/sessions.md#end-sessions`; `sessions#end-sessions` will do
 */
export function readAddress(
  pages: ReadonlyMap<string, string>,
  address: string,
): string | undefined {
  const [name = '', anchor] = address.split('#')
  const file = posix.normalize(name.endsWith('.md') ? name : `${name}.md`)
  const path = [file, `docs/${file}`].find((one) => pages.has(one))
  const text = path === undefined ? undefined : pages.get(path)
  if (path === undefined || text === undefined) return undefined
  return anchor === undefined || anchor === '' ? text : readSection(text, anchor.toLowerCase())
}

function readSection(text: string, anchor: string): string | undefined {
  const lines = [...markedLines(text)].map(([line, isCode]) => {
    const [, marks = '', title = ''] = (isCode ? null : /^(#{1,6}) (.+)$/.exec(line)) ?? []
    return { line, level: marks.length, anchor: slug(plainHeading(title)) }
  })
  const start = lines.findIndex((one) => one.level > 0 && one.anchor === anchor)
  const first = lines[start]
  if (first === undefined) return undefined
  const below = lines.slice(start + 1)
  const end = below.findIndex(({ level }) => level > 0 && level <= first.level)
  const own = [first, ...below.slice(0, end === -1 ? undefined : end)]
  return `${own
    .map(({ line }) => line)
    .join('\n')
    .trim()}\n`
}
