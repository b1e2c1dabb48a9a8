import type { Framework } from './framework.ts'
import { fileEnding } from './setup.ts'
import { serverStarter } from './server-starter.ts'
import { type Place, type Starter, escapeText, greeting, link } from './starter-parts.ts'

const PATH = '/welcome'

const LAYOUT_TYPES = { ts: ": { children: import('react').ReactNode }", js: '' } as const

/** A page of Next.js, below `app`. */
function nextPage(place: Place, path: string): Starter {
  const { source, project } = place.layout
  const end = project.typescript ? 'ts' : 'js'
  const jsx = project.typescript ? 'tsx' : 'js'
  const home = path === '/'
  const page = {
    path: `${source}app${home ? '' : path}/page.${jsx}`,
    text: `import { Suspense } from 'react'
import { auth } from '${home ? '..' : '../..'}/auth'

async function Visitor() {
  const session = await auth()
  if (!session) {
    return (
      <>
        <p>You are not signed in.</p>
        <a href="${link(place, 'signin', path)}">Sign in</a>
      </>
    )
  }
  return (
    <>
      <p>Signed in as {session.user?.name ?? session.user?.email ?? 'a person without a name'}</p>
      <a href="${link(place, 'signout', path)}">Sign out</a>
    </>
  )
}

export default function ${home ? 'Home' : 'Welcome'}() {
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
  const pages = ['tsx', 'ts', 'jsx', 'js'].map((ending) => `page.${ending}`)
  const taken = home ? pages : [path.slice(1)]
  // Pages need a layout, which an application may have further down, and the other router has no place for one.
  return {
    files: [page, layout],
    unless: ['pages', 'src/pages', ...taken.map((name) => `${source}app/${name}`)],
    groups: { folder: `${source}app`, unless: taken },
    needs: { folder: `${source}app`, file: layout.path },
    scripts: { dev: 'next dev', build: 'next build', start: 'next start' },
    path,
  }
}

function sveltekitPage(place: Place, path: string): Starter {
  const home = path === '/'
  const folder = `src/routes${home ? '' : path}`
  const pages = ['svelte', 'server.ts', 'server.js', 'ts', 'js'].map((end) => `+page.${end}`)
  const taken = home ? pages : [path.slice(1)]
  return {
    files: [
      {
        path: `${folder}/+page.server.${fileEnding(place.layout)}`,
        text: `import { auth } from '${home ? '..' : '../..'}/auth.js'

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
  <a href="${link(place, 'signout', path)}" data-sveltekit-reload>Sign out</a>
{:else}
  <p>You are not signed in.</p>
  <a href="${link(place, 'signin', path)}" data-sveltekit-reload>Sign in</a>
{/if}
`,
      },
    ],
    unless: taken.map((name) => `src/routes/${name}`),
    groups: { folder: 'src/routes', unless: taken },
    path,
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
${greeting(place, PATH, '  ')}  return text
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

/** The home page, where that is free, or one beside it. */
const anywhere =
  (page: (place: Place, path: string) => Starter) =>
  (place: Place): readonly Starter[] => [page(place, '/'), page(place, PATH)]

const STARTERS: Readonly<Record<Framework['id'], (place: Place) => readonly Starter[]>> = {
  next: anywhere(nextPage),
  sveltekit: anywhere(sveltekitPage),
  nuxt: (place) => [nuxt(place)],
}

/** Pages that show who is signed in, of which the first that has room is written; nothing for frameworks in which none is. */
export const findStarters = (place: Place): readonly Starter[] =>
  (STARTERS[place.layout.framework.id] ?? serverStarter)(place)
