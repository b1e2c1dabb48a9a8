/** What routers make of a path before they look for the page, each by the rule of its own source. */
export interface PathReader {
  readonly name: string
  /** The path that routes are compared with, `undefined` where the router refuses the request. */
  readonly read: (sent: string) => string | undefined
  /** Whether routes are compared without capitals. */
  readonly anyCase?: boolean
}

const attempt = (read: () => string): string | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** As `decodeURI`, and what it cannot decode stays. */
const lenient = (path: string): string =>
  attempt(() => decodeURI(path)) ??
  path.replaceAll(/(?:%[\da-f]{2})+/gi, (run) => attempt(() => decodeURI(run)) ?? run)

const once = (path: string): string => lenient(path.replaceAll('%25', '%2525'))

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/$/, '')

const segments = (path: string, read: (segment: string) => string): string =>
  path.split('/').map(read).join('/')

/** A file server: everything decoded, and resolved as in a file system. */
function readFile(sent: string): string | undefined {
  const decoded = attempt(() => decodeURIComponent(sent).replaceAll('\\', '/'))
  if (decoded === undefined || decoded.includes('\0')) return undefined
  const parts: string[] = []
  for (const part of decoded.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`.replace(/\/index\.html$/, '').replace(/\.html$/, '')
}

export const READERS: readonly PathReader[] = [
  { name: 'Next.js, Elysia, Remix', read: (sent) => sent },
  { name: 'Express, Koa, Nest', read: withoutSlash, anyCase: true },
  {
    name: 'find-my-way of Fastify',
    read: (sent) => attempt(() => decodeURI(sent.replace(/[?;#].*$/, ''))),
  },
  {
    name: 'find-my-way with its options',
    read: (sent) =>
      attempt(() => withoutSlash(decodeURI(sent.replace(/[?;#].*$/, '')).replaceAll(/\/+/g, '/'))),
    anyCase: true,
  },
  { name: 'Hono', read: (sent) => withoutSlash(once(sent)) },
  { name: 'h3 and Nitro', read: (sent) => withoutSlash(once(sent.replaceAll(/\/+/g, '/'))) },
  {
    name: 'Nuxt',
    read: (sent) =>
      withoutSlash(
        segments(once(sent).replace(/\/_payload\.json$/, ''), (part) =>
          lenient(part.replaceAll('%2F', '%252F')),
        ),
      ),
    anyCase: true,
  },
  {
    name: 'SvelteKit',
    read: (sent) =>
      attempt(() =>
        withoutSlash(
          sent
            .split('%25')
            .map((part) => decodeURI(part))
            .join('%25')
            .replace(/\/__data\.json$/, '')
            .replace(/\.html__data\.json$/, '.html'),
        ),
      ),
  },
  {
    name: 'Astro',
    read: (sent) =>
      attempt(() =>
        withoutSlash(
          decodeURI(decodeURI(sent))
            .replace(/^\/+/, '/')
            .replace(/\/index\.html$/, '')
            .replace(/\.html$/, ''),
        ),
      ),
  },
  {
    name: 'React Router',
    read: (sent) =>
      attempt(() =>
        withoutSlash(
          segments(sent.replace(/\/_root\.data$/, '/').replace(/(?:\/_)?\.data$/, ''), (part) =>
            decodeURIComponent(part).replaceAll('/', '%2F'),
          ),
        ),
      ),
    anyCase: true,
  },
  {
    name: 'TanStack Router',
    read: (sent) =>
      withoutSlash(
        segments(sent.replace(/^\/+/, '/'), (part) => lenient(part.replaceAll('%25', '%2525'))),
      ),
    anyCase: true,
  },
  { name: 'Solid Router', read: (sent) => withoutSlash(sent), anyCase: true },
  { name: 'Qwik City', read: (sent) => withoutSlash(sent.replace(/\/q-data\.json$/, '')) },
  {
    name: 'Next.js, data of pages',
    read: (sent) => sent.replace(/^\/_next\/data\/[^/]+(\/.*)\.json$/, '$1').replace(/\.rsc$/, ''),
  },
  { name: 'a file server', read: readFile },
  { name: 'a file server without capitals', read: readFile, anyCase: true },
  {
    name: 'a file server behind a proxy that decodes',
    read: (sent) => readFile(attempt(() => decodeURIComponent(sent)) ?? sent),
  },
  { name: 'a server with matrix parameters', read: (sent) => sent.replaceAll(/;[^/]*/g, '') },
]
