import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readAddress, readPages } from '../src/lib/documents/pages.ts'

/** Files by path; `null` for one that is not there. */
export type Files = Readonly<Record<string, string | null>>

/** A secret that must not be in any output. */
export const SECRET = 'kX9/2vQmZr7LpT4wYb1NcE8sUh3JdF6g'
/** The same, of a provider. */
export const CLIENT_SECRET = 'gho_9f2c7a1be4d8360572cab91e04f3d6'

const manifest = (more: object = {}): string =>
  JSON.stringify({
    name: 'app',
    type: 'module',
    scripts: { dev: 'next dev', build: 'next build', start: 'next start' },
    dependencies: { '@latchstring/next': '0.0.0', next: '16.4.0' },
    ...more,
  })

const installed = (name: string, version = '0.0.0'): Files => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version }),
})

/** The file of the configuration with these options. */
export const authFile = (options: string, imports = ''): string =>
  `import Latchstring from '@latchstring/next'
import GitHub from '@latchstring/next/providers/github'
${imports}
export const { handlers, auth, signIn, signOut } = Latchstring(${options})
`

/** An application of Next.js as the guide shows it, in which nothing is wrong. */
export const HEALTHY: Files = {
  'package.json': manifest(),
  ...installed('@latchstring/next'),
  ...installed('@latchstring/core'),
  ...installed('next', '16.4.0'),
  'auth.ts': authFile(
    '{ providers: [GitHub], callbacks: { authorized: ({ auth: session }) => session !== null } }',
  ),
  'proxy.ts': "export { auth as proxy } from './auth'\n",
  'app/api/auth/[...latchstring]/route.ts':
    "import { handlers } from '../../../../auth'\n\nexport const { GET, POST } = handlers\n",
  'app/page.tsx': `import { signIn } from '@/auth'
export default function Page() {
  return <form action={async () => { 'use server'; await signIn('github') }}><button>Sign in</button></form>
}
`,
  '.env.local': `AUTH_URL=http://localhost:3000
AUTH_SECRET="${SECRET}"
AUTH_GITHUB_ID=Iv1.8a61f9b3a7aba766
AUTH_GITHUB_SECRET=${CLIENT_SECRET}
`,
}

/** The package.json of the healthy application with other members. */
export const withManifest = (more: object): Files => ({ 'package.json': manifest(more) })
export const withInstalled = installed

/** The variables of the healthy application with some replaced; `null` takes one away. */
export function withVariables(changes: Readonly<Record<string, string | null>>): Files {
  const lines = (HEALTHY['.env.local'] ?? '').split('\n').filter((line) => {
    const [name = ''] = line.split('=')
    return line !== '' && !Object.hasOwn(changes, name)
  })
  const added = Object.entries(changes).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${value}`],
  )
  return { '.env.local': `${[...lines, ...added].join('\n')}\n` }
}

/** Writes an application into a folder of its own. */
export async function writeApplication(
  files: Files,
): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  // One level deeper, so that folders beside it are its own.
  const above = await mkdtemp(join(tmpdir(), 'latchstring-doctor-'))
  const folder = join(above, 'app')
  for (const [path, text] of Object.entries({ ...HEALTHY, ...files })) {
    if (text === null) continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return { folder, remove: () => rm(above, { recursive: true, force: true }) }
}

const pages = readPages()

/** Whether `latchstring docs` prints a page, and its section. */
export const hasPage = (docs: string): boolean => readAddress(pages, docs) !== undefined
