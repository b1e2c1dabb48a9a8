import { parseOptions } from './arguments.ts'
import type { Command } from './command.ts'
import { readAddress, readPages, splitPage } from './documents/pages.ts'
import { searchPages } from './documents/search.ts'
import { COMMON_OPTIONS, optionLines } from './help.ts'
import type { Terminal } from './terminal.ts'

const OPTIONS = {
  json: { help: 'writes JSON to the standard output' },
  ...COMMON_OPTIONS,
}

const HELP = `Searches the documentation of this version, or prints a part of it. It is in this package, and needs no network.

Usage: latchstring docs                 lists all pages
       latchstring docs WORDS…          finds sections
       latchstring docs PAGE.md#ANCHOR  prints a page, or one section of it

Options:
${optionLines(OPTIONS)}

Exit codes:
  0  done
  1  nothing was found, or an error

Examples:
  latchstring docs end all sessions of a user
  latchstring docs docs/sessions.md#end-sessions
`

type Pages = ReadonlyMap<string, string>

const isAddress = (text: string): boolean => /^[\w./-]+(?:\.md(?:#.*)?|#.+)$/.test(text)

function listPages(pages: Pages, json: boolean): string {
  const all = [...pages].map(([address, text]) => ({
    address,
    title: splitPage(address, text)[0]?.heading ?? address,
  }))
  if (json) return `${JSON.stringify({ pages: all }, undefined, 2)}\n`
  const width = Math.max(...all.map(({ address }) => address.length)) + 2
  return all.map(({ address, title }) => `${address.padEnd(width)}${title}\n`).join('')
}

function printPage(pages: Pages, address: string, json: boolean): string {
  const text = readAddress(pages, address)
  if (text === undefined)
    throw new Error(`There is no page or section ${address}. "latchstring docs" lists the pages.`)
  return json ? `${JSON.stringify({ address, text }, undefined, 2)}\n` : text
}

function search(pages: Pages, query: string, json: boolean, { paint }: Terminal): string {
  const found = searchPages(pages, query)
  if (found.length === 0)
    throw new Error(`Nothing was found for ${JSON.stringify(query)}. Try other words.`)
  if (json) return `${JSON.stringify({ found }, undefined, 2)}\n`
  const lines = found.map(
    ({ address, title, excerpt }) =>
      `${paint('bold', title)}\n  ${excerpt === '' ? '' : `${excerpt}\n  `}${paint('dim', `latchstring docs ${address}`)}\n`,
  )
  return lines.join('\n')
}

/** `latchstring docs` */
export const docsCommand: Command = {
  summary: 'searches the documentation, without a network',
  async run(argv, terminal) {
    const options = parseOptions<keyof typeof OPTIONS>(argv, OPTIONS, Number.POSITIVE_INFINITY)
    if (options.has('help')) {
      terminal.out(HELP)
      return 0
    }
    const [first, ...others] = options.rest
    const json = options.has('json')
    const pages = readPages()
    if (first === undefined) terminal.out(listPages(pages, json))
    else if (others.length === 0 && isAddress(first)) terminal.out(printPage(pages, first, json))
    else terminal.out(search(pages, options.rest.join(' '), json, terminal))
    return 0
  },
}
