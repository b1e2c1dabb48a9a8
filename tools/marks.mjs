/**
 * Writes packages/core/src/lib/marks/<id>.ts, the mark of a service in one colour, from simple-icons, and puts it into
 * the `style` of the provider: `node tools/marks.mjs`, or with `--check` compares. The reasons and the terms are in
 * decisions/022-provider-marks.md.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as icons from 'simple-icons'
import { root } from './root.mjs'
import { Failure, installed, mustRun, runMain } from './run.mjs'

const PROVIDERS = join(root, 'packages/core/src/providers')
const MARKS = join(root, 'packages/core/src/lib/marks')

/** Characters of path data: a page with many providers has to stay small. */
const MAX_LENGTH = 1500

/**
 * By id of the provider, the name simple-icons has for the service. What is not here keeps its initials; so do marks that
 * are words, which nobody can read at the size of a button.
 */
const SLUGS = new Map(
  Object.entries({
    '42-school': '42',
    airtable: 'airtable',
    apple: 'apple',
    asana: 'asana',
    atlassian: 'atlassian',
    auth0: 'auth0',
    authentik: 'authentik',
    battlenet: 'battledotnet',
    bitbucket: 'bitbucket',
    bluesky: 'bluesky',
    box: 'box',
    clerk: 'clerk',
    'click-up': 'clickup',
    discord: 'discord',
    dribbble: 'dribbble',
    dropbox: 'dropbox',
    facebook: 'facebook',
    faceit: 'faceit',
    figma: 'figma',
    foursquare: 'foursquare',
    fusionauth: 'fusionauth',
    github: 'github',
    gitlab: 'gitlab',
    google: 'google',
    gumroad: 'gumroad',
    hubspot: 'hubspot',
    kick: 'kick',
    line: 'line',
    linear: 'linear',
    mailru: 'maildotru',
    mastodon: 'mastodon',
    mattermost: 'mattermost',
    medium: 'medium',
    naver: 'naver',
    netlify: 'netlify',
    nextcloud: 'nextcloud',
    notion: 'notion',
    okta: 'okta',
    'ory-hydra': 'ory',
    ory: 'ory',
    patreon: 'patreon',
    paypal: 'paypal',
    pinterest: 'pinterest',
    railway: 'railway',
    reddit: 'reddit',
    roblox: 'roblox',
    shopify: 'shopify',
    spotify: 'spotify',
    steam: 'steam',
    strava: 'strava',
    stripe: 'stripe',
    supabase: 'supabase',
    telegram: 'telegram',
    threads: 'threads',
    tiktok: 'tiktok',
    todoist: 'todoist',
    trakt: 'trakt',
    twitch: 'twitch',
    twitter: 'x',
    vercel: 'vercel',
    vk: 'vk',
    wechat: 'wechat',
    wikimedia: 'wikimediafoundation',
    wordpress: 'wordpress',
  }),
)

/**
 * @typedef {{ readonly title: string, readonly slug: string, readonly hex: string, readonly path: string,
 *   readonly license?: { readonly type: string } }} Icon
 */

// The declarations of simple-icons import each other without extensions, which ES modules do not resolve.
const bySlug = new Map(
  /** @type {readonly Icon[]} */ (Object.values(icons)).map((icon) => [icon.slug, icon]),
)

/** @type {(id: string, slug: string) => Icon} */
function iconOf(id, slug) {
  const icon = bySlug.get(slug)
  if (icon === undefined)
    throw new Failure(`simple-icons has no "${slug}": take ${id} off the map.`)
  if (icon.license !== undefined && icon.license.type !== 'CC0-1.0') {
    throw new Failure(`The mark of ${id} is under ${icon.license.type}: take it off the map.`)
  }
  if (icon.path.length > MAX_LENGTH || !/^[\d\s.,a-zA-Z-]+$/.test(icon.path)) {
    throw new Failure(`The mark of ${id} is too long, or no path data: take it off the map.`)
  }
  return icon
}

/** @type {(icon: Icon) => string} as the formatter writes it */
function moduleOf({ title, path }) {
  const line = `export const mark: string = '${path}'`
  return `// Written by tools/marks.mjs from simple-icons.

/** The mark of ${title}, on a grid of 24 by 24. */
${line.length > 100 ? line.replace('= ', '=\n  ') : line}
`
}

/** Adds an import where it belongs by its path. @type {(source: string, line: string) => string} */
function withImport(source, line) {
  const from = /from '([^']+)'/
  const path = from.exec(line)?.[1] ?? ''
  const next = [...source.matchAll(/^import [^]*? from '([^']+)'$/gm)].find(
    ([, other = '']) => other > path,
  )
  if (next === undefined)
    throw new Failure(`No place for \`${line}\`: the module imports no types.`)
  return `${source.slice(0, next.index)}${line}\n${source.slice(next.index)}`
}

/** @type {(source: string, id: string, hex: string) => string} the module with its mark */
function withMark(source, id, hex) {
  const line = `import { mark } from '../lib/marks/${id}.ts'`
  if (source.includes(line)) return source
  const style = /^( {4}style: \{)([^}]*?),?(\s*\},)$/m
  const styled = style.test(source)
    ? source.replace(style, '$1$2, mark$3')
    : source.replace(/^ {4}options,$/m, `    style: { brandColor: '#${hex}', mark },\n    options,`)
  if (styled === source)
    throw new Failure(`${id}: no \`style\` and no \`options\` to put it before.`)
  return withImport(styled, line)
}

/** @type {(path: string, text: string) => boolean} whether the file was another one */
function differs(path, text) {
  return !existsSync(path) || readFileSync(path, 'utf8') !== text
}

/** @type {(id: string) => string} */
const providerOf = (id) => join(PROVIDERS, `${id}.ts`)

/** @type {() => ReadonlyMap<string, string>} what the files have to be, by path */
function expected() {
  /** @type {Map<string, string>} */
  const files = new Map()
  for (const [id, slug] of [...SLUGS].filter(([name]) => existsSync(providerOf(name)))) {
    const provider = providerOf(id)
    const icon = iconOf(id, slug)
    files.set(join(MARKS, `${id}.ts`), moduleOf(icon))
    files.set(provider, withMark(readFileSync(provider, 'utf8'), id, icon.hex))
  }
  return files
}

/** @type {() => readonly string[]} marks that no provider has */
function stale() {
  if (!existsSync(MARKS)) return []
  return readdirSync(MARKS).filter((name) => !SLUGS.has(name.replace(/\.ts$/, '')))
}

/** @type {() => void} */
function requireProviders() {
  const missing = [...SLUGS.keys()].filter((id) => !existsSync(providerOf(id)))
  if (missing.length === 0) return
  throw new Failure(`There is no provider ${missing.join(', ')}: take it off the map.`)
}

await runMain(async () => {
  const changed = [...expected()].filter(([path, text]) => differs(path, text))
  const left = stale()
  if (process.argv.includes('--check')) {
    requireProviders()
    const names = [...changed.map(([path]) => path), ...left]
    if (names.length === 0) return 0
    throw new Failure(`Out of date: ${names.join(', ')}. Run: node tools/marks.mjs`)
  }
  mkdirSync(MARKS, { recursive: true })
  for (const name of left) rmSync(join(MARKS, name))
  for (const [path, text] of changed) writeFileSync(path, text)
  const written = changed.map(([path]) => path)
  if (written.length > 0) await mustRun(installed('oxfmt'), written, { quiet: true })
  console.log(`${SLUGS.size} marks, ${changed.length} files written`)
  requireProviders()
  return 0
})
