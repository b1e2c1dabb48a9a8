/** @typedef {import('../types.d.ts').Host} Host */
/** @typedef {import('../types.d.ts').Feature} Feature */

const IN_DEMO = 'The demo, an application of Next.js, is driven in Chromium by test/e2e.'

/** The same application is another host too, and there it has this. */
const ON_NODE = 'The same application shows it on Node.js.'

/**
 * Why rows do not apply where a host lacks what they need. The first that matches counts.
 *
 * @type {Readonly<Record<Feature, readonly { readonly hosts?: RegExp, readonly text: string }[]>>}
 */
const REASONS = {
  parsers: [
    { hosts: /^h3-2/, text: 'h3 2 reads a body once: a parser in front leaves none.' },
    { hosts: /^hono-workerd$/, text: ON_NODE },
    { text: 'Nothing of the framework reads bodies before its first middleware or hook.' },
  ],
  below: [
    { hosts: /^hono-workerd$/, text: ON_NODE },
    { text: 'The path is fixed by the build, and the newest version alone is built twice.' },
  ],
  base: [{ text: 'Where it is below, the application says at run time, by where it mounts it.' }],
  data: [{ text: 'The data of a page has no address beside that of the page.' }],
  direct: [{ text: 'What a page shows has no address beside that of the page.' }],
  cache: [{ text: 'The framework has no cache of pages, or it is not part of the application.' }],
  static: [{ text: 'No page is made while the application is built.' }],
  database: [{ text: 'Its store could not be shared by requests.' }],
  development: [
    { text: 'Its development server is another program, which the rows do not start.' },
  ],
  function: [{ text: 'Its configuration is made before a request.' }],
  rendered: [{ text: 'What its handlers write is its pages: `/recent` is one.' }],
  require: [],
  rewrite: [
    {
      text: 'Middleware of the application does not rewrite the address that its router looks at.',
    },
  ],
  trace: [
    {
      text: 'Its server makes a `Request` of each request first, of which there is none for TRACE.',
    },
  ],
  stream: [{ text: 'Its responses are sent whole.' }],
  action: [
    { hosts: /^next-/, text: IN_DEMO },
    {
      hosts: /^(?:sveltekit|react-router)/,
      text: 'The forms of F1 to F9 are posted to actions of the framework.',
    },
    {
      hosts: /^(?:astro|tanstack)/,
      text: 'Actions of the framework are what the forms of F7 call; without a script a form is posted to a route.',
    },
    { text: 'The framework has no actions: forms are posted to routes.' },
  ],
  changes: [{ text: 'What is read after a change in the same request is what F9 and S6 show.' }],
  environment: [{ text: 'The environment is that of the process.' }],
  types: [
    {
      hosts: /^next-/,
      text: 'test/types compiles programs of it with every supported TypeScript.',
    },
    { text: ON_NODE },
  ],
  feature: [
    { hosts: /^hono-workerd$/, text: ON_NODE },
    { text: 'Without a framework there is no package that finds the request of an operation.' },
  ],
  client: [{ text: 'Nothing is built for browsers.' }],
  bundled: [
    { hosts: /^plain-/, text: 'The runtime runs the modules as they are.' },
    { text: 'How a bundler takes the core is tried with the application without a framework.' },
  ],
  units: [{ text: 'They are those of the core, and run where the core runs alone.' }],
  contract: [
    { hosts: /^plain-/, text: '`npm test` runs the contract over the core.' },
    {
      hosts: /^(?:nuxt|sveltekit|qwik|solid|react-router|tanstack|astro)/,
      text: 'Its server is what a build has made, of one configuration; the contract makes hundreds in its own process, of functions.',
    },
    { hosts: /^next-/, text: '`npm run test:all` runs the contract over Next.js and its server.' },
    { text: 'The newest version runs it, on Node.js.' },
  ],
  browser: [
    { hosts: /^next-/, text: IN_DEMO },
    { text: 'It renders no pages that a client package takes over.' },
  ],
}

/**
 * Why a row that needs something does not apply to a host.
 *
 * @param {Pick<Host, 'id' | 'features'>} host
 * @param {readonly string[]} needs
 * @returns {string}
 */
export function reasonFor({ id, features }, needs) {
  const missing = needs.find((need) => !features.some((feature) => feature === need))
  // Rows of this folder and of the package need features of hosts.
  const reasons = REASONS[/** @type {Feature} */ (missing)] ?? []
  const found = reasons.find(({ hosts }) => hosts === undefined || hosts.test(id))
  if (!found) throw new Error(`Nothing says why ${id} lacks "${missing}".`)
  return found.text
}
