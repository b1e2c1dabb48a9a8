import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../tools/root.mjs'

/** A whole file that a guide shows. */
export interface GuideFile {
  readonly path: string
  readonly code: string
}

/** What a reader of a guide copies: whole files in the order of the page, and blocks of commands. */
export interface Guide {
  readonly text: string
  readonly files: readonly GuideFile[]
  readonly commands: readonly string[]
}

const FENCE = /^```(\w+)\n([^]*?)^```/gm

/** The name in the first line: a comment of the language, in Astro below the fence of its frontmatter. */
const NAME = /^(?:---\n)?(?:\/\/|<!--) ([\w./[\]+@-]+\.\w+)\b/

/** Reads a page of `docs`. What its comments declare is shown to no reader. */
export function readGuide(page: string): Guide {
  const text = readFileSync(join(root, 'docs', `${page}.md`), 'utf8')
  const shown = text.replaceAll(/^<!--\n[^]*?^-->/gm, '')
  const blocks = [...shown.matchAll(FENCE)].map(([, language = '', code = '']) => ({
    language,
    code,
  }))
  const files = blocks.flatMap(({ code }) => {
    const [, path] = NAME.exec(code) ?? []
    return path === undefined ? [] : [{ path, code }]
  })
  const commands = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code)
  return { text, files, commands }
}
