/** The applications that are moved: what each is made of, how people sign in to it, and what still has to be changed by hand. */

/**
 * @typedef {object} HandEdit something that the codemod leaves to a person
 * @property {string} path
 * @property {readonly (readonly [from: string, to: string])[]} replace each `from` is there once
 * @property {string} reason
 */
/** @typedef {'harbour' | 'credentials' | 'mail'} Way */
/** @typedef {import('./lib/frameworks.mjs').FrameworkId} FrameworkId */
/**
 * @typedef {object} Application
 * @property {string} id
 * @property {string} title its row of the table
 * @property {4 | 5} version of next-auth; packages for other frameworks are of version 5
 * @property {FrameworkId} [framework] other than Next.js
 * @property {'' | 'src/'} base in front of its sources
 * @property {readonly string[]} parts files of `parts`
 * @property {Way} second how the second person signs in; the first does at the identity provider
 * @property {'database' | 'jwt'} strategy
 * @property {readonly string[]} closed pages that strangers do not see
 * @property {readonly string[]} client pages that find out in the browser who is signed in
 * @property {readonly string[]} admin pages for administrators
 * @property {readonly string[]} api that answer with name and role
 * @property {readonly string[]} rename pages on which people change their name in the session
 * @property {string} [next] the version of Next.js, if it is not that of the folder
 * @property {readonly string[]} [built] what its build is given after the move
 * @property {boolean} [keepsCookieName] whether its own code reads the session cookie by name, which stays for that reason
 * @property {readonly string[]} [guests] pages that make a guest of each stranger
 * @property {readonly HandEdit[]} hand
 */

/** @typedef {Pick<Application, 'closed' | 'client' | 'admin' | 'api' | 'rename'>} Pages */

/** @type {Pages} */
const PAGES = {
  closed: ['/account', '/bookings'],
  client: ['/client'],
  admin: ['/admin'],
  api: ['/api/me'],
  rename: [],
}

/** @type {Pages} */
const PAGES_OF_A_DESK = {
  closed: ['/account', '/bookings', '/news'],
  client: ['/desk'],
  admin: ['/desk/admin'],
  api: ['/api/me', '/api/weather', '/api/claims'],
  rename: ['/desk/rename'],
}

/** @type {Application} */
const EDGE = {
  id: 'edge',
  title: 'version 4, Next.js 15.3, `export { default }` of `next-auth/middleware`',
  version: 4,
  next: '15.3.9',
  base: '',
  parts: ['people', 'shared', 'version-4', 'options-4', 'client-sign-in-4', 'edge-4'],
  second: 'credentials',
  strategy: 'jwt',
  ...PAGES_OF_A_DESK,
  hand: [],
}

/** @type {readonly Application[]} */
export const APPLICATIONS = [
  {
    id: 'app-router',
    title: 'version 5, App Router, sessions in a database (Drizzle), proxy',
    version: 5,
    base: 'src/',
    parts: ['people', 'shared', 'database', 'types-5', 'app-5', 'app-router'],
    second: 'mail',
    strategy: 'database',
    ...PAGES,
    hand: [],
  },
  {
    id: 'pages-router',
    title: 'version 5, Pages Router, split configuration, middleware',
    version: 5,
    base: '',
    parts: ['people', 'shared', 'types-5', 'pages-5', 'pages-router'],
    second: 'credentials',
    strategy: 'jwt',
    closed: ['/desk/account', '/desk/bookings'],
    client: ['/desk/client'],
    admin: ['/desk/admin'],
    api: ['/api/desk/me'],
    rename: ['/desk/rename'],
    hand: [],
  },
  {
    id: 'both-routers',
    title: 'version 5, both routers, split configuration, Drizzle, proxy',
    version: 5,
    base: 'src/',
    parts: ['people', 'shared', 'database', 'types-5', 'app-5', 'pages-5', 'both-routers'],
    second: 'credentials',
    strategy: 'jwt',
    closed: ['/account', '/bookings', '/desk/account', '/desk/bookings'],
    client: ['/client', '/desk/client'],
    admin: ['/admin', '/desk/admin'],
    api: ['/api/me', '/api/desk/me'],
    rename: ['/account/rename', '/desk/rename'],
    hand: [],
  },
  {
    id: 'version-4',
    title: 'version 4, both routers, Prisma, `withAuth` with a role',
    version: 4,
    base: '',
    parts: ['people', 'shared', 'version-4', 'options-4'],
    second: 'credentials',
    strategy: 'jwt',
    ...PAGES_OF_A_DESK,
    hand: [],
  },
  EDGE,
  {
    ...EDGE,
    id: 'edge-turbopack',
    title: 'version 4, Next.js 15.3, the same, built by Turbopack after its move',
    built: ['--turbopack'],
    parts: [...EDGE.parts, 'turbopack-4'],
  },
  {
    id: 'per-request',
    title: 'version 4, Pages Router, options made of the request, sessions in a database (Prisma)',
    version: 4,
    base: '',
    parts: ['people', 'shared', 'version-4', 'client-sign-in-4', 'per-request-4'],
    keepsCookieName: true,
    second: 'credentials',
    strategy: 'database',
    closed: ['/account', '/bookings'],
    client: ['/desk'],
    admin: ['/desk/admin'],
    api: ['/api/me'],
    rename: [],
    hand: [
      {
        path: 'middleware.ts',
        replace: [
          ['as { user?: { role: string } }', 'as { user?: { role: string } } | null'],
          [
            'const { user } = await readSession(request)',
            'const user = (await readSession(request))?.user',
          ],
        ],
        reason:
          'It asks `/api/auth/session`, which returns `null` for strangers, and in version 4 `{}`.',
      },
    ],
  },
  {
    id: 'guests',
    title: 'version 5, App Router, passwords and guests, `getToken` in proxy and route',
    version: 5,
    base: '',
    parts: ['people', 'shared', 'harbour-5', 'app-5', 'guests-5'],
    second: 'credentials',
    strategy: 'jwt',
    ...PAGES,
    guests: ['/trial'],
    hand: [],
  },
  {
    id: 'express',
    title: '`@auth/express`, Express 5, `getSession` in a middleware',
    version: 5,
    framework: 'express',
    base: 'src/',
    parts: ['express'],
    second: 'credentials',
    strategy: 'jwt',
    closed: ['/account', '/bookings'],
    client: ['/client.html'],
    admin: ['/admin'],
    api: ['/api/me'],
    rename: ['/rename'],
    hand: [],
  },
  {
    id: 'sveltekit',
    title: '`@auth/sveltekit`, SvelteKit 2, its components and actions',
    version: 5,
    framework: 'sveltekit',
    base: 'src/',
    parts: ['people', 'sveltekit'],
    second: 'credentials',
    strategy: 'jwt',
    ...PAGES,
    hand: [],
  },
  {
    id: 'solid-start',
    title: '`@auth/solid-start`, SolidStart 1, its client, `getSession` in queries',
    version: 5,
    framework: 'solid-start',
    base: 'src/',
    parts: ['people', 'solid-start'],
    second: 'credentials',
    strategy: 'jwt',
    ...PAGES,
    hand: [],
  },
  {
    id: 'qwik',
    title: '`@auth/qwik`, Qwik City 1, its loader and actions, `sharedMap`',
    version: 5,
    framework: 'qwik',
    base: 'src/',
    parts: ['people', 'qwik'],
    second: 'credentials',
    strategy: 'jwt',
    ...PAGES,
    hand: [],
  },
]
