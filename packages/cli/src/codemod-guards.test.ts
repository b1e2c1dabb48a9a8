import { describe, expect, it } from 'vitest'
import { LEFT, type Result, configuration, createMove } from '../test/codemod-move.ts'

const move = createMove()

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
  ['{ callbacks: { authorized: ({ token }) => token !== undefined } }', LEFT],
  ['{ callbacks: { authorized: ({ token }) => !token?.isBlocked } }', LEFT],
  [
    '{ callbacks: { authorized: ({ req: token }) => !!token } }',
    'authorized: ({ auth, request: token }) => !!token',
  ],
  ['{ callbacks: { authorized: ({ token = null }) => token?.role === "admin" } }', LEFT],
  ['{ callbacks: { authorized: ({ token: { role } }) => role === "admin" } }', LEFT],
  ['{ callbacks: { authorized: ({ token, req: { url } }) => token?.role === url } }', LEFT],
  ['{ callbacks: { authorized: ({ token }) => [token].some((token) => token.role) } }', LEFT],
  [
    '{ callbacks: { authorized: ({ token }) => { const { role } = token ?? {}; return role === "admin" } } }',
    LEFT,
  ],
  ['{ callbacks: { authorized: (given) => given.token?.role === "admin" } }', LEFT],
  ['{ callbacks: { authorized: isAdmin } }', LEFT],
  ['{ callbacks: { ["authorized"]: ({ token }) => token?.role === "admin" } }', LEFT],
  ['{ callbacks: { ...callbacks } }', LEFT],
  ['{ callbacks }', LEFT],
  ['{ callbacks: make() }', LEFT],
  ['{ ...options }', LEFT],
  ['{ ["callbacks"]: {} }', LEFT],
  ['{ pages: { signIn: page } }', LEFT],
  ['{ pages }', LEFT],
  // The last of two counts.
  [
    '{ callbacks: { authorized: () => true, authorized: ({ token }) => token?.role === "admin" } }',
    LEFT,
  ],
  [
    '{ callbacks: { authorized: () => true }, callbacks: { authorized: ({ token }) => token?.role === "admin" } }',
    LEFT,
  ],
  // What is neither `true` nor `false` is nothing here, and in version 4 whether there is a token.
  [
    '{ callbacks: { authorized({ token, req }) { if (req.nextUrl.pathname === "/admin") return token?.role === "admin" } } }',
    LEFT,
  ],
  ['{ callbacks: { authorized: ({ token }) => token?.role } }', LEFT],
  ['{ callbacks: { authorized: ({ token }) => token?.role && token.role !== "guest" } }', LEFT],
  ['{ callbacks: { authorized: ({ token }) => token?.role?.includes("admin") } }', LEFT],
  ['{ callbacks: { authorized: ({ token }) => token?.role ?? false } }', LEFT],
  ['{ callbacks: { authorized: ({ token }) => (token?.role ? "yes" : false) } }', LEFT],
  ['{ callbacks: { authorized: ({ token }) => { let is = !!token; return is } } }', LEFT],
  ['{ callbacks: { authorized: function* ({ token }) { return !!token } } }', LEFT],
  [
    '{ callbacks: { authorized({ token }) { for (;;) { if (token) break; return false } } } }',
    LEFT,
  ],
  [
    '{ callbacks: { authorized({ token }) { switch (token?.role) { case "admin": return true } } } }',
    LEFT,
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
  ['{ callbacks: { authorized: ({ req }) => !req.nextauth?.token } }', LEFT],
  // What a user does not have is `null` in a session, and in a token it may be left out.
  ['{ callbacks: { authorized: ({ token }) => token?.email !== undefined } }', LEFT],
  ['{ callbacks: { authorized: ({ token }) => null !== token?.name } }', LEFT],
  ['{ callbacks: { authorized: ({ token }) => typeof token?.picture !== "undefined" } }', LEFT],
  [
    '{ callbacks: { authorized: ({ token }) => token?.email != null && token.role !== undefined } }',
    'authorized: ({ auth }) => auth?.user?.email != null && auth.user?.role !== undefined',
  ],
]

describe('latchstring codemod next-auth, a guard that is given', () => {
  it.each(GUARDS)('%s', async (options, expected) => {
    const guard = `import { withAuth } from 'next-auth/middleware'
export default withAuth(${options})
`
    const result = await move({ ...configuration(SHOWS_ROLE), 'middleware.js': guard })
    const text = result('middleware.js')
    const config = result('lib/auth.js')
    if (expected === LEFT) {
      expect(text).toBe(LEFT)
      expect(config).not.toContain('authorized')
    } else {
      expect(text).toBe("import { auth } from './lib/auth'\nexport default auth\n")
      expect(config).toContain(`{ ${expected}, session({`)
    }
  })
})

describe('latchstring codemod next-auth, a guard', () => {
  it('that accepts every visitor is left beside one that does not', async () => {
    const guard = (rest: string): string =>
      `import { withAuth } from 'next-auth/middleware'\nexport default withAuth(${rest})\n`
    const result = await move({
      ...configuration(SHOWS_ROLE),
      'middleware.js': guard(
        '{ callbacks: { authorized: ({ token }) => token?.role === "admin" } }',
      ),
      'src/middleware.js': guard('() => {}, { callbacks: { authorized: () => true } }'),
    })
    expect([result('middleware.js'), result('src/middleware.js')]).toEqual([LEFT, LEFT])
    expect(result('lib/auth.js')).not.toContain('authorized')
  })

  it.each([
    ['session: { strategy: "database" }', LEFT],
    ['adapter: make()', LEFT],
    ['adapter: make(), session: { strategy: "jwt" }', 'moved'],
  ])('that reads the token is, beside the options %s, %s', async (options, expected) => {
    const guard = `import { withAuth } from 'next-auth/middleware'
export default withAuth({ callbacks: { authorized: ({ token }) => token?.role === "admin" } })
`
    const result = await move({
      ...configuration(`${options}, ${SHOWS_ROLE}`),
      'middleware.js': guard,
    })
    const isLeft = result('middleware.js') === LEFT
    expect(isLeft).toBe(expected === LEFT)
    expect(result('lib/auth.js').includes('authorized')).toBe(!isLeft)
  })

  it('whose options are changed after their declaration is left', async () => {
    const guard = `import { withAuth } from 'next-auth/middleware'
const options = { callbacks: { authorized: ({ token }) => !!token } }
options.callbacks.authorized = ({ token }) => token?.role === 'admin'
export default withAuth(options)
`
    const result = await move({ ...configuration(SHOWS_ROLE), 'middleware.js': guard })
    expect(result('middleware.js')).toBe(LEFT)
    expect(result('lib/auth.js')).not.toContain('authorized')
  })

  it.each([
    ['(request) => request.nextauth?.token?.isBlocked', LEFT],
    ['({ nextauth }) => nextauth?.token?.isBlocked', LEFT],
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
    if (expected === LEFT) expect(text).toBe(LEFT)
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
  ['const { token } = request.nextauth; log(token?.role)', LEFT],
  ['const token = request.nextauth.token ?? {}; log(token.role)', LEFT],
  ['const { role } = request.nextauth.token; log(role)', LEFT],
  ['const token = request["nextauth"].token; log(token)', LEFT],
  ['log(request.nextauth["token"]?.role)', LEFT],
  ['log(request.nextauth)', LEFT],
  ['log(request.nextauth.token)', LEFT],
  ['request.nextauth.token.role = 1', LEFT],
  ['request.nextauth.token = null', LEFT],
  ['log(request.nextauth.token?.isBlocked)', LEFT],
  ['log([1].map(() => { const token = request.nextauth.token; return token.plan }))', LEFT],
  ['const { nextauth } = request; log(nextauth?.token?.role)', LEFT],
  ['const { nextauth: { token } } = request; log(token?.role)', LEFT],
  ['const name = "nextauth"; log(request[name]?.token?.role)', LEFT],
  ['log(request[`nextauth`]?.token?.role)', LEFT],
  ['log(Reflect.get(request, "nextauth"))', LEFT],
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
      after === LEFT ? LEFT : guard(after, "import { auth } from './lib/auth'", 'auth'),
    )
  })
})
