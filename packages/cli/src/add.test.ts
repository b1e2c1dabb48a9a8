import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { describe, expect, it } from 'vitest'
import { type Files, type ProjectFolder, makeProject, manifest } from '../test/projects.ts'
import { type Ran, containing, run } from '../test/run.ts'

const cleanUps = cleanUpAfterEach()

async function make(files: Files): Promise<ProjectFolder> {
  const project = await makeProject(files)
  cleanUps.push(() => project.remove())
  return project
}

const add = (project: ProjectFolder, ...argv: readonly string[]): Promise<Ran> =>
  run(['add', ...argv], { folder: project.folder })

const CONFIG = `import Latchstring from '@latchstring/next'
import GitHub from '@latchstring/next/providers/github'

// What the pages use.
export const { handlers, auth, signIn, signOut } = Latchstring({ providers: [GitHub] })
`

const NEXT = {
  'package.json': manifest({ next: '16.0.0' }),
  'tsconfig.json': '{}',
  'app/page.tsx': '',
  '.gitignore': '.env*\n',
}

describe('latchstring add', () => {
  it.each([
    'const make = () => make\nexport const auth = createAuth(make)\n',
    'const providers = providers\nexport const auth = createAuth({ providers })\n',
  ])('prints what to write where a configuration names itself: %j', async (text) => {
    const config = `import { createAuth } from '@latchstring/core'\n${text}`
    const files = { 'package.json': manifest({ express: '5' }), 'auth.js': config }
    const project = await make(files)
    const { code, err } = await add(project, 'google')
    expect({ code, err }).toEqual({ code: 1, err: containing('auth.js is not understood') })
    expect(await project.all()).toEqual(files)
  })

  it('adds a provider once that is named twice, also in capitals', async () => {
    const project = await make({ ...NEXT, 'auth.ts': CONFIG })
    const { code, out } = await add(project, 'google', 'Google', '--json')
    expect(code).toBe(0)
    expect(out.match(/"id": "google"/g)).toHaveLength(1)
    expect(await project.read('auth.ts')).toContain('providers: [GitHub, Google] })')
  })

  it.each([
    { id: 'next', found: 'next', config: 'auth.js', env: '.env.local', path: '/api/auth' },
    { id: 'express', found: 'express', config: 'auth.mjs', env: '.env', path: '/auth' },
    { id: 'sveltekit', found: '@sveltejs/kit', config: 'src/auth.js', env: '.env', path: '/auth' },
    { id: 'nuxt', found: 'nuxt', config: 'server/latchstring.js', env: '.env', path: '/auth' },
    { id: 'astro', found: 'astro', config: 'src/auth.js', env: '.env', path: '/auth' },
    {
      id: 'react-router',
      found: '@react-router/dev',
      config: 'app/auth.server.js',
      env: '.env',
      path: '/auth',
    },
    {
      id: 'qwik',
      found: '@builder.io/qwik-city',
      config: 'src/auth.js',
      env: '.env',
      path: '/auth',
    },
    {
      id: 'tanstack-start',
      found: '@tanstack/react-start',
      config: 'src/auth.server.js',
      env: '.env',
      path: '/auth',
    },
  ])('adds to what latchstring init wrote for $id, and once only', async (row) => {
    const project = await make({ 'package.json': manifest({ [row.found]: '3.0.0' }) })
    await run(['init'], { folder: project.folder })
    const { code, out, err } = await add(project, 'google')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(await project.read(row.config)).toMatch(/^import Google from .*\/providers\/google'$/m)
    expect(await project.read(row.config)).toContain('[GitHub, Google]')
    expect(await project.read(row.env)).toContain('AUTH_GOOGLE_ID=\nAUTH_GOOGLE_SECRET=\n')
    expect(out).toContain(`${row.path}/callback/google`)
    const before = await project.all()
    expect(await add(project, 'google')).toMatchObject({ code: 0, out: containing('already') })
    expect(await project.all()).toEqual(before)
  })

  it('prints the exact callback URLs and the address to register at', async () => {
    const project = await make({ ...NEXT, 'auth.ts': CONFIG })
    const { out } = await add(project, 'google')
    for (const text of [
      'development  http://localhost:3000/api/auth/callback/google\n',
      'preview      https://<your preview>/api/auth/callback/google\n',
      'production   https://<your app>/api/auth/callback/google\n',
      'https://console.cloud.google.com/auth/clients',
      'Fill in .env.local: AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET',
    ]) {
      expect(out).toContain(text)
    }
  })

  it('knows the addresses of AUTH_URL and the base path of the configuration', async () => {
    const project = await make({
      ...NEXT,
      'auth.ts': CONFIG.replace('{ providers', "{ basePath: '/login', providers"),
      '.env.local': 'AUTH_URL=http://localhost:4000\n',
      '.env.production': 'AUTH_URL=https://app.example.com\n',
    })
    const { out } = await add(project, 'google', '--json')
    expect(JSON.parse(out)).toMatchObject({
      framework: 'next',
      added: ['google'],
      changed: ['auth.ts', '.env.local'],
      providers: [
        {
          id: 'google',
          variables: ['AUTH_GOOGLE_ID', 'AUTH_GOOGLE_SECRET'],
          callbackUrls: {
            development: 'http://localhost:4000/login/callback/google',
            production: 'https://app.example.com/login/callback/google',
          },
        },
      ],
    })
  })

  it('says what a service that refuses localhost takes', async () => {
    const project = await make({ ...NEXT, 'auth.ts': CONFIG })
    expect((await add(project, 'apple')).out).toContain(
      'https://<your tunnel>/api/auth/callback/apple',
    )
  })

  it('adds several at once', async () => {
    const project = await make({ ...NEXT, 'auth.ts': CONFIG })
    expect((await add(project, 'google', 'github', 'discord')).code).toBe(0)
    expect(await project.read('auth.ts')).toContain('[GitHub, Google, Discord]')
  })

  it('shows the change with --dry-run and makes none', async () => {
    const files = { ...NEXT, 'auth.ts': CONFIG, '.env.local': 'AUTH_SECRET=of-the-owner\n' }
    const project = await make(files)
    const { out } = await add(project, 'google', '--dry-run')
    expect(out).toContain("+ import Google from '@latchstring/next/providers/google'\n")
    expect(out).toContain('+ AUTH_GOOGLE_ID=\n')
    expect(out).not.toContain('of-the-owner')
    expect(await project.all()).toEqual(files)
  })

  it('keeps line ends of Windows in every file', async () => {
    const project = await make({
      ...NEXT,
      'auth.ts': CONFIG.replaceAll('\n', '\r\n'),
      '.env.local': 'AUTH_GOOGLE_ID=1\r\n',
    })
    await add(project, 'google')
    for (const path of ['auth.ts', '.env.local']) {
      expect(await project.read(path)).not.toMatch(/(?<!\r)\n/)
    }
    expect(await project.read('.env.local')).toBe('AUTH_GOOGLE_ID=1\r\nAUTH_GOOGLE_SECRET=\r\n')
  })

  it.each([
    {
      of: 'a list from elsewhere',
      config: CONFIG.replace('[GitHub]', 'list()'),
      id: 'google',
      says: "import Google from '@latchstring/next/providers/google'",
    },
    { of: 'broken code', config: `${CONFIG}}`, id: 'google', says: 'not understood' },
    {
      of: 'a provider with options in the code',
      config: CONFIG,
      id: 'resend',
      says: 'Resend({ from:',
    },
  ])('leaves everything alone for $of and says what to write', async ({ config, id, says }) => {
    const files = { ...NEXT, 'auth.ts': config }
    const project = await make(files)
    expect(await add(project, id)).toMatchObject({ code: 1, out: '', err: containing(says) })
    expect(await project.all()).toEqual(files)
  })

  it.each([
    { argv: [], code: 2, says: 'Name a provider' },
    { argv: ['gogle'], code: 2, says: 'Did you mean google?' },
    { argv: ['google', '--fiel', 'a'], code: 2, says: 'Did you mean --file?' },
    { argv: ['google', '--file', 'none.ts'], code: 2, says: 'there is no none.ts' },
    { argv: ['google'], code: 1, says: 'latchstring init' },
  ])('refuses $argv where there is no configuration', async ({ argv, code, says }) => {
    const project = await make(NEXT)
    expect(await add(project, ...argv)).toMatchObject({ code, out: '', err: containing(says) })
    expect(await project.all()).toEqual(NEXT)
  })

  it('changes the file that --file names', async () => {
    const project = await make({ ...NEXT, 'config/sign-in.ts': CONFIG })
    expect((await add(project, 'google', '--file', 'config/sign-in.ts')).code).toBe(0)
    expect(await project.read('config/sign-in.ts')).toContain('[GitHub, Google]')
  })

  it('explains itself', async () => {
    expect(await run(['add', '--help'])).toMatchObject({ code: 0, out: containing('PROVIDER') })
  })
})

describe('latchstring add, of features', () => {
  it('adds an import, an exported constant and an entry of features, once', async () => {
    const project = await make({ ...NEXT, 'auth.ts': CONFIG })
    const { code, out, err } = await add(project, 'passwords')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(await project.read('auth.ts')).toBe(`import Latchstring from '@latchstring/next'
import GitHub from '@latchstring/next/providers/github'
import { passwords } from '@latchstring/passwords'

export const pw = passwords()

// What the pages use.
export const { handlers, auth, signIn, signOut } = Latchstring({ features: [pw], providers: [GitHub] })
`)
    for (const text of [
      'Install: npm install @latchstring/passwords',
      'records: [...recordTables, hashes]',
      'migrate --apply --session-control --records all,passwords',
      'add nodemailer',
      '/api/auth/passwords/sign-up',
      'docs/passwords.md',
    ]) {
      expect(out).toContain(text)
    }
    const before = await project.all()
    expect(await add(project, 'passwords')).toMatchObject({ code: 0, out: containing('already') })
    expect(await project.all()).toEqual(before)
  })

  it.each(['next', 'express', 'hono', 'fastify', '@sveltejs/kit'])(
    'adds all to what latchstring init wrote for %s, and once only',
    async (name) => {
      const project = await make({ 'package.json': manifest({ [name]: '16.0.0' }) })
      await run(['init'], { folder: project.folder })
      const { code, err } = await add(project, 'passwords', 'factors', 'leaving')
      expect({ code, err }).toEqual({ code: 0, err: '' })
      const files = await project.all()
      const config = Object.entries(files).find(([path]) => /auth\.m?js$/.test(path))?.[1]
      expect(config).toContain('features: [pw, secondFactors, leave],')
      expect(config).toContain('export const leave = leaving()\n')
      const again = await add(project, 'leaving', 'factors', 'passwords', '--json')
      expect(JSON.parse(again.out)).toMatchObject({ added: [], created: [], changed: [] })
      expect(await project.all()).toEqual(files)
    },
  )

  const ALL = 'migrate --apply --session-control --records all,passwords'

  it.each([
    {
      of: 'no adapter',
      options: '',
      env: '',
      says: [
        'Install: npm install @latchstring/passwords @latchstring/core @latchstring/adapter-sql @libsql/client',
        "adapter: openSqlAdapter('file:./data.db', { sessionControl: true, records: [...recordTables, hashes] }),",
        `npx @latchstring/cli ${ALL} --url file:./data.db\n`,
      ],
    },
    {
      of: 'no adapter, and a database in the environment',
      options: '',
      env: 'DATABASE_URL=postgres://localhost/app\n',
      says: ['@latchstring/adapter-sql pg\n', "process.env['DATABASE_URL'] ?? ''", `${ALL}\n`],
    },
    {
      of: 'the database of DATABASE_URL',
      options: "adapter: openSqlAdapter(process.env.DATABASE_URL ?? ''), ",
      env: '',
      says: ['where the adapter is made', `${ALL}\n`],
    },
    {
      of: 'a file, and other features',
      options:
        "adapter: openSqlAdapter('file:./my.db', { records: [...recordTables, totp, enrolments, backupCodes, tries] }), ",
      env: '',
      says: [
        'records: [...recordTables, totp, enrolments, backupCodes, tries, hashes]',
        'migrate --apply --session-control --records all,factors,passwords --url file:./my.db\n',
      ],
    },
    {
      of: 'its tables already',
      options:
        "adapter: openSqlAdapter(process.env.DATABASE_URL ?? '', { sessionControl: true, records: [...recordTables, hashes] }), ",
      env: '',
      says: ['where they are not made yet', `${ALL}\n`],
    },
    {
      of: 'an address with a password in the source',
      options: "adapter: openSqlAdapter('postgres://u:pw-9f2c7a1b@h/d', { records: true }), ",
      env: '',
      says: [`${ALL} --url …\n`],
    },
    {
      of: 'Prisma',
      options: 'adapter: PrismaAdapter(prisma), ',
      env: '',
      says: ['schema --dialect postgres --format prisma --session-control --records all,passwords'],
    },
  ])('prints the whole command for the tables with $of', async ({ options, env, says }) => {
    const imports = `import { openSqlAdapter } from '@latchstring/adapter-sql'
import { recordTables } from '@latchstring/core/adapters'
import { PrismaAdapter } from '@latchstring/adapter-prisma'
import { backupCodes, enrolments, totp, tries } from '@latchstring/factors'
import { hashes } from '@latchstring/passwords'
`
    const config = `${imports}${CONFIG.replace('{ providers', `{ ${options}providers`)}`
    const project = await make({ ...NEXT, 'auth.ts': config, '.env.local': env })
    const { out, err } = await add(project, 'passwords')
    expect(err).toBe('')
    for (const text of says) expect(out).toContain(text)
    expect(out).not.toContain('pw-9f2c7a1b')
    expect(out.includes("strategy: 'database'")).toBe(options === '')
  })

  it('prints nothing that is there already', async () => {
    const config = CONFIG.replace(
      '{ providers',
      "{ adapter: RedisAdapter(client), session: { strategy: 'jwt', revocation: true }, account: { page: true }, providers",
    )
    const project = await make({
      ...NEXT,
      'package.json': manifest({
        next: '16.0.0',
        '@latchstring/core': '0.0.0',
        '@latchstring/leaving': '0.0.0',
      }),
      'auth.ts': `import { RedisAdapter } from '@latchstring/adapter-redis'\n${config}`,
    })
    const { out } = await add(project, 'leaving', '--json')
    expect(JSON.parse(out)).toMatchObject({ added: ['leaving'], next: [] })
  })

  it('adds to options into which an object without features is spread', async () => {
    const config = CONFIG.replace('{ providers', '{ ...shared, providers')
    const project = await make({ ...NEXT, 'auth.ts': `const shared = { debug: true }\n${config}` })
    expect(await add(project, 'passwords')).toMatchObject({ code: 0 })
    expect(await project.read('auth.ts')).toContain('{ ...shared, features: [pw], providers')
  })

  it('adds to a list of features, one to a line, and with semicolons', async () => {
    const config = `import { createAuth } from "@latchstring/core";
import { notes } from "./notes.ts";

const features = [
  notes(),
];

export const auth = createAuth({
  providers: [],
  features,
});
`
    const project = await make({
      'package.json': manifest({ hono: '4.0.0' }),
      'auth.js': config,
    })
    expect(await add(project, 'factors')).toMatchObject({ code: 0 })
    expect(await project.read('auth.js')).toBe(`import { createAuth } from "@latchstring/core";
import { notes } from "./notes.ts";
import { factors } from "@latchstring/factors";

export const secondFactors = factors();

const features = [
  notes(),
  secondFactors,
];

export const auth = createAuth({
  providers: [],
  features,
});
`)
  })

  it.each([
    ['', ', { features: [pw] }'],
    [', {}', ', { features: [pw] }'],
    [", { basePath: '/in' }", ", { features: [pw], basePath: '/in' }"],
    [', { features: [notes] }', ', { features: [notes, pw] }'],
  ])('names features beside a function that makes the configuration%s', async (beside, after) => {
    const config = (options: string, constant = ''): string =>
      `import { createAuth } from '@latchstring/core'
import { notes } from './notes.ts'
${constant}export const auth = createAuth(() => ({ providers: [] })${options})
`
    const project = await make({
      'package.json': manifest({ hono: '4.0.0' }),
      'auth.js': config(beside),
    })
    expect(await add(project, 'passwords')).toMatchObject({ code: 0, err: '' })
    const constant = `import { passwords } from '@latchstring/passwords'
export const pw = passwords()

`
    expect(await project.read('auth.js')).toBe(config(after, constant))
    const again = await add(project, 'passwords', '--json')
    expect(JSON.parse(again.out)).toMatchObject({ added: [], changed: [] })
  })

  it('takes another name for the constant where the first one is used', async () => {
    const project = await make({ ...NEXT, 'auth.ts': `${CONFIG}export const leave = 1\n` })
    expect(await add(project, 'leaving')).toMatchObject({ code: 0 })
    expect(await project.read('auth.ts')).toContain('export const leavingFeature = leaving()')
  })

  it.each([
    ['features of a function', CONFIG.replace('{ providers', '{ features: make(), providers')],
    [
      'an object with features that is spread',
      `const shared = { features: [] }\n${CONFIG.replace('{ providers', '{ ...shared, providers')}`,
    ],
    ['options of another place', CONFIG.replace('{ providers', '{ ...shared, providers')],
    [
      'features that a function returns, which are refused',
      CONFIG.replace(
        '({ providers: [GitHub] })',
        '(() => ({ features: [], providers: [GitHub] }))',
      ),
    ],
    ['a name that is used', `${CONFIG}export const passwords = 1\n`],
  ])('prints what to write, and writes nothing, with %s', async (_what, text) => {
    const files = { ...NEXT, 'auth.ts': text }
    const project = await make(files)
    const { code, err } = await add(project, 'passwords')
    expect({ code, err }).toEqual({ code: 1, err: containing('features: [pw],') })
    expect(await project.all()).toEqual(files)
  })

  it('shows what it would write with --dry-run', async () => {
    const files = { ...NEXT, 'auth.ts': CONFIG }
    const project = await make(files)
    const { code, out } = await add(project, 'leaving', '--dry-run')
    expect({ code, out }).toEqual({ code: 0, out: containing('export const leave = leaving()') })
    expect(await project.all()).toEqual(files)
  })

  it('says in JSON what it added, and what comes next', async () => {
    const project = await make({
      ...NEXT,
      'auth.ts': CONFIG.replaceAll('GitHub', 'Resend').replace('/github', '/resend'),
    })
    const { out } = await add(project, 'passwords', '--json')
    expect(JSON.parse(out)).toMatchObject({
      added: ['passwords'],
      changed: ['auth.ts'],
      features: [{ id: 'passwords', package: '@latchstring/passwords' }],
    })
    // The provider there sends mail.
    expect(out).not.toContain('add nodemailer')
  })

  it('refuses features and providers in one call', async () => {
    const project = await make({ ...NEXT, 'auth.ts': CONFIG })
    expect(await add(project, 'passwords', 'google')).toMatchObject({
      code: 2,
      err: containing('by themselves'),
    })
  })
})
