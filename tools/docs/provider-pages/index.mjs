import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../root.mjs'
import { grouped, findKind } from './kinds.mjs'

/** @typedef {import('./read.mjs').Provider} Provider */

const HEADER = '<!-- Written by npm run docs from the providers: change those, and run it. -->'

/** Seen from the list. */
const MODULES = '../../packages/core/src/providers'

const ABOUT = [
  'The comment in the module says what to set and what to write.',
  'In a clone, `npm run docs` writes a page about each provider, which also says what to register and how to test it; `latchstring providers TEXT` searches them.',
  'Each is tested end to end against an emulator of its service; after `npx vitest run test/providers`, `npm run site` has the results.',
  'For any other service, [write a provider of your own](custom.md).',
].join(' ')

/** Those that are asked for and not built, with the reason. @type {() => string} */
function renderNotBuilt() {
  const reasons = /** @type {Record<string, string>} */ (
    JSON.parse(readFileSync(join(root, 'test/providers/src/not-built.json'), 'utf8'))
  )
  return `## Not built\n\n${Object.entries(reasons)
    .map(([id, reason]) => `- \`${id}\`: ${reason}`)
    .join('\n')}`
}

/** @type {(providers: readonly Provider[]) => string} the list of providers, Markdown */
export function renderIndex(providers) {
  const sections = grouped(providers).map(({ title, text, providers: own }) => {
    const rows = own.map((provider) => {
      const { id, name } = provider.module
      return `| [${name}](${MODULES}/${provider.file}.ts) | ${findKind(provider)} | \`${id}\` |`
    })
    return [
      `## ${title}`,
      text,
      ['| Provider | Kind | Id |', '| --- | --- | --- |', ...rows].join('\n'),
    ].join('\n\n')
  })
  return `${[
    HEADER,
    '# Providers',
    `${providers.length} ways to sign in, each a module of its own. ${ABOUT}`,
    ...sections,
    renderNotBuilt(),
  ].join('\n\n')}\n`
}
