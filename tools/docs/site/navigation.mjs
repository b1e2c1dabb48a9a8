/** Where each page of the site is: its section, its group there, and what the navigation calls it. */

/**
 * @typedef {object} Group
 * @property {string} title
 * @property {readonly (readonly [source: string, text?: string])[]} pages Markdown files, from the root of the repository
 * @property {RegExp} [rest] further files that belong here, in the order of their names
 */
/**
 * @typedef {object} Section
 * @property {string} title
 * @property {string} folder the first part of the address of its pages
 * @property {readonly Group[]} groups
 * @property {boolean} [unsearched] whether the search leaves its pages out
 */

/** @type {Section} */
const START = {
  title: 'Quick starts',
  folder: 'start',
  groups: [
    {
      title: 'Quick starts',
      pages: [
        ['README.md', 'What Latchstring is'],
        ['docs/getting-started-next.md', 'Next.js'],
        ['docs/moving-from-next-auth.md', 'Moving from next-auth'],
        ['docs/moving-from-authjs.md', 'Moving from Auth.js outside Next.js'],
        ['docs/moving-in.md', 'Moving in from other systems'],
      ],
      rest: /^docs\/framework-/,
    },
    { title: 'Elsewhere', pages: [['docs/another-framework.md', 'Another framework']] },
  ],
}

/** @type {Section} */
const CONCEPTS = {
  title: 'Concepts',
  folder: 'concepts',
  groups: [
    {
      title: 'Concepts',
      pages: [
        ['docs/concepts.md', 'In one picture'],
        ['docs/sessions.md'],
        ['docs/cookies.md'],
        ['docs/callbacks-and-events.md'],
        ['docs/glossary.md'],
        ['SECURITY.md', 'Security'],
        ['docs/threat-model.md', 'Threat model'],
        ['docs/differences.md', 'Differences from Auth.js'],
        ['docs/comparison.md', 'Comparison'],
      ],
    },
  ],
}

/** @type {Section} */
const GUIDES = {
  title: 'Guides',
  folder: 'guides',
  groups: [
    {
      title: 'Ways to sign in',
      pages: [
        ['docs/email.md', 'Email'],
        ['docs/credentials.md', 'Credentials'],
        ['docs/passwords.md', 'Passwords'],
        ['docs/passkeys.md'],
        ['docs/two-factors.md', 'Two factors'],
        ['docs/openid-connect.md', 'OpenID Connect'],
        ['docs/linking-accounts.md', 'Linking accounts'],
        ['docs/logout.md', 'Signing out'],
        ['docs/leaving.md', 'Leaving'],
      ],
    },
    {
      title: 'In your application',
      pages: [
        ['docs/everyday-tasks.md', 'Everyday tasks'],
        ['docs/protect.md', 'Protect pages and APIs'],
        ['docs/step-up.md', 'Recent and strong sign-ins'],
        ['docs/roles.md', 'Roles'],
        ['docs/check-at-the-edge.md'],
        ['docs/pages-and-theme.md'],
        ['docs/provider-tokens.md', 'Tokens of providers'],
        ['docs/configuration-per-request.md'],
        ['docs/tenants.md', 'Several tenants'],
        ['docs/limits.md'],
        ['docs/logging.md'],
        ['docs/write-a-feature.md', 'Write a feature'],
      ],
    },
    { title: 'In the browser', pages: [], rest: /^docs\/\w+-client\.md$/ },
    {
      title: 'Storage',
      pages: [['docs/storage-sql.md', 'SQL']],
      rest: /^docs\/(?:storage-|published-adapters|adapters\.md|migrations)/,
    },
    {
      title: 'Run it',
      pages: [
        ['docs/production-checklist.md', 'Production checklist'],
        ['docs/deployment.md', 'Behind a proxy'],
        ['docs/docker.md', 'Docker and nginx'],
        ['docs/vercel.md', 'Vercel'],
        ['docs/cloudflare.md', 'Cloudflare'],
        ['docs/redirect-proxy.md'],
        ['docs/command-line.md', 'The program'],
        ['docs/agents.md', 'Coding agents'],
        ['docs/many-instances.md'],
        ['docs/testing-sign-in.md'],
        ['docs/doctor.md', 'Doctor'],
        ['docs/troubleshooting.md', 'Troubleshooting'],
        ['docs/questions.md', 'Questions'],
        ['docs/upgrades.md', 'Upgrades and stability'],
      ],
    },
    { title: 'More', pages: [], rest: /^docs\/[\w-]+\.md$/ },
  ],
}

/** @type {Section} */
const PROVIDERS = {
  title: 'Providers',
  folder: 'providers',
  groups: [
    {
      title: 'Providers',
      pages: [
        ['docs/providers/index.md', 'All providers'],
        ['docs/providers/custom.md', 'A provider of your own'],
      ],
    },
    { title: 'Each provider', pages: [], rest: /^docs\/providers\// },
  ],
}

/** @type {Section} */
const REFERENCE = {
  title: 'Reference',
  folder: 'reference',
  groups: [
    {
      title: 'Reference',
      pages: [
        ['docs/options.md', 'Options'],
        ['docs/errors.md', 'Errors'],
        ['docs/packages.md', 'Packages'],
        ['CHANGELOG.md', 'Changelog'],
        ['SUPPORT.md', 'Support'],
        ['CONTRIBUTING.md', 'Contributing'],
        ['CODE_OF_CONDUCT.md', 'Code of conduct'],
        ['GOVERNANCE.md', 'Governance'],
      ],
    },
    {
      title: 'Inside',
      pages: [
        ['docs/inside/map.md'],
        ['docs/inside/recipes.md'],
        ['docs/inside/testing.md'],
        ['docs/inside/releasing.md'],
      ],
    },
    { title: 'Packages', pages: [], rest: /^(?:packages|adapters|frameworks)\/[^/]+\/README\.md$/ },
    { title: 'Exports', pages: [], rest: /\.api\.md$/ },
  ],
}

/** @type {Section} */
const DECISIONS = {
  title: 'Decisions',
  folder: 'decisions',
  unsearched: true,
  groups: [
    { title: 'Decisions', pages: [['decisions/README.md', 'All decisions']], rest: /^decisions\// },
  ],
}

/** @type {Section} */
const RESULTS = {
  title: 'Results',
  folder: 'results',
  unsearched: true,
  groups: [
    {
      title: 'Results',
      pages: [
        ['docs/performance.md'],
        ['docs/frameworks-results.md', 'Frameworks'],
        ['docs/adapters-results.md', 'Storage adapters'],
        ['docs/limits-results.md'],
        ['docs/contract.md', 'The contract'],
        ['docs/security-bar.md', 'The security bar'],
        ['artifacts/pages/security-bar-rules.md', 'The security bar, rule by rule'],
      ],
    },
    { title: 'The last run', pages: [], rest: /^artifacts\/pages\// },
  ],
}

/** In the order in which they choose: one whose `rest` is wide comes after those whose pages it would take. */
export const SECTIONS = [START, CONCEPTS, PROVIDERS, REFERENCE, DECISIONS, RESULTS, GUIDES]

/** The order of the navigation. */
export const SHOWN = [START, CONCEPTS, GUIDES, PROVIDERS, REFERENCE, RESULTS, DECISIONS]

/**
 * @typedef {object} Place
 * @property {string} source
 * @property {string} path of the page on the site, with `.md`
 * @property {string | undefined} text what the navigation calls it, in place of its heading
 * @property {Section} section
 * @property {Group} group
 */

/** @type {(source: string) => string} the file name of a page */
function fileName(source) {
  const [parent = '', name = ''] = [source.split('/').at(-2), source.split('/').at(-1)]
  if (source === 'README.md') return 'about.md'
  if (source.endsWith('.api.md')) return `exports-${name.replace('.api.md', '.md')}`
  if (source === 'decisions/README.md') return 'index.md'
  if (name === 'README.md')
    return `package-${source.startsWith('adapters/') ? 'adapter-' : ''}${parent}.md`
  return name.replace(/^(?:framework-|getting-started-)/, '').toLowerCase()
}

/**
 * Gives each file a place on the site.
 *
 * @param {readonly string[]} sources
 * @returns {readonly Place[]} in the order of the navigation
 */
export function placePages(sources) {
  const left = new Set(sources)
  /** @type {(section: Section, group: Group, source: string, text?: string) => readonly Place[]} */
  const take = (section, group, source, text) =>
    left.delete(source)
      ? [{ source, path: `${section.folder}/${fileName(source)}`, text, section, group }]
      : []
  const named = SECTIONS.flatMap((section) =>
    section.groups.flatMap((group) =>
      group.pages.flatMap(([source, text]) => take(section, group, source, text)),
    ),
  )
  const others = SECTIONS.flatMap((section) =>
    section.groups.flatMap((group) =>
      [...left]
        .filter((source) => group.rest?.test(source))
        .toSorted()
        .flatMap((source) => take(section, group, source)),
    ),
  )
  const all = [...named, ...others]
  return SHOWN.flatMap(({ groups }) =>
    groups.flatMap((group) => all.filter((place) => place.group === group)),
  )
}
