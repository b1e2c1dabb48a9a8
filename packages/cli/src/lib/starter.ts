import type { Framework } from './framework.ts'
import { mainFiles } from './framework-files.ts'
import { type Layout, type NewFile, fileEnding } from './setup.ts'

/** A page that says who is signed in, for an application that has none yet. */
export interface Starter {
  readonly files: readonly NewFile[]
  /** Files and folders of which one is enough for the page to be left out. */
  readonly unless: readonly string[]
  /** The folder of the routes, where those may be in groups. */
  readonly routes?: string
  /** A file that has to be in a folder where that exists. */
  readonly needs?: { readonly folder: string; readonly file: string }
  /** Where it is opened. */
  readonly path: string
}

/** What a starter depends on besides the files of the application. */
export interface Place {
  readonly layout: Layout
  /** Where the server is during development. */
  readonly origin: string
  /** In front of the actions. */
  readonly base: string
}

const PATH = '/welcome'

const link = ({ base }: Place, action: string, path: string): string =>
  `${base}/${action}?callbackUrl=${encodeURIComponent(path)}`

/** For pages that are made of text: a name may have any character. */
const escapeText = (end: string): string =>
  `const escapeHtml = (text${end === 'ts' ? ': string' : ''}) =>
  text.replaceAll(/[&<>"']/g, (character) => \`&#\${character.charCodeAt(0)};\`)
`

/** The body of a handler that answers with HTML. */
const page = (place: Place, path: string, indent: string): string =>
  [
    "const name = session?.user?.name ?? session?.user?.email ?? 'a person without a name'",
    'const text = session',
    `  ? \`<p>Signed in as \${escapeHtml(name)}</p><a href="${link(place, 'signout', path)}">Sign out</a>\``,
    `  : '<p>You are not signed in.</p><a href="${link(place, 'signin', path)}">Sign in</a>'`,
  ]
    .map((line) => `${indent}${line}\n`)
    .join('')

const LAYOUT_TYPES = { ts: ": { children: import('react').ReactNode }", js: '' } as const

function next(place: Place): Starter {
  const { source, project } = place.layout
  const end = project.typescript ? 'ts' : 'js'
  const jsx = project.typescript ? 'tsx' : 'js'
  const welcome = {
    path: `${source}app${PATH}/page.${jsx}`,
    text: `import { Suspense } from 'react'
import { auth } from '../../auth'

async function Visitor() {
  const session = await auth()
  if (!session) {
    return (
      <>
        <p>You are not signed in.</p>
        <a href="${link(place, 'signin', PATH)}">Sign in</a>
      </>
    )
  }
  return (
    <>
      <p>Signed in as {session.user?.name ?? session.user?.email ?? 'a person without a name'}</p>
      <a href="${link(place, 'signout', PATH)}">Sign out</a>
    </>
  )
}

export default function Welcome() {
  return (
    <main>
      <Suspense>
        <Visitor />
      </Suspense>
    </main>
  )
}
`,
  }
  const layout = {
    path: `${source}app/layout.${jsx}`,
    text: `export default function RootLayout({ children }${LAYOUT_TYPES[end]}) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
`,
  }
  // Pages need a layout, which an application may have further down, and the other router has no place for one.
  return {
    files: [welcome, layout],
    unless: ['pages', 'src/pages', `${source}app${PATH}`],
    routes: `${source}app`,
    needs: { folder: `${source}app`, file: layout.path },
    path: PATH,
  }
}

function express(place: Place): Starter {
  const { layout, origin } = place
  const end = fileEnding(layout)
  const { source } = layout
  const port = new URL(origin).port || '80'
  return {
    files: [
      {
        path: `${source}app.${end}`,
        text: `import express from 'express'
import { latchstring } from './auth.${end}'

${escapeText(end)}
const app = express()

app.use(latchstring)

app.get('/', async (_request, response) => {
  const session = await response.locals.auth()
${page(place, '/', '  ')}  response.send(text)
})

app.listen(${port})
`,
      },
    ],
    unless: [...mainFiles(source), ...mainFiles('')],
    path: '/',
  }
}

function sveltekit(place: Place): Starter {
  const folder = `src/routes${PATH}`
  return {
    files: [
      {
        path: `${folder}/+page.server.${fileEnding(place.layout)}`,
        text: `import { auth } from '../../auth.js'

export async function load() {
  const session = await auth()
  return {
    name: session && (session.user?.name ?? session.user?.email ?? 'a person without a name'),
  }
}
`,
      },
      {
        path: `${folder}/+page.svelte`,
        text: `<script>
  let { data } = $props()
</script>

{#if data.name}
  <p>Signed in as {data.name}</p>
  <a href="${link(place, 'signout', PATH)}" data-sveltekit-reload>Sign out</a>
{:else}
  <p>You are not signed in.</p>
  <a href="${link(place, 'signin', PATH)}" data-sveltekit-reload>Sign in</a>
{/if}
`,
      },
    ],
    unless: [folder],
    routes: 'src/routes',
    path: PATH,
  }
}

function nuxt(place: Place): Starter {
  const end = fileEnding(place.layout)
  const path = `server/routes${PATH}.get.${end}`
  return {
    files: [
      {
        path,
        text: `${escapeText(end)}
export default defineEventHandler(async (event) => {
  const session = await latchstring.auth(event)
${page(place, PATH, '  ')}  return text
})
`,
      },
    ],
    unless: [
      `server/routes${PATH}`,
      ...['app/pages', 'pages'].flatMap((pages) => [`${pages}${PATH}`, `${pages}${PATH}.vue`]),
    ],
    path: PATH,
  }
}

const STARTERS: Readonly<Record<Framework['id'], (place: Place) => Starter>> = {
  next,
  express,
  sveltekit,
  nuxt,
}

/** The page that shows who is signed in; nothing for frameworks in which none is written. */
export const findStarter = (place: Place): Starter | undefined =>
  STARTERS[place.layout.framework.id]?.(place)
