import { symlink } from 'node:fs/promises'
import { inPart } from '@latchstring/test-kit/in-part'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { encode as encodeOld } from 'next-auth/jwt'
import { encode } from '@latchstring/core/jwt'
import { NextRequest } from 'next/server.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { KEPT, type Result, configuration, createMove } from '../test/codemod-move.ts'
import { type Files, makeProject, manifest } from '../test/projects.ts'

const move = createMove()
const cleanUps = cleanUpAfterEach()
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

afterEach(() => vi.unstubAllEnvs())

const SHOWS_ROLE =
  'callbacks: { session({ session, token }) { session.user.role = token.role; return session } }'

/** What a guard is given, and the callback that the configuration gets. */
const GUARDS: readonly (readonly [before: string, after: Result])[] = [
  ['{}', 'authorized: ({ auth }) => auth !== null'],
  [
    '{ callbacks: { authorized: ({ token }) => !!token } }',
    'authorized: ({ auth }) => auth !== null',
  ],
  [
    '{ callbacks: { authorized: ({ token }) => token != undefined } }',
    'authorized: ({ auth }) => auth !== null',
  ],
  [
    '{ callbacks: { authorized: ({ token }) => token?.role === "admin" } }',
    'authorized: ({ auth }) => auth?.user?.role === "admin"',
  ],
  [
    '{ callbacks: { authorized: ({ token: t }) => t?.role !== "guest" && !!t } }',
    'authorized: ({ auth }) => auth?.user?.role !== "guest" && !!auth',
  ],
  [
    '{ callbacks: { authorized({ token }) { return !token?.role } } }',
    'authorized({ auth }) { return !auth?.user?.role }',
  ],
  ['{ callbacks: { authorized: ({ token }) => token !== undefined } }', KEPT],
  ['{ callbacks: { authorized: ({ token }) => !token?.isBlocked } }', KEPT],
  [
    '{ callbacks: { authorized: ({ req: token }) => !!token } }',
    'authorized: ({ auth, request: token }) => !!token',
  ],
  ['{ callbacks: { authorized: ({ token = null }) => token?.role === "admin" } }', KEPT],
  ['{ callbacks: { authorized: ({ token: { role } }) => role === "admin" } }', KEPT],
  ['{ callbacks: { authorized: ({ token, req: { url } }) => token?.role === url } }', KEPT],
  ['{ callbacks: { authorized: ({ token }) => [token].some((token) => token.role) } }', KEPT],
  [
    '{ callbacks: { authorized: ({ token }) => { const { role } = token ?? {}; return role === "admin" } } }',
    KEPT,
  ],
  ['{ callbacks: { authorized: (given) => given.token?.role === "admin" } }', KEPT],
  ['{ callbacks: { authorized: isAdmin } }', KEPT],
  ['{ callbacks: { ["authorized"]: ({ token }) => token?.role === "admin" } }', KEPT],
  ['{ callbacks: { ...callbacks } }', KEPT],
  ['{ callbacks }', KEPT],
  ['{ callbacks: make() }', KEPT],
  ['{ ...options }', KEPT],
  ['{ ["callbacks"]: {} }', KEPT],
  ['{ pages: { signIn: page } }', KEPT],
  ['{ pages }', KEPT],
  // The last of two counts.
  [
    '{ callbacks: { authorized: () => true, authorized: ({ token }) => token?.role === "admin" } }',
    KEPT,
  ],
  [
    '{ callbacks: { authorized: () => true }, callbacks: { authorized: ({ token }) => token?.role === "admin" } }',
    KEPT,
  ],
  // What is neither `true` nor `false` is nothing here, and in version 4 whether there is a token.
  [
    '{ callbacks: { authorized({ token, req }) { if (req.nextUrl.pathname === "/admin") return token?.role === "admin" } } }',
    KEPT,
  ],
  ['{ callbacks: { authorized: ({ token }) => token?.role } }', KEPT],
  ['{ callbacks: { authorized: ({ token }) => token?.role && token.role !== "guest" } }', KEPT],
  ['{ callbacks: { authorized: ({ token }) => token?.role?.includes("admin") } }', KEPT],
  ['{ callbacks: { authorized: ({ token }) => token?.role ?? false } }', KEPT],
  ['{ callbacks: { authorized: ({ token }) => (token?.role ? "yes" : false) } }', KEPT],
  ['{ callbacks: { authorized: ({ token }) => { let is = !!token; return is } } }', KEPT],
  ['{ callbacks: { authorized: function* ({ token }) { return !!token } } }', KEPT],
  [
    '{ callbacks: { authorized({ token }) { for (;;) { if (token) break; return false } } } }',
    KEPT,
  ],
  [
    '{ callbacks: { authorized({ token }) { switch (token?.role) { case "admin": return true } } } }',
    KEPT,
  ],
  [
    '{ callbacks: { authorized({ token }) { switch (token?.role) { case "a": case "b": return true; default: return false } } } }',
    'authorized({ auth }) { switch (auth?.user?.role) { case "a": case "b": return true; default: return false } }',
  ],
  [
    '{ callbacks: { authorized: ({ token }) => ["a", "b"].includes(token?.role) || Boolean(token) } }',
    'authorized: ({ auth }) => ["a", "b"].includes(auth?.user?.role) || Boolean(auth)',
  ],
  [
    '{ callbacks: { authorized({ token }) { const is = token?.role === "a"; if (!token) return false; else { return is } } } }',
    'authorized({ auth }) { const is = auth?.user?.role === "a"; if (!auth) return false; else { return is } }',
  ],
  [
    '{ callbacks: { authorized: ({ token }) => (token ? [1].every((one) => { return one }) : false) } }',
    'authorized: ({ auth }) => (auth ? [1].every((one) => { return one }) : false)',
  ],
  ['{ callbacks: { authorized: ({ req }) => !req.nextauth?.token } }', KEPT],
  // What a user does not have is `null` in a session, and in a token it may be left out.
  ['{ callbacks: { authorized: ({ token }) => token?.email !== undefined } }', KEPT],
  ['{ callbacks: { authorized: ({ token }) => null !== token?.name } }', KEPT],
  ['{ callbacks: { authorized: ({ token }) => typeof token?.picture !== "undefined" } }', KEPT],
  [
    '{ callbacks: { authorized: ({ token }) => token?.email != null && token.role !== undefined } }',
    'authorized: ({ auth }) => auth?.user?.email != null && auth.user?.role !== undefined',
  ],
]

describe('latchstring codemod next-auth, a guard that is given', () => {
  it.each(inPart(GUARDS, (_, index) => index % 3 === 0))('%s', async (options, expected) => {
    const guard = `import { withAuth } from 'next-auth/middleware'
export default withAuth(${options})
`
    const result = await move({ ...configuration(SHOWS_ROLE), 'middleware.js': guard })
    const text = result('middleware.js')
    const config = result('lib/auth.js')
    if (expected === KEPT) {
      expect(text).toBe(KEPT)
      expect(config).not.toContain('authorized')
    } else {
      expect(text).toBe("import { auth } from './lib/auth'\nexport default auth\n")
      expect(config).toContain(`{ ${expected}, session({`)
    }
  })
})

describe('latchstring codemod next-auth, a guard', () => {
  it('that accepts every visitor goes on reading the token beside one that does not', async () => {
    const guard = (rest: string): string =>
      `import { withAuth } from 'next-auth/middleware'\nexport default withAuth(${rest})\n`
    const result = await move({
      ...configuration(SHOWS_ROLE),
      'middleware.js': guard(
        '{ callbacks: { authorized: ({ token }) => token?.role === "admin" } }',
      ),
      'src/middleware.js': guard('() => {}, { callbacks: { authorized: () => true } }'),
    })
    expect([result('middleware.js'), result('src/middleware.js')]).toEqual([KEPT, KEPT])
    expect(result('lib/auth.js')).not.toContain('authorized')
  })

  it.each([
    ['session: { strategy: "database" }', KEPT],
    ['adapter: make()', KEPT],
    ['adapter: make(), session: { strategy: "jwt" }', 'moved'],
  ])('that reads the token is, beside the options %s, %s', async (options, expected) => {
    const guard = `import { withAuth } from 'next-auth/middleware'
export default withAuth({ callbacks: { authorized: ({ token }) => token?.role === "admin" } })
`
    const result = await move({
      ...configuration(`${options}, ${SHOWS_ROLE}`),
      'middleware.js': guard,
    })
    const isLeft = result('middleware.js') === KEPT
    expect(isLeft).toBe(expected === KEPT)
    expect(result('lib/auth.js').includes('authorized')).toBe(!isLeft)
  })

  it('whose options are changed after their declaration goes on reading the token', async () => {
    const guard = `import { withAuth } from 'next-auth/middleware'
const options = { callbacks: { authorized: ({ token }) => !!token } }
options.callbacks.authorized = ({ token }) => token?.role === 'admin'
export default withAuth(options)
`
    const result = await move({ ...configuration(SHOWS_ROLE), 'middleware.js': guard })
    expect(result('middleware.js')).toBe(KEPT)
    expect(result('lib/auth.js')).not.toContain('authorized')
  })

  it.each([
    ['(request) => request.nextauth?.token?.isBlocked', KEPT],
    ['({ nextauth }) => nextauth?.token?.isBlocked', KEPT],
    ['(request) => request.query.nextauth?.includes("callback")', 'moved'],
    ['({ params }) => params.nextauth', 'moved'],
  ])('beside a module with %s is %s', async (check, expected) => {
    const guard = `import { withAuth } from 'next-auth/middleware'
import { isBlocked } from './lib/blocked'
export default withAuth((request) => (isBlocked(request) ? Response.error() : undefined))
`
    const result = await move({
      ...configuration(SHOWS_ROLE),
      'middleware.js': guard,
      'lib/blocked.js': `export { isBlocked } from './checks'\n`,
      'lib/checks.js': `export const isBlocked = ${check}\n`,
    })
    const text = result('middleware.js')
    if (expected === KEPT) expect(text).toBe(KEPT)
    else expect(text).toContain('export default auth((request)')
  })
})

/** What the function of a guard does with the token of its request. */
const HANDLERS: readonly (readonly [before: string, after: Result])[] = [
  ['if (!request.nextauth.token) return', 'if (!request.auth) return'],
  ['log(request.nextauth.token?.role !== "admin")', 'log(request.auth?.user?.role !== "admin")'],
  ['log(request.nextauth?.token.role)', 'log(request.auth.user?.role)'],
  [
    'const token = request.nextauth.token; log(token?.role)',
    'const token = request.auth; log(token?.user?.role)',
  ],
  ['const { token } = request.nextauth; log(token?.role)', KEPT],
  ['const token = request.nextauth.token ?? {}; log(token.role)', KEPT],
  ['const { role } = request.nextauth.token; log(role)', KEPT],
  ['const token = request["nextauth"].token; log(token)', KEPT],
  ['log(request.nextauth["token"]?.role)', KEPT],
  ['log(request.nextauth)', KEPT],
  ['log(request.nextauth.token)', KEPT],
  ['request.nextauth.token.role = 1', KEPT],
  ['request.nextauth.token = null', KEPT],
  ['log(request.nextauth.token?.isBlocked)', KEPT],
  ['log([1].map(() => { const token = request.nextauth.token; return token.plan }))', KEPT],
  ['const { nextauth } = request; log(nextauth?.token?.role)', KEPT],
  ['const { nextauth: { token } } = request; log(token?.role)', KEPT],
  ['const name = "nextauth"; log(request[name]?.token?.role)', KEPT],
  ['log(request[`nextauth`]?.token?.role)', KEPT],
  ['log(Reflect.get(request, "nextauth"))', KEPT],
]

describe('latchstring codemod next-auth, the function of a guard', () => {
  it.each(HANDLERS)('with %s', async (before, after) => {
    const guard = (text: string, first: string, name: string): string => `${first}
export default ${name}(function middleware(request) {
  ${text}
})
`
    const result = await move({
      ...configuration(SHOWS_ROLE),
      'middleware.js': guard(before, "import { withAuth } from 'next-auth/middleware'", 'withAuth'),
    })
    expect(result('middleware.js')).toBe(
      after === KEPT ? KEPT : guard(after, "import { auth } from './lib/auth'", 'auth'),
    )
  })
})

const RULES = `{
  callbacks: { authorized: ({ token }) => token?.plan === 'full' },
  pages: { signIn: '/enter' },
}`

/** A guard with a function, and one that a function calls with its request. */
const WRITTEN: Readonly<Record<string, string>> = {
  'with a function': `export default withAuth((request) => new Response(request.nextauth.token.plan), ${RULES})`,
  'called with a request': `export default async (request) => (await withAuth(request, ${RULES})) ?? new Response('full')`,
}

/** Loads what the codemod writes for a guard that goes on reading the token. */
async function loadGuard(
  written: string,
  more: Files = configuration(''),
): Promise<(request: NextRequest) => Promise<Response | undefined>> {
  const moved = await move({
    ...more,
    'middleware.js': `import { withAuth } from 'next-auth/middleware'\n${written}\n`,
  })
  const project = await makeProject({
    'middleware.js': moved.text('middleware.js'),
    'with-auth.js': moved.text('with-auth.js').replace("'next/server'", "'next/server.js'"),
  })
  cleanUps.push(() => project.remove())
  await symlink(join(ROOT, 'node_modules'), join(project.folder, 'node_modules'))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the guard is, by the texts above
  const { default: guard } = (await import(join(project.folder, 'middleware.js'))) as {
    default: (request: NextRequest) => Promise<Response | undefined>
  }
  return guard
}

describe.each(Object.entries(WRITTEN))(
  'latchstring codemod next-auth, a kept guard %s',
  (_, written) => {
    const secret = 'a secret of more than thirty-two bytes'

    async function visit(path: string, cookie?: string): Promise<Response | undefined> {
      vi.stubEnv('AUTH_SECRET', secret)
      const guard = await loadGuard(written)
      const headers = cookie === undefined ? {} : { cookie }
      return guard(new NextRequest(`https://harbour.example${path}`, { headers }))
    }

    const sealed = async (name: string, plan: string): Promise<string> =>
      `${name}=${await encode({ token: { sub: '1', plan }, secret, salt: name })}`

    it('sends strangers to the sign-in page, and says where they were', async () => {
      const response = await visit('/members?page=2')
      expect(response?.headers.get('location')).toBe(
        'https://harbour.example/enter?callbackUrl=%2Fmembers%3Fpage%3D2',
      )
    })

    it.each(['/enter', '/api/auth/signin', '/_next/data'])(
      'lets every visitor see %s',
      async (path) => {
        expect((await visit(path))?.headers.get('location') ?? undefined).toBeUndefined()
      },
    )

    it('asks the rule, and gives the function the token', async () => {
      const name = '__Host-latchstring.session-token'
      const full = await visit('/members', await sealed(name, 'full'))
      const basic = await visit('/members', await sealed(name, 'basic'))
      expect([await full?.text(), basic?.status]).toEqual(['full', 307])
    })
  },
)

describe('latchstring codemod next-auth, a guard at the edge', () => {
  it('shows members their pages by a configuration that does not load the store, and sends others away', async () => {
    const secret = 'a secret of more than thirty-two bytes'
    vi.stubEnv('NEXTAUTH_SECRET', secret)
    vi.stubEnv('NEXTAUTH_URL', 'https://harbour.example')
    const options = `${SHOWS_ROLE}, pages: { signIn: "/enter" }, adapter: store, session: { strategy: "jwt" }`
    const guard = await loadGuard(
      'export default withAuth({ callbacks: { authorized: ({ token }) => token?.role === "admin" } })',
      {
        'package.json': manifest({ next: '15.3.1' }),
        ...configuration(options, "import { store } from './missing'\n"),
      },
    )
    const visit = async (role: string): Promise<readonly (string | null | undefined)[]> => {
      const name = '__Secure-authjs.session-token'
      const token = await encodeOld({ token: { sub: '1', role }, secret, salt: name })
      const headers = { cookie: `${name}=${token}`, accept: 'text/html' }
      const request = new NextRequest('https://harbour.example/members', { headers })
      const response = await guard(request)
      return ['x-middleware-next', 'location'].map((one) => response?.headers.get(one))
    }
    expect(await visit('admin')).toEqual(['1', null])
    const [next, location] = await visit('member')
    expect(next).toBeNull()
    expect(location).toContain('https://harbour.example/enter?callbackUrl=')
  })
})
