import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { Failure } from '../run.mjs'
import { modulesIn, PROVIDERS } from './modules.mjs'

const MARKS = 'packages/core/src/lib/marks'

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
 * @typedef {{ readonly title: string, readonly slug: string, readonly path: string,
 *   readonly license?: { readonly type: string } }} Icon
 */

/** @type {() => Promise<ReadonlyMap<string, Icon>>} by name */
async function loadIcons() {
  // Not when this module is loaded: the tools that install packages import it.
  const icons = await import('simple-icons')
  // The declarations of simple-icons import each other without extensions, which ES modules do not resolve.
  return new Map(
    /** @type {readonly Icon[]} */ (Object.values(icons)).map((icon) => [icon.slug, icon]),
  )
}

/** @type {(id: string, problem: string) => Failure} */
const refusal = (id, problem) =>
  new Failure(`The mark of ${id} ${problem}: take ${id} off the map in tools/generate/marks.mjs.`)

/** @type {(icons: ReadonlyMap<string, Icon>, id: string, slug: string) => Icon} */
function findIcon(icons, id, slug) {
  const icon = icons.get(slug)
  if (icon === undefined) throw refusal(id, `is not in simple-icons, which has no "${slug}"`)
  if (icon.license !== undefined && icon.license.type !== 'CC0-1.0') {
    throw refusal(id, `is under ${icon.license.type}`)
  }
  if (icon.path.length > MAX_LENGTH) {
    throw refusal(id, `is too long (${icon.path.length} characters of at most ${MAX_LENGTH})`)
  }
  if (!/^[\d\s.,a-zA-Z-]+$/.test(icon.path)) throw refusal(id, 'is not path data')
  return icon
}

/** @type {(icon: Icon) => string} */
const render = ({ title, path }) => `// Written by tools/generate.mjs from simple-icons.

/** The mark of ${title}, on a grid of 24 by 24. */
export const mark: string =
  '${path}'
`

/** The provider of each mark imports it, and no other does. @type {() => void} */
function requireImports() {
  for (const id of new Set([...SLUGS.keys(), ...modulesIn(PROVIDERS)])) {
    const provider = `${PROVIDERS}/${id}.ts`
    const line = `import { mark } from '../lib/marks/${id}.ts'`
    if (!existsSync(join(root, provider))) throw refusal(id, `has no provider, ${provider}`)
    const imports = readFileSync(join(root, provider), 'utf8').includes(line)
    if (SLUGS.has(id) && !imports) {
      throw new Failure(
        `${provider} does not use its mark. Add \`${line}\` and put \`mark\` into its \`style\`, ` +
          `or take ${id} off the map in tools/generate/marks.mjs.`,
      )
    }
    if (!SLUGS.has(id) && imports) {
      throw new Failure(
        `${provider} imports a mark that does not exist. ` +
          `Add ${id} to the map in tools/generate/marks.mjs with its name in simple-icons.`,
      )
    }
  }
}

/**
 * The marks of services in one colour, from simple-icons. The reasons and the terms are in
 * decisions/022-provider-marks.md.
 *
 * @returns {Promise<import('./modules.mjs').Files>}
 */
export async function generateMarks() {
  requireImports()
  const icons = await loadIcons()
  return new Map(
    [...SLUGS].map(([id, slug]) => [`${MARKS}/${id}.ts`, render(findIcon(icons, id, slug))]),
  )
}
