import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../root.mjs'
import { grouped, isRedirect, findKind, searchWords } from './kinds.mjs'
import { describeAddress, hasConsole, renderScopes } from './page.mjs'

/** @typedef {import('./read.mjs').Provider} Provider */

const HEADER = '<!-- Written by npm run docs from the providers: change those, and run it. -->'

/** Seen from the list. */
const MODULES = '../../packages/core/src/providers'

const ABOUT = [
  'The comment in the module says what to set and what to write.',
  'In a clone, `npm run docs` writes a page about each provider, which also says what to register and how to test it, and the same list with search, `docs/providers/index.html`.',
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

/** @type {(text: string) => string} */
const escape = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Code and links of a line of Markdown. @type {(text: string) => string} */
const inline = (text) =>
  escape(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\[([^\]]+)\]\((https:[^)]+)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')

/** @type {(names: readonly string[]) => string} */
const codes = (names) =>
  names.map((name) => `<code>${escape(name).replaceAll('/', '/<wbr>')}</code>`).join(' ')

/** @type {(id: string) => string} */
const redirectUris = (id) =>
  `${codes([`https://<your app>/api/auth/callback/${id}`])} with Next.js, ${codes([`/auth/callback/${id}`])} elsewhere`

/** @type {(provider: Provider) => string} */
function listFacts(provider) {
  const { file, module, doc, behaviour } = provider
  const { id, requires = [] } = module
  const rows = [
    ['Import', codes([`@latchstring/core/providers/${file}`])],
    doc.variables.length > 0 && ['Environment', codes(doc.variables)],
    requires.length > 0 && ['Needs', codes(requires)],
    isRedirect(provider) && ['Redirect URI', redirectUris(id)],
    behaviour?.scope && ['Scopes', renderScopes(behaviour.scope, codes)],
    behaviour && ['Checks', codes(behaviour.checks)],
    behaviour && ['Email address', describeAddress(behaviour)],
  ].filter((row) => Array.isArray(row))
  return `<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>`
}

/** @type {(provider: Provider) => string} */
function renderItem(provider) {
  const { file, module, doc, mark, registration, factory } = provider
  const { id, name, deprecated } = module
  const kind = findKind(provider)
  const words = [
    name,
    id,
    id.replaceAll('-', ''),
    file,
    factory,
    kind,
    ...searchWords(provider),
    ...(registration?.searchTerms ?? []),
    ...(deprecated === undefined ? [] : ['deprecated discontinued legacy']),
  ].join(' ')
  return `<li class="provider" id="${id}" data-kind="${kind}" data-words="${escape(words)}"><details><summary>${mark}<span><span class="name">${escape(name)}</span> <span class="kind">${kind}</span></span></summary><div class="inside">
${deprecated === undefined ? '' : `<p class="warning"><strong>Deprecated.</strong> ${inline(deprecated)}</p>`}<p>${inline(doc.summary)}</p>${listFacts(provider)}
<p class="links"><a href="${id}.md">All about ${escape(name)}</a>${hasConsole(provider) ? `<a href="${escape(registration?.console ?? '')}">Register an application</a>` : ''}</p></div></details></li>`
}

/** @type {(group: ReturnType<typeof grouped>[number]) => string} */
const renderSection = ({ id, title, text, providers }) =>
  `<section aria-labelledby="group-${id}"><h2 id="group-${id}">${title} <span class="amount">${providers.length}</span></h2><p>${text}</p><ul role="list">
${providers.map(renderItem).join('\n')}
</ul></section>`

/** @type {(name: string) => string} */
const part = (name) => readFileSync(join(root, 'tools/docs/provider-pages', name), 'utf8')

/** @type {(text: string) => string} a source of the Content Security Policy */
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** @type {(providers: readonly Provider[]) => readonly string[]} what most speak comes first */
function countKinds(providers) {
  const kinds = providers.map(findKind)
  const amount = (/** @type {string} */ kind) => kinds.filter((other) => other === kind).length
  return [...new Set(kinds)].toSorted((a, b) => amount(b) - amount(a) || a.localeCompare(b, 'en'))
}

/** @type {(providers: readonly Provider[]) => string} the list of providers with search, one page that needs nothing else */
export function renderSearch(providers) {
  const marks = providers.map(({ markStyle }) => markStyle).join('\n')
  const style = `\n${part('style.css')}${marks}\n`
  const script = `\n${part('search.mjs')}`
  const kinds = countKinds(providers).map(
    (kind) =>
      `<label><input type="radio" name="kind" value="${kind}" /><span>${kind}</span></label>`,
  )
  const policy = `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`
  const parts = new Map([
    ['policy', `<meta http-equiv="Content-Security-Policy" content="${policy}" />`],
    ['style', `<style>${style}</style>`],
    ['script', `<script type="module">${script}</script>`],
    ['count', String(providers.length)],
    ['kinds', kinds.join('\n          ')],
    ['groups', grouped(providers).map(renderSection).join('\n')],
  ])
  return part('template.html').replaceAll(
    /<!-- (\w+) -->/g,
    (comment, /** @type {string} */ name) => parts.get(name) ?? comment,
  )
}
