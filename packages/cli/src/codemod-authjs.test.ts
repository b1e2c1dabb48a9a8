import { Auth } from '@auth/core'
import { encode } from '@auth/core/jwt'
import type { KitEvent, LatchstringKit } from '@latchstring/sveltekit'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { symlink } from 'node:fs/promises'
import { type RequestListener, createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { type Files, makeProject, manifest } from '../test/projects.ts'
import { moveProject } from '../test/move.ts'
import { readVersion } from './lib/version.ts'

/** What the codemod installs: packages of its own version. */
const VERSION = `^${readVersion()}`

const cleanUps = cleanUpAfterEach()

const expressApp = (imports: readonly string[], handler: string): string => `${imports.join('\n')}
import { currentSession } from './session.js'

export const app = express()

app.set('trust proxy', true)
app.use(${handler})
app.use(currentSession)
app.get('/who', (req, res) => {
  res.json(res.locals.session?.user?.name ?? null)
})
`

/** A role in the type of a session. */
const sessionTypes = (module: string): string => `import type { DefaultSession } from '${module}'

declare module '${module}' {
  interface Session {
    user?: { role?: string } & DefaultSession['user']
  }
}

export {}
`

const EXPRESS: Files = {
  'package.json': manifest({ '@auth/core': '0.41.3', '@auth/express': '0.12.3', express: '5.0.0' }),
  'src/config/auth.config.ts': `import type { ExpressAuthConfig } from '@auth/express'
import Credentials from '@auth/express/providers/credentials'

export const authConfig: ExpressAuthConfig = {
  providers: [
    Credentials({
      credentials: { name: {} },
      authorize: ({ name }) => ({ id: '1', name: String(name) }),
    }),
  ],
}
`,
  'src/session.ts': `import { getSession } from '@auth/express'
import type { NextFunction, Request, Response } from 'express'
import { authConfig } from './config/auth.config.js'

export async function currentSession(req: Request, res: Response, next: NextFunction) {
  res.locals.session = (await getSession(req, authConfig)) ?? undefined
  next()
}
`,
  'src/app.ts': expressApp(
    [
      "import { ExpressAuth } from '@auth/express'",
      "import express from 'express'",
      "import { authConfig } from './config/auth.config.js'",
    ],
    "'/api/auth/{*auth}', ExpressAuth(authConfig)",
  ),
}

const SVELTEKIT: Files = {
  'package.json': manifest({
    '@auth/core': '0.41.3',
    '@auth/sveltekit': '1.11.3',
    '@sveltejs/kit': '2.70.4',
  }),
  'src/app.d.ts': sessionTypes('@auth/sveltekit'),
  'src/auth.ts': `import { SvelteKitAuth } from '@auth/sveltekit'
import GitHub from '@auth/sveltekit/providers/github'
import { env } from './variables'

export const { handle, signIn, signOut } = SvelteKitAuth({
  providers: [GitHub({ clientId: env.GITHUB_ID, clientSecret: env.GITHUB_SECRET })],
  trustHost: true,
})
`,
  'src/variables.ts': `export const env = { GITHUB_ID: 'a', GITHUB_SECRET: 'b' }
`,
  'src/hooks.server.ts': `export { handle } from './auth'
`,
  'src/routes/+layout.server.ts': `import type { RequestEvent } from '@sveltejs/kit'

export const load = async (event: RequestEvent) => ({ session: await event.locals.auth() })
`,
  'src/routes/signin/+page.server.ts': `import { signIn } from '../../auth'

export const actions = { default: signIn }
`,
  'src/routes/+page.svelte': `<script lang="ts">
  import { SignIn, SignOut } from '@auth/sveltekit/components'
  import { page } from '$app/state'
</script>

{#if page.data.session}
  <SignOut options={{ redirectTo: '/bye' }}>
    <span slot="submitButton">Leave</span>
  </SignOut>
{:else}
  <SignIn provider="github" signInPage="login" className="big" />
{/if}
`,
}

const SOLID: Files = {
  'package.json': manifest({
    '@auth/core': '0.41.2',
    '@auth/solid-start': '0.19.2',
    '@solidjs/start': '^1.1.0',
  }),
  'app.config.ts': `import { defineConfig } from '@solidjs/start/config'

export default defineConfig({})
`,
  'src/routes/api/auth/[...solidauth].ts': `import { SolidAuth, type SolidAuthConfig } from '@auth/solid-start'
import GitHub from '@auth/core/providers/github'
import { scope } from '../../../scope'

export const authOptions: SolidAuthConfig = {
  providers: [GitHub({ authorization: { params: { scope } } })],
}

export const { GET, POST } = SolidAuth(authOptions)
`,
  'src/scope.ts': `export const scope = 'read:user'
`,
  'src/session.ts': `import { getSession } from '@auth/solid-start'
import { authOptions } from '~/routes/api/auth/[...solidauth]'
import { getRequestEvent } from 'solid-js/web'

export async function readSession() {
  const event = getRequestEvent()!
  return getSession(event.request, authOptions)
}
`,
}

const QWIK: Files = {
  'package.json': manifest({ '@auth/qwik': '0.9.1', '@builder.io/qwik-city': '1.19.0' }),
  'src/routes/plugin@auth.ts': `import { QwikAuth$ } from '@auth/qwik'
import GitHub from '@auth/qwik/providers/github'

export const { onRequest, useSession, useSignIn, useSignOut } = QwikAuth$(({ env }) => ({
  secret: env.get('AUTH_SECRET'),
  providers: [
    GitHub({ clientId: env.get('GITHUB_ID'), clientSecret: env.get('GITHUB_SECRET') }),
  ],
}))
`,
  'src/routes/notes.ts': `import type { Session } from '@auth/qwik'

export const onGet = (event: { sharedMap: Map<string, unknown> }) => {
  const session = event.sharedMap.get('session') as Session | null
  return session?.user?.name
}
`,
}

const EXPRESS_MOVED: Files = {
  'package.json': manifest({
    '@latchstring/express': VERSION,
    '@latchstring/core': VERSION,
    express: '5.0.0',
  }),
  'src/config/auth.config.ts': `import type { FrameworkAuthConfig } from '@latchstring/express'
import Credentials from '@latchstring/core/providers/credentials'
import Latchstring from '@latchstring/express'

export const authConfig: FrameworkAuthConfig = {
  basePath: '/api/auth',
  migrate: { from: 'next-auth', until: '2999-06-30' },
  providers: [
    Credentials({
      credentials: { name: {} },
      authorize: ({ name }) => ({ id: '1', name: String(name) }),
    }),
  ],
}

export const latchstring = Latchstring(authConfig)
`,
  'src/session.ts': `import type { NextFunction, Request, Response } from 'express'
import { latchstring } from './config/auth.config.js'

export async function currentSession(req: Request, res: Response, next: NextFunction) {
  res.locals.session = (await latchstring.auth(req, res)) ?? undefined
  next()
}
`,
  'src/app.ts': expressApp(
    ["import express from 'express'", "import { latchstring } from './config/auth.config.js'"],
    'latchstring',
  ),
}

const SVELTEKIT_MOVED: Files = {
  'package.json': manifest({
    '@latchstring/sveltekit': VERSION,
    '@latchstring/core': VERSION,
    '@sveltejs/kit': '2.70.4',
  }),
  'src/app.d.ts': sessionTypes('@latchstring/core/types'),
  'src/auth.ts': `import GitHub from '@latchstring/core/providers/github'
import { env } from './variables'
import Latchstring from '@latchstring/sveltekit'

export const { handle, signIn, signOut } = Latchstring({
  migrate: { from: 'next-auth', until: '2999-06-30' },
  providers: [GitHub({ clientId: env.GITHUB_ID, clientSecret: env.GITHUB_SECRET })],
  trustHost: true,
})
`,
  'src/routes/+page.svelte': `<script lang="ts">
  import { page } from '$app/state'
</script>

{#if page.data.session}
  <form method="POST" action="/signout">
    <input type="hidden" name="redirectTo" value="/bye" />
    <button><span>Leave</span></button>
  </form>
{:else}
  <form method="POST" action="/login" class="big">
    <input type="hidden" name="provider" value="github" />
    <button>Sign in with github</button>
  </form>
{/if}
`,
}

const SOLID_MOVED: Files = {
  'package.json': manifest({
    '@latchstring/solid-start': VERSION,
    '@latchstring/core': VERSION,
    '@solidjs/start': '^1.1.0',
  }),
  'app.config.ts': `import { defineConfig } from '@solidjs/start/config'

export default defineConfig({ middleware: './src/middleware.ts' })
`,
  'src/auth.ts': `import type { FrameworkAuthConfig } from '@latchstring/solid-start'
import GitHub from '@latchstring/core/providers/github'
import { scope } from './scope'
import Latchstring from '@latchstring/solid-start/vinxi'

export const authOptions: FrameworkAuthConfig = {
  basePath: '/api/auth',
  migrate: { from: 'next-auth', until: '2999-06-30' },
  providers: [GitHub({ authorization: { params: { scope } } })],
}

export const { auth, onRequest } = Latchstring(authOptions)
`,
  'src/middleware.ts': `import { createMiddleware } from '@solidjs/start/middleware'
import { onRequest } from './auth'

export default createMiddleware({ onRequest })
`,
  'src/session.ts': `import { auth } from '~/auth'
import { getRequestEvent } from 'solid-js/web'

export async function readSession() {
  const event = getRequestEvent()!
  return auth()
}
`,
}

const QWIK_MOVED: Files = {
  'package.json': manifest({
    '@latchstring/qwik': VERSION,
    '@latchstring/core': VERSION,
    '@builder.io/qwik-city': '1.19.0',
  }),
  'src/auth.ts': `import GitHub from '@latchstring/core/providers/github'
import Latchstring from '@latchstring/qwik'

export const latchstring = Latchstring({
  migrate: { from: 'next-auth', until: '2999-06-30' },
  secret: process.env['AUTH_SECRET'],
  providers: [
    GitHub({ clientId: process.env['GITHUB_ID'], clientSecret: process.env['GITHUB_SECRET'] }),
  ],
}, { shareSession: true })
`,
  'src/routes/plugin@auth.ts': `import { globalAction$, routeLoader$ } from '@builder.io/qwik-city'
import { latchstring } from '../auth'

export const onRequest = latchstring.onRequest
export const useSession = routeLoader$((event) => latchstring.client(event))
export const useSignIn = globalAction$((form, event) => latchstring.submitSignIn(form, event))
export const useSignOut = globalAction$((form, event) => latchstring.submitSignOut(form, event))
`,
  'src/routes/notes.ts': `import type { Session } from '@latchstring/core/types'

export const onGet = (event: { sharedMap: Map<string, unknown> }) => {
  const session = event.sharedMap.get('session') as Session | null
  return session?.user?.name
}
`,
}

const ROUTE = 'src/routes/api/auth/[...solidauth].ts'

/** Applications before and after, but for files that stay as they are; those of the last are gone. */
const APPLICATIONS: readonly (readonly [string, Files, Files, readonly string[]])[] = [
  ['Express', EXPRESS, EXPRESS_MOVED, []],
  ['SvelteKit', SVELTEKIT, SVELTEKIT_MOVED, []],
  ['SolidStart', SOLID, SOLID_MOVED, [ROUTE]],
  ['Qwik', QWIK, QWIK_MOVED, []],
]

const without = (files: Files, gone: readonly string[]): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !gone.includes(path)))

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const KIT = join(ROOT, 'frameworks/sveltekit/node_modules/@sveltejs/kit')

/** Parts of frameworks that are not installed here. */
const STUBS = `declare module '@builder.io/qwik-city' {
  import type { QwikActionEvent, QwikEvent, QwikForm } from '@latchstring/qwik'
  export function routeLoader$<T>(work: (event: QwikEvent) => T): () => { value: Awaited<T> }
  export function globalAction$<T>(work: (form: QwikForm, event: QwikActionEvent) => T): () => T
}
declare module '@solidjs/start/middleware' {
  export function createMiddleware(options: { onRequest: (event: never) => unknown }): unknown
}
declare module '@solidjs/start/config' {
  export function defineConfig(options: { middleware: string }): unknown
}
`

/** A folder whose imports are those of this repository. */
async function makeInstalled(files: Files): Promise<string> {
  const project = await makeProject(files)
  cleanUps.push(() => project.remove())
  await symlink(join(ROOT, 'node_modules'), join(project.folder, 'node_modules'))
  return project.folder
}

const SECRET = 'a secret of the application, 0123456789'
const NAME = 'authjs.session-token'

/** The cookie of a session that the other library has issued. */
async function oldCookie(): Promise<string> {
  const token = { sub: '7', name: 'Ada', email: 'ada@example.com' }
  return `${NAME}=${await encode({ token, secret: SECRET, salt: NAME })}`
}

const cookieNames = (response: Response) =>
  response.headers.getSetCookie().map((line) => line.split('=')[0])

describe('latchstring codemod of an application outside Next.js', () => {
  it.each(APPLICATIONS)('moves one of %s with nothing left', async (_, before, after, gone) => {
    const { code, files, left } = await moveProject(cleanUps, before)
    expect({ code, left }).toEqual({ code: 0, left: [] })
    expect(files).toEqual(without({ ...before, ...after }, gone))
  })

  it('moves each application of several in its own folder, and not that of next-auth beside it with them', async () => {
    const below = (folder: string, files: Files): Files =>
      Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))
    const next = {
      'package.json': manifest({ next: '15.5.0', 'next-auth': '5.0.0-beta.30' }),
      'auth.ts':
        "import NextAuth from 'next-auth'\nexport const { auth } = NextAuth({ providers: [] })\n",
    }
    const { code, files } = await moveProject(cleanUps, {
      'package.json': manifest({}),
      ...below('api', EXPRESS),
      ...below('site', SVELTEKIT),
      ...below('web', next),
    })
    expect(code).toBe(0)
    expect(files['api/src/app.ts']).toBe(EXPRESS_MOVED['src/app.ts'])
    expect(files['site/src/auth.ts']).toBe(SVELTEKIT_MOVED['src/auth.ts'])
    expect(files['web/auth.ts']).toContain("from '@latchstring/next'")
  })

  it('makes what type-checks', async () => {
    const all = APPLICATIONS.flatMap(([name, before, after, gone]) =>
      Object.entries(without({ ...before, ...after }, gone)).map(
        ([path, text]) => [`${name}/${path}`, text] as const,
      ),
    )
    const folder = await makeInstalled({
      ...Object.fromEntries<string>(all),
      'stubs.d.ts': STUBS,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          target: 'es2023',
          module: 'preserve',
          moduleResolution: 'bundler',
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          allowImportingTsExtensions: true,
          customConditions: ['@latchstring/source'],
          types: ['node'],
          paths: { '~/*': ['./SolidStart/src/*'], '@sveltejs/kit': [KIT] },
        },
        include: ['**/*.ts', join(ROOT, 'frameworks/sveltekit/src/lib/*.d.ts')],
      }),
    })
    const compiler = join(
      dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
      'bin/tsc',
    )
    const output = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).then(
      ({ stdout }) => stdout,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `execFile` rejects with
      (error: unknown) => (error as { stdout: string }).stdout,
    )
    expect(output).toBe('')
  })
})

describe('a session of Auth.js, in an application that the codemod has moved', () => {
  beforeEach(() => {
    vi.stubEnv('AUTH_SECRET', SECRET)
    vi.stubEnv('AUTH_TRUST_HOST', 'true')
  })

  it('is one before', async () => {
    const config = { providers: [], secret: SECRET, trustHost: true, basePath: '/api/auth' }
    const headers = { cookie: await oldCookie() }
    const response = await Auth(
      new Request('http://app.test/api/auth/session', { headers }),
      config,
    )
    expect(await response.json()).toMatchObject({ user: { name: 'Ada' } })
  })

  it('is one in Express, and is issued anew', async () => {
    const folder = await makeInstalled({ ...EXPRESS, ...EXPRESS_MOVED })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the application above
    const { app } = (await import(join(folder, 'src/app.ts'))) as { app: RequestListener }
    const server = createServer(app).listen(0, '127.0.0.1')
    cleanUps.push(() => server.close())
    await once(server, 'listening')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const headers = { cookie: await oldCookie() }
    const response = await fetch(`${origin}/who`, { headers })
    expect(await response.json()).toBe('Ada')
    expect(cookieNames(response)).toEqual(['latchstring.session-token', NAME])
    expect(await (await fetch(`${origin}/who`)).json()).toBeNull()
    const action = await fetch(`${origin}/api/auth/session`, { headers })
    expect(await action.json()).toMatchObject({ user: { name: 'Ada' } })
  })

  it('is one in SvelteKit, and is issued anew', async () => {
    const folder = await makeInstalled({ ...SVELTEKIT, ...SVELTEKIT_MOVED })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the application above
    const { handle } = (await import(join(folder, 'src/auth.ts'))) as LatchstringKit
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the application above
    const { load } = (await import(join(folder, 'src/routes/+layout.server.ts'))) as {
      load: (event: KitEvent) => Promise<{ session: { user?: { name?: string } } | null }>
    }
    const request = new Request('http://app.test/', { headers: { cookie: await oldCookie() } })
    const event = {
      request,
      url: new URL(request.url),
      locals: {},
      cookies: { set: () => undefined },
      isDataRequest: false,
    }
    const response = await handle({
      event,
      resolve: async (given) => Response.json((await load(given)).session?.user?.name),
    })
    expect(await response.json()).toBe('Ada')
    expect(cookieNames(response)).toEqual(['latchstring.session-token', NAME])
  })
})

/** A place that a person has to change: the file, the line, and a part of what to do. */
type Place = readonly [string, string]

const express = (app: string): Files => ({
  'package.json': manifest({ '@auth/express': '0.12.3', express: '5.0.0' }),
  'app.ts': `import { ExpressAuth, getSession } from '@auth/express'
import express from 'express'
const config = { providers: [] }
const app = express()
${app}
`,
})

describe('latchstring codemod leaves an application outside Next.js whole', () => {
  it.each<[string, Files, Place]>([
    [
      'with a read of the session that has no response',
      express(
        "app.use('/auth/*x', ExpressAuth(config))\nexport const read = (req) => getSession(req, config)",
      ),
      ['app.ts:6', 'latchstring.auth(req, res)'],
    ],
    [
      'with another configuration for a read',
      express(
        "app.use('/auth/*x', ExpressAuth(config))\napp.get('/', (req, res) => getSession(req, { providers: [] }))",
      ),
      ['app.ts:6', 'not that of `ExpressAuth`'],
    ],
    [
      'that mounts the middleware by an expression',
      express('app.use(/^.auth/, ExpressAuth(config))'),
      ['app.ts:5', 'app.use(latchstring)'],
    ],
    [
      'of SvelteKit whose configuration depends on the event',
      {
        'package.json': manifest({ '@auth/sveltekit': '1.11.3' }),
        'src/auth.ts': `import { SvelteKitAuth } from '@auth/sveltekit'
export const { handle } = SvelteKitAuth(async (event) => ({ providers: [], secret: event.platform.env.SECRET }))
`,
      },
      ['src/auth.ts:2', 'gets the request now'],
    ],
    [
      'of SolidStart with a middleware of its own',
      { ...SOLID, 'src/middleware.ts': 'export default {}\n' },
      [`${ROUTE}:9`, 'put `onRequest` of the instance first in yours'],
    ],
    [
      'of Qwik whose configuration reads more of the event than variables',
      {
        'package.json': manifest({ '@auth/qwik': '0.9.1' }),
        'src/routes/plugin@auth.ts': `import { QwikAuth$ } from '@auth/qwik'
export const { onRequest } = QwikAuth$(({ env, url }) => ({ providers: [], basePath: url.pathname }))
`,
      },
      ['src/routes/plugin@auth.ts:2', 'shareSession: true'],
    ],
    [
      'that calls Auth of @auth/core itself',
      {
        'package.json': manifest({ '@auth/core': '0.41.3' }),
        'server.ts': `import { Auth } from '@auth/core'
export default { fetch: (request: Request) => Auth(request, { providers: [] }) }
`,
      },
      ['server.ts:2', 'createAuth(config, { env: process.env })'],
    ],
  ])('%s', async (_, before, [place, reason]) => {
    const { code, files, left } = await moveProject(cleanUps, before)
    expect(code).toBe(3)
    expect(files).toEqual(before)
    expect(left[0]).toMatch(`${place} `)
    expect(left[0]).toContain(reason)
  })

  it('but for a component of SvelteKit with more than a form, whose form posts to the actions that are moved', async () => {
    const page = `<script>
  import { SignIn } from '@auth/sveltekit/components'
</script>
<SignIn {...$$props} />
`
    const { code, files, left } = await moveProject(cleanUps, {
      ...SVELTEKIT,
      'src/routes/b.svelte': page,
    })
    expect({ code, left }).toEqual({
      code: 3,
      left: [
        expect.stringMatching(/^src\/routes\/b\.svelte:2 Write a form in the place of <SignIn>/),
      ],
    })
    expect(files['src/auth.ts']).toBe(SVELTEKIT_MOVED['src/auth.ts'])
    expect(files['package.json']).toContain('"@auth/sveltekit": "1.11.3"')
  })

  it('but for a name that has no counterpart, whose import alone stays', async () => {
    const { code, files, left } = await moveProject(cleanUps, {
      ...EXPRESS,
      'src/token.ts': "import { getToken } from '@auth/core/jwt'\nexport const read = getToken\n",
    })
    expect(code).toBe(3)
    expect(left).toEqual([expect.stringMatching(/^src\/token\.ts:1 `getToken` is that of/)])
    expect(files['src/app.ts']).toBe(EXPRESS_MOVED['src/app.ts'])
    expect(files['package.json']).toContain('"@auth/core": "0.41.3"')
    expect(files['package.json']).not.toContain('@auth/express')
  })
})
