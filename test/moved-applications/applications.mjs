/** The applications that are moved: what each is made of, how people sign in to it, and what still has to be changed by hand. */

/**
 * @typedef {object} HandEdit something that the codemod leaves to a person
 * @property {string} path
 * @property {readonly (readonly [from: string, to: string])[]} replace each `from` is there once
 * @property {string} reason
 */
/** @typedef {'harbour' | 'credentials' | 'mail'} Way */
/**
 * @typedef {object} Application
 * @property {string} id
 * @property {string} title its row of the table
 * @property {4 | 5} version of next-auth, and the folder with its packages
 * @property {'' | 'src/'} base in front of its sources
 * @property {readonly string[]} parts files of `parts`
 * @property {Way} second how the second person signs in; the first does at the identity provider
 * @property {'database' | 'jwt'} strategy
 * @property {readonly string[]} closed pages that strangers do not see
 * @property {readonly string[]} client pages that find out in the browser who is signed in
 * @property {readonly string[]} admin pages for administrators
 * @property {readonly string[]} api that answer with name and role
 * @property {readonly string[]} rename pages on which people change their name in the session
 * @property {readonly HandEdit[]} hand
 */

/** @type {readonly Application[]} */
export const APPLICATIONS = [
  {
    id: 'app-router',
    title: 'version 5, App Router, sessions in a database (Drizzle), proxy',
    version: 5,
    base: 'src/',
    parts: ['shared', 'database', 'types-5', 'app-5', 'app-router'],
    second: 'mail',
    strategy: 'database',
    closed: ['/account', '/bookings'],
    client: ['/client'],
    admin: ['/admin'],
    api: ['/api/me'],
    rename: [],
    hand: [
      {
        path: 'src/auth.ts',
        replace: [['server: process.env.EMAIL_SERVER,', "server: process.env.EMAIL_SERVER ?? '',"]],
        reason: 'The type of `Nodemailer` wants a `server` that is set.',
      },
    ],
  },
  {
    id: 'pages-router',
    title: 'version 5, Pages Router, split configuration, middleware',
    version: 5,
    base: '',
    parts: ['shared', 'types-5', 'pages-5', 'pages-router'],
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
    parts: ['shared', 'database', 'types-5', 'app-5', 'pages-5', 'both-routers'],
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
    parts: ['shared', 'version-4'],
    second: 'credentials',
    strategy: 'jwt',
    closed: ['/account', '/bookings', '/news'],
    client: ['/desk'],
    admin: ['/desk/admin'],
    api: ['/api/me', '/api/weather', '/api/claims'],
    rename: ['/desk/rename'],
    hand: [
      {
        path: 'auth.ts',
        replace: [['server: process.env.EMAIL_SERVER,', "server: process.env.EMAIL_SERVER ?? '',"]],
        reason: 'The type of `Email` wants a `server` that is set.',
      },
      {
        path: 'pages/sign-in.tsx',
        replace: [
          [
            `import { useRouter } from 'next/router'
`,
            `import { useRouter } from 'next/router'
import { useEffect, useState } from 'react'
`,
          ],
          [
            `export default function SignInPage({
  providers,
  csrfToken,
}: InferGetServerSidePropsType<typeof getServerSideProps>) {
`,
            `export default function SignInPage() {
  const [providers, setProviders] = useState<Awaited<ReturnType<typeof getProviders>>>()
  const [csrfToken, setCsrfToken] = useState('')
  useEffect(() => {
    void getProviders().then(setProviders)
    void getCsrfToken().then((token) => setCsrfToken(token ?? ''))
  }, [])
`,
          ],
          ['defaultValue={csrfToken}', 'value={csrfToken} readOnly'],
          [
            'return { props: { providers: await getProviders(), csrfToken: await getCsrfToken(context) } }',
            'return { props: {} }',
          ],
          ['GetServerSidePropsContext, InferGetServerSidePropsType', 'GetServerSidePropsContext'],
        ],
        reason:
          '`getServerSideProps` called `getProviders` and `getCsrfToken`, which ask over HTTP: the page calls them in an effect now.',
      },
    ],
  },
]
