import { describe, expect, it } from 'vitest'
import { inPart } from '@latchstring/test-kit/in-part'
import { LEFT, type Result, configuration, createMove } from '../test/codemod-move.ts'
import type { Files } from '../test/projects.ts'

const move = createMove()

const reader = (statements: string): string => `import { getToken } from 'next-auth/jwt'
export default async function handle(req, res) {
  const token = await getToken({ req })
  ${statements}
}
`

const moved = (statements: string): string => `import { auth } from '../../lib/auth'
export default async function handle(req, res) {
  const token = await auth(req, res)
  ${statements}
}
`

/** Whether a module still reads the token, and takes old ones over. */
const readsToken = (text: string): boolean =>
  text.includes("import { getToken } from '@latchstring/next/jwt'") &&
  text.includes("migrate: { from: 'next-auth', until: '2027-06-30' }")

/** Members that a token may have; where the session shows one, what stands for it is found. */
const PROBES = ['sub', 'role', 'name', 'email', 'picture', 'isBlocked', 'nick']

async function shown(files: Files): Promise<Readonly<Record<string, string>>> {
  const probes = PROBES.map((member): [string, string] => [
    `pages/api/${member}.js`,
    reader(`res.json(token?.${member})`),
  ])
  const result = await move({ ...files, ...Object.fromEntries(probes) })
  return Object.fromEntries(
    PROBES.flatMap((member) => {
      const text = result(`pages/api/${member}.js`)
      const [, path] = /token\?\.(.*)\)/.exec(text) ?? []
      return readsToken(text) || path === undefined ? [] : [[member, path]]
    }),
  )
}

const STANDARD = { name: 'user?.name', email: 'user?.email', picture: 'user?.image' }

/** The options of a configuration, and what the session shows of the token. */
const CALLBACKS: readonly (readonly [options: string, shown: Readonly<Record<string, string>>])[] =
  [
    ['', STANDARD],
    ['callbacks: {}', STANDARD],
    // With sessions in a database there is no token to read.
    ['session: { strategy: "database" }', {}],
    [
      'session: { strategy: "database" }, callbacks: { session({ session, user }) { session.user.role = user.role; return session } }',
      {},
    ],
    [
      'adapter: make(), callbacks: { session({ session, token }) { if (token) session.user.role = token.role; return session } }',
      {},
    ],
    ['adapter: make(), session: { maxAge: 60 }', {}],
    ['session: { strategy: process.env.STRATEGY }', {}],
    ['session: { maxAge: 60 }', STANDARD],
    ['adapter: make(), session: imported', STANDARD],
    ['adapter: make(), session: { strategy: "jwt" }', STANDARD],
    ['adapter: make(), session: { maxAge: 60, ["strategy"]: "jwt" }', {}],
    ['callbacks: { jwt: ({ token }) => token }', STANDARD],
    ['callbacks: { session: ({ session }) => session }', STANDARD],
    [
      'callbacks: { session({ session, token }) { session.user.id = token.sub; return session } }',
      { ...STANDARD, sub: 'user?.id' },
    ],
    [
      'callbacks: { session: async function ({ session, token }) { session.role = token["role"]; return session } }',
      {},
    ],
    [
      'callbacks: { session({ session: s, token: t }) { s.role = t?.role; return s } }',
      { ...STANDARD, role: 'role' },
    ],
    [
      'callbacks: { session({ session, token }) { if (session?.user && token) { session.user.id = token.sub } return session } }',
      { ...STANDARD, sub: 'user?.id' },
    ],
    [
      'callbacks: { session({ session, token }) { session.user = { ...session.user, role: token.role }; return session } }',
      { ...STANDARD, role: 'user?.role' },
    ],
    [
      'callbacks: { session: ({ session, token }) => ({ ...session, nick: token.nick, user: { ...session.user, id: token.sub } }) }',
      { ...STANDARD, sub: 'user?.id', nick: 'nick' },
    ],
    [
      'callbacks: { session({ session, token }) { const found = plans.get(token.email); session.user.plan = found; session.user.id = token.sub; return session } }',
      { ...STANDARD, sub: 'user?.id' },
    ],
    [
      'callbacks: { session({ session, token }) { console.log(session.user.email, !token.isBlocked); session.user.role = token.role; return session } }',
      { ...STANDARD, role: 'user?.role' },
    ],
    // What is shown is the opposite of the member, or something made of it.
    [
      'callbacks: { session({ session, token }) { session.user.isActive = !token.isBlocked; return session } }',
      STANDARD,
    ],
    [
      'callbacks: { session({ session, token }) { session.user.isBlocked = !!token.isBlocked; return session } }',
      STANDARD,
    ],
    [
      'callbacks: { session: ({ session, token }) => ({ ...session, user: { ...session.user, isActive: !token.isBlocked } }) }',
      STANDARD,
    ],
    [
      'callbacks: { session({ session, token }) { session.user.role = token.role ?? "guest"; return session } }',
      STANDARD,
    ],
    [
      'callbacks: { session({ session, token }) { session.user.role = token.role || token.nick; return session } }',
      STANDARD,
    ],
    [
      'callbacks: { session({ session, token }) { session.user.role = token.isBlocked ? token.nick : token.role; return session } }',
      STANDARD,
    ],
    [
      'callbacks: { session({ session, token }) { session.user.role = `${token.role}`; return session } }',
      STANDARD,
    ],
    [
      'callbacks: { session({ session, token }) { session.user.isAdmin = token.role !== "admin"; return session } }',
      STANDARD,
    ],
    [
      'callbacks: { session({ session, token }) { session.user.role = token.role.name; return session } }',
      STANDARD,
    ],
    [
      'callbacks: { session({ session, token }) { session.user.role = token[key]; return session } }',
      {},
    ],
    // What is shown only sometimes, or is replaced.
    [
      'callbacks: { session({ session, token }) { if (token.isBlocked) session.user.role = token.role; return session } }',
      STANDARD,
    ],
    [
      'callbacks: { session({ session, token }) { if (token.isBlocked) return session; session.user.role = token.role; return session } }',
      {},
    ],
    [
      'callbacks: { session({ session, token }) { if (session.user) {} else { session.user.role = token.role } return session } }',
      STANDARD,
    ],
    [
      'callbacks: { session({ session, token }) { token.isBlocked || (session.user.role = token.role); return session } }',
      {},
    ],
    [
      'callbacks: { session({ session, token }) { session.user.role ??= token.role; return session } }',
      STANDARD,
    ],
    [
      'callbacks: { session({ session, token }) { session.user.role += token.role; return session } }',
      STANDARD,
    ],
    [
      'callbacks: { session({ session, token }) { session.user.role = token.role; session.user.role = "none"; return session } }',
      STANDARD,
    ],
    [
      'callbacks: { session({ session, token }) { session.user.role = "none"; session.user.role = token.role; return session } }',
      { ...STANDARD, role: 'user?.role' },
    ],
    [
      'callbacks: { session({ session, token }) { session.user.a.b = token.role; return session } }',
      STANDARD,
    ],
    [
      'callbacks: { session({ session, token }) { try { session.user.role = token.role } catch {} return session } }',
      {},
    ],
    ['callbacks: { session({ session, token }) { session.user.role = token.role } }', {}],
    [
      'callbacks: { session: ({ session, token }) => ({ user: { role: token.role }, expires: session.expires }) }',
      { role: 'user?.role' },
    ],
    [
      'callbacks: { session: ({ session, token }) => ({ ...session, user: { role: token.role, ...session.user } }) }',
      {},
    ],
    ['callbacks: { session: ({ session, token }) => ({ ...session, user: token }) }', {}],
    [
      'callbacks: { session: ({ session, token }) => ({ ...session, user: { ...session.user, ...token } }) }',
      {},
    ],
    // What every session has is another thing here.
    [
      'callbacks: { session({ session, token }) { session.user.name = token.nick; return session } }',
      { email: 'user?.email', picture: 'user?.image', nick: 'user?.name' },
    ],
    [
      'callbacks: { session({ session, token }) { session.user.email = null; session.user.image = !token.picture; return session } }',
      { name: 'user?.name' },
    ],
    [
      'callbacks: { session({ session, token }) { session.label = token.name; return session } }',
      STANDARD,
    ],
    [
      'callbacks: { session({ session, token }) { delete session.user.email; return session } }',
      {},
    ],
    [
      'callbacks: { session({ session, token }) { Object.assign(session.user, token); session.user.role = token.role; return session } }',
      {},
    ],
    [
      'callbacks: { session({ session, token }) { token.role = "none"; session.user.role = token.role; return session } }',
      {},
    ],
    [
      'callbacks: { session({ session, token }) { const user = session.user; user.name = "x"; session.user.role = token.role; return session } }',
      {},
    ],
    [
      'callbacks: { session({ session, token }) { fill(session); session.user.role = token.role; return session } }',
      {},
    ],
    [
      'callbacks: { session({ session, token }) { for (session.user.name of names(token.role)); return session } }',
      {},
    ],
    ['callbacks: { session: ({ session, token }) => other({ user: { role: token.role } }) }', {}],
    [
      'callbacks: { session({ session, token }) { log({ user: { role: token.nick } }); return session } }',
      STANDARD,
    ],
    [
      'callbacks: { session(given) { given.session.user.role = given.token.role; return given.session } }',
      {},
    ],
    [
      'callbacks: { session({ session, token = {} }) { session.user.role = token.role; return session } }',
      {},
    ],
    [
      'callbacks: { session({ session, ...rest }) { session.user.role = rest.token.role; return session } }',
      {},
    ],
    ['callbacks: { session: makeSession() }', {}],
    ['callbacks: { session: imported }', {}],
    ['callbacks: { ["session"]: ({ session, token }) => ({ ...session, role: token.role }) }', {}],
    ['callbacks: { session: ({ session }) => session, ...others }', {}],
    ['callbacks: imported', {}],
    ['callbacks: {}, ...others', {}],
    [
      'callbacks: { session({ session, token }) { session.user["my-role"] = token.role; return session } }',
      {},
    ],
    // What was written is lost with the object that it was written to.
    [
      'callbacks: { session({ session, token }) { session.user.role = token.role; session.user = { name: token.name }; return session } }',
      { name: 'user?.name' },
    ],
    [
      'callbacks: { session({ session, token }) { session.user.role = token.role; if (token.nick) session.user = { name: token.name }; return session } }',
      {},
    ],
    [
      'callbacks: { session({ session, token }) { session.user.role = token.role; return { ...session, user: { email: token.email } } } }',
      { email: 'user?.email' },
    ],
    [
      'callbacks: { session({ session, token }) { session.role = token.role; session.user.id = token.sub; return { user: session.user, expires: session.expires } } }',
      { ...STANDARD, sub: 'user?.id' },
    ],
    [
      'callbacks: { session({ session, token }) { session.role = token.role; session.user.id = token.sub; return { expires: session.expires } } }',
      {},
    ],
    // The token has something else than the session, or the session something else than was written.
    [
      'callbacks: { session({ session, token }) { session.user.role = token.role; token.role.push("x"); return session } }',
      STANDARD,
    ],
    [
      'callbacks: { session({ session, token }) { const role = token.role; role.push("x"); session.user.role = token.role; return session } }',
      STANDARD,
    ],
    [
      'callbacks: { session({ session, token }) { fill({ role: token.role }); session.user.role = token.role; console.log(token.nick); session.nick = token.nick; return session } }',
      { ...STANDARD, nick: 'nick' },
    ],
    ['callbacks: { session({ session }) { if (empty(session)) return; return session } }', {}],
    ['callbacks: { session({ session }) { if (empty(session)) {} return session } }', {}],
    [
      'callbacks: { session: ({ session, token }) => ({ ...session, expires: token.role, __proto__: token.nick }) }',
      STANDARD,
    ],
    [
      'callbacks: { session: function* ({ session, token }) { session.role = token.role; return session } }',
      {},
    ],
  ]

describe('latchstring codemod next-auth, where `getToken` reads what the callback `session` shows', () => {
  it.each(inPart(CALLBACKS, (_, index) => index % 4 === 0))(
    'of { %s }',
    async (options, expected) => {
      expect(await shown(configuration(options))).toEqual(expected)
    },
  )

  it('of a callback that the module declares', async () => {
    const declared = `async function session({ session, token }) {
  session.user.role = token.role
  return session
}
const callbacks = { session }
`
    const files = configuration('callbacks', declared)
    expect(await shown(files)).toEqual({ ...STANDARD, role: 'user?.role' })
  })

  it.each([
    [
      'of a callback',
      'let session = ({ session }) => session\nsession = other\n',
      '{ session }',
      '',
    ],
    [
      'of callbacks',
      'const callbacks = {}\nObject.assign(callbacks, { session })\n',
      'callbacks',
      '',
    ],
    ['of a configuration', '', '{}', 'authOptions.callbacks.session = other\n'],
  ])(
    'and nothing %s that is changed after its declaration',
    async (_, before, callbacks, after) => {
      const text = `${before}export const authOptions = { providers: [], callbacks: ${callbacks} }\n${after}`
      expect(await shown({ ...configuration(''), 'lib/auth.js': text })).toEqual({})
    },
  )

  it('and not what those of other objects and of tests show', async () => {
    const other = `export const options = { providers: [], callbacks: {
  session({ session, token }) { session.user.role = token.role; session.user.name = token.nick; return session },
} }
`
    const files = { ...configuration(''), 'test/fixtures/next-auth.js': `// next-auth\n${other}` }
    expect(await shown(files)).toEqual(STANDARD)
  })
})

/** What is done with a token that `getToken` gave, and the same of a session. */
const USES: readonly (readonly [before: string, after: Result])[] = [
  ['if (!token) return', 'if (!token) return'],
  ['if (token) res.json(token.role)', 'if (token) res.json(token.user?.role)'],
  ['res.json(!!token, Boolean(token), !token)', 'res.json(!!token, Boolean(token), !token)'],
  [
    'res.json(token === null, token != null, null !== token, token == undefined)',
    'res.json(token === null, token != null, null !== token, token == undefined)',
  ],
  ['res.json(token ? 1 : 2)', 'res.json(token ? 1 : 2)'],
  ['res.json(token && token.role)', 'res.json(token && token.user?.role)'],
  ['if (ready || token) return', 'if (ready || token) return'],
  ['if (!(ready ?? token)) return', 'if (!(ready ?? token)) return'],
  [
    'res.json(token?.role !== "admin", !token?.role, !!token?.role)',
    'res.json(token?.user?.role !== "admin", !token?.user?.role, !!token?.user?.role)',
  ],
  ['res.json(token?.role ?? token?.sub)', 'res.json(token?.user?.role ?? token?.user?.id)'],
  [
    'res.json(`${token.role}`, token.role ? token.sub : 0)',
    'res.json(`${token.user?.role}`, token.user?.role ? token.user?.id : 0)',
  ],
  [
    'res.json({ role: token.role, ["x"]: token.sub })',
    'res.json({ role: token.user?.role, ["x"]: token.user?.id })',
  ],
  [
    'res.json(token.role.includes("a"), table[token.role])',
    'res.json(token.user?.role.includes("a"), table[token.user?.role])',
  ],
  ['const { length } = token.role', 'const { length } = token.user?.role'],
  ['token\n    ?.role', 'token?.user?.role'],
  // The token itself goes somewhere.
  ['res.json(token)', LEFT],
  ['res.json({ token })', LEFT],
  ['res.json({ ...token })', LEFT],
  ['return token', LEFT],
  ['const other = token', LEFT],
  ['const { role } = token', LEFT],
  ['const { role } = token ?? {}', LEFT],
  ['let role; ({ role } = token)', LEFT],
  ['const other = token || {}', LEFT],
  ['const other = token ?? {}; res.json(other.role)', LEFT],
  ['const other = ready && token; res.json(other.role)', LEFT],
  ['const other = ready ? token : null', LEFT],
  ['res.json((token ?? other).role)', LEFT],
  ['if (ready) token', LEFT],
  ['res.json(`${token}`)', LEFT],
  ['for (const name in token) res.json(name)', LEFT],
  // Asked for more than whether there is one.
  ['res.json("role" in token)', LEFT],
  ['res.json(token instanceof Object)', LEFT],
  ['res.json(typeof token)', LEFT],
  ['res.json(token === undefined)', LEFT],
  ['res.json(token === other)', LEFT],
  ['res.json(Boolean(other, token))', LEFT],
  ['res.json(check(token))', LEFT],
  // Members in another form.
  ['res.json(token[role])', LEFT],
  ['res.json(token["role"])', LEFT],
  ['res.json(token?.["role"])', LEFT],
  ['res.json((token).role)', LEFT],
  ['res.json(token /* ours */ .role)', LEFT],
  ['res.json(token.plan)', LEFT],
  ['res.json(token.role, token.plan)', LEFT],
  // Members that are written or called.
  ['token.role = "none"', LEFT],
  ['token.role ??= "none"', LEFT],
  ['token.role++', LEFT],
  ['delete token.role', LEFT],
  ['[token.role] = [1]', LEFT],
  [';({ a: token.role } = res)', LEFT],
  [';({ a: token.role = 1 } = res)', LEFT],
  ['for (token.role of roles) res.json(1)', LEFT],
  ['token.role()', LEFT],
  ['new token.role()', LEFT],
  ['token.role`x`', LEFT],
  // Other variables of that name.
  ['roles.map((token) => token.role)', LEFT],
  ['{ const token = roles; res.json(token.role) }', LEFT],
  ['try {} catch (token) { res.json(token.role) }', LEFT],
]

describe('latchstring codemod next-auth with the token of `getToken`', () => {
  it('turns it into a session, or still reads the token', async () => {
    const callback =
      'session({ session, token }) { session.user.id = token.sub; session.user.role = token.role; return session }'
    const files = USES.map(([before], index): [string, string] => [
      `pages/api/${index}.js`,
      reader(before),
    ])
    const result = await move({
      ...configuration(`callbacks: { ${callback} }`),
      ...Object.fromEntries(files),
    })
    const found = USES.map(([before], index) => {
      const text = result(`pages/api/${index}.js`)
      return [before, readsToken(text) ? LEFT : text]
    })
    expect(found).toEqual(
      USES.map(([before, after]) => [before, after === LEFT ? LEFT : moved(after)]),
    )
  })

  it.each([
    ['with a type', 'ts', 'const token: JWT | null = await getToken({ req })'],
    ['that may be a token', 'ts', 'const token = (await getToken({ req })) as JWT'],
    ['exported', 'ts', 'const { role } = await getToken({ req })'],
    ['with a type argument', 'ts', 'const token = await getToken<true>({ req })'],
    ['of a computed option', 'js', 'const token = await getToken({ [req]: req })'],
    ['assigned later', 'js', 'let token; token = await getToken({ req })'],
    ['with a default', 'js', 'const token = (await getToken({ req })) ?? {}'],
    ['in the head of a loop', 'js', 'for (const token = await getToken({ req }); token; );'],
    ['not awaited', 'js', 'const token = getToken({ req })'],
    ['given on', 'js', 'res.json(await getToken({ req }))'],
  ])('reads a token %s as before', async (_, end, statement) => {
    const path = `pages/api/one.${end}`
    const text = `import { getToken } from 'next-auth/jwt'
export default async function handle(req, res) {
  ${statement}
}
`
    const result = await move({ ...configuration(''), [path]: text })
    // Options that are computed are given on as they are.
    expect(readsToken(result(path))).toBe(true)
  })

  it('is looked at in its own block, and in its function with `var`', async () => {
    const text = (read: string, call: string, name: string): string => `${read}
export async function GET(req, res) {
  if (req.x) {
    const token = await ${call}
    return token?.${name}
  }
  return token.plan
}
`
    const variable = reader('return token.plan').replace('const', 'var')
    const result = await move({
      ...configuration(''),
      'pages/api/block.js': text(
        "import { getToken } from 'next-auth/jwt'",
        'getToken({ req })',
        'name',
      ),
      'pages/api/var.js': variable,
    })
    expect(result('pages/api/block.js')).toBe(
      text("import { auth } from '../../lib/auth'", 'auth(req, res)', 'user?.name'),
    )
    expect(readsToken(result('pages/api/var.js'))).toBe(true)
  })
})
