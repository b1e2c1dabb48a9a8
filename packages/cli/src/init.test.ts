import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { describe, expect, it } from 'vitest'
import { type Files, type ProjectFolder, makeProject, manifest } from '../test/projects.ts'
import { type Ran, containing, run } from '../test/run.ts'
import { FRAMEWORKS } from './lib/framework.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const cleanUps = cleanUpAfterEach()

async function make(files: Files): Promise<ProjectFolder> {
  const project = await makeProject(files)
  cleanUps.push(() => project.remove())
  return project
}

const init = (project: ProjectFolder, ...argv: readonly string[]): Promise<Ran> =>
  run(['init', ...argv], { folder: project.folder })

const TYPESCRIPT = { 'tsconfig.json': '{}' }

const CONFIG = `import Latchstring from '@latchstring/next'
import GitHub from '@latchstring/next/providers/github'

export const { handlers, auth, signIn, signOut } = Latchstring({ providers: [GitHub] })
`

const ROUTE = `import { handlers } from '../../../../auth'

export const { GET, POST } = handlers
`

interface Fixture {
  readonly of: string
  readonly files: Files
  readonly created: readonly string[]
  /** Files of the application that are changed, as they are afterwards. */
  readonly changed?: Files
  readonly reads: string
}

const nextFiles = (folder: string, end: string): readonly string[] => [
  `${folder}auth.${end}`,
  `${folder}app/api/auth/[...latchstring]/route.${end}`,
]

const next = manifest({ next: '16.0.0', react: '19.0.0' }, { scripts: { dev: 'next dev' } })

const scriptsOf = (file: string): Files => ({
  dev: `node --watch --env-file=.env ${file}`,
  start: `node --env-file=.env ${file}`,
})

/** Applications as their own programs make them, in what matters. */
const FIXTURES: readonly Fixture[] = [
  {
    of: 'Next.js, App Router',
    files: { 'package.json': next, ...TYPESCRIPT, 'app/page.tsx': '', '.gitignore': '.env*\n' },
    created: [...nextFiles('', 'ts'), '.env.local'],
    reads: 'Next.js, TypeScript, npm',
  },
  {
    of: 'Next.js, App Router in src',
    files: { 'package.json': next, ...TYPESCRIPT, 'src/app/page.tsx': '', 'pnpm-lock.yaml': '' },
    created: [...nextFiles('src/', 'ts'), '.gitignore', '.env.local'],
    reads: 'Next.js, TypeScript, pnpm',
  },
  {
    of: 'Next.js, Pages Router',
    files: { 'package.json': next, ...TYPESCRIPT, 'src/pages/index.tsx': '', 'yarn.lock': '' },
    created: [...nextFiles('src/', 'ts'), '.gitignore', '.env.local'],
    reads: 'Next.js, TypeScript, yarn',
  },
  {
    of: 'Next.js, JavaScript',
    files: { 'package.json': next, 'jsconfig.json': '{}', 'app/page.js': '', 'bun.lock': '' },
    created: [...nextFiles('', 'js'), '.gitignore', '.env.local'],
    reads: 'Next.js, JavaScript, bun',
  },
  {
    of: 'Express, TypeScript in src',
    files: {
      'package.json': manifest({ express: '5.0.0', typescript: '5.9.0' }, { type: 'module' }),
      'src/index.ts': "import express from 'express'\n",
    },
    created: ['src/auth.ts', '.gitignore', '.env'],
    reads: "import { latchstring } from './auth.js'",
  },
  {
    of: 'Express, CommonJS',
    files: { 'package.json': manifest({ express: '4.21.0' }), 'app.js': '' },
    created: ['auth.mjs', '.gitignore', '.env'],
    reads: "const { latchstring } = require('./auth.mjs')",
  },
  {
    of: 'SvelteKit 2',
    files: {
      'package.json': manifest({ '@sveltejs/kit': '^2.50.0' }, { type: 'module' }),
      ...TYPESCRIPT,
      'src/routes/+page.svelte': '',
    },
    created: [
      'src/auth.ts',
      'src/hooks.server.ts',
      'src/routes/welcome/+page.server.ts',
      'src/routes/welcome/+page.svelte',
      '.gitignore',
      '.env',
    ],
    reads: 'Start: npx vite dev',
  },
  {
    of: 'SvelteKit 3',
    files: { 'package.json': manifest({ '@sveltejs/kit': '^3.0.0' }, { type: 'module' }) },
    created: [
      'src/auth.js',
      'src/hooks.server.js',
      'src/routes/+page.server.js',
      'src/routes/+page.svelte',
      '.gitignore',
      '.env',
    ],
    reads: 'Start: node --env-file=.env node_modules/vite/bin/vite.js dev',
  },
  {
    of: 'Nuxt',
    files: {
      'package.json': manifest({ nuxt: '^4.2.0' }, { packageManager: 'pnpm@10.0.0' }),
      ...TYPESCRIPT,
      'nuxt.config.ts': 'export default defineNuxtConfig({})\n',
    },
    created: ['server/latchstring.ts', 'server/routes/welcome.get.ts', '.gitignore', '.env'],
    changed: {
      'nuxt.config.ts':
        "export default defineNuxtConfig({\n  modules: ['@latchstring/nuxt'],\n})\n",
    },
    reads: 'changed  nuxt.config.ts',
  },
  {
    of: 'Nuxt, JavaScript, with a configuration that only a person can change',
    files: {
      'package.json': manifest({ nuxt: '^4.2.0' }),
      'nuxt.config.js': 'export default makeConfig()\n',
    },
    created: ['server/latchstring.js', 'server/routes/welcome.get.js', '.gitignore', '.env'],
    reads: 'nuxt.config.js: Add the module.',
  },
  {
    of: 'Next.js as its generator makes it',
    files: {
      'package.json': next,
      ...TYPESCRIPT,
      'app/layout.tsx': '',
      'app/page.tsx': '',
      '.gitignore': '.env*\n',
    },
    created: [...nextFiles('', 'ts'), 'app/welcome/page.tsx', '.env.local'],
    reads: 'Open http://localhost:3000/welcome\n',
  },
  {
    of: 'Next.js, JavaScript, in a folder with nothing else',
    files: { 'package.json': next, '.env.local': 'AUTH_SECRET=of-the-owner\n' },
    created: [...nextFiles('', 'js'), 'app/page.js', 'app/layout.js', '.gitignore'],
    changed: {
      '.env.local': 'AUTH_SECRET=of-the-owner\nAUTH_GITHUB_ID=\nAUTH_GITHUB_SECRET=\n',
    },
    reads: 'Open http://localhost:3000/\n',
  },
  {
    of: 'Express in a folder with nothing else',
    files: { 'package.json': manifest({ express: '^5.0.0' }, { type: 'commonjs' }) },
    created: ['auth.mjs', 'app.mjs', '.gitignore', '.env'],
    changed: {
      'package.json': `${manifest({ express: '^5.0.0' }, { type: 'commonjs', scripts: scriptsOf('app.mjs') })}\n`,
    },
    reads: 'Open http://localhost:3000/\n',
  },
  {
    of: 'Express in a folder with nothing else, TypeScript in src, at a port of its own',
    files: {
      'package.json': manifest({ express: '^5.0.0' }, { type: 'module' }),
      ...TYPESCRIPT,
      'src/README': '',
      '.env': 'AUTH_SECRET=of-the-owner\nAUTH_URL=http://localhost:8080\n',
    },
    created: ['src/auth.ts', 'src/app.ts', '.gitignore'],
    changed: {
      '.env':
        'AUTH_SECRET=of-the-owner\nAUTH_URL=http://localhost:8080\nAUTH_GITHUB_ID=\nAUTH_GITHUB_SECRET=\n',
    },
    reads: 'Open http://localhost:8080/\n',
  },
]

describe.each(FIXTURES)('latchstring init in $of', ({ files, created, changed = {}, reads }) => {
  it('creates what the framework needs and leaves every other file as it was', async () => {
    const project = await make(files)
    const { code, out, err } = await init(project)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const after = await project.all()
    expect(after).toMatchObject({ ...files, ...changed })
    expect(Object.keys(after).toSorted()).toEqual([...Object.keys(files), ...created].toSorted())
    expect(out).toContain(reads)
    expect(out).not.toContain('\u001B')
  })

  it('changes nothing when it runs again', async () => {
    const project = await make(files)
    await init(project)
    const before = await project.all()
    const { code, out } = await init(project)
    expect({ code, out }).toEqual({ code: 0, out: containing('Nothing to change') })
    expect(await project.all()).toEqual(before)
  })

  it('shows the same with --dry-run, but for the secret, and writes nothing', async () => {
    const project = await make(files)
    const { code, out } = await init(project, '--dry-run')
    expect(code).toBe(0)
    for (const path of created) expect(out).toContain(`new file ${path}\n`)
    for (const path of Object.keys(changed)) expect(out).toContain(`${path}\n`)
    expect(out).toContain('AUTH_SECRET=…\n')
    expect(out).not.toContain('of-the-owner')
    expect(await project.all()).toEqual(files)
  })

  it('says with --json what it did', async () => {
    const project = await make(files)
    const { out, err } = await init(project, '--json')
    expect(err).toBe('')
    const said: unknown = JSON.parse(out)
    expect(said).toMatchObject({ provider: 'github', kept: [], dryRun: false })
    expect(said).toHaveProperty('changed', Object.keys(changed))
    expect(said).toHaveProperty('created', created)
  })
})

describe('latchstring init', () => {
  it('writes the configuration and the route of Next.js as its guide has them', async () => {
    const project = await make({ 'package.json': next, ...TYPESCRIPT, 'app/page.tsx': '' })
    await init(project)
    expect(await project.read('auth.ts')).toBe(CONFIG)
    expect(await project.read('app/api/auth/[...latchstring]/route.ts')).toBe(ROUTE)
    expect(await project.read('.env.local')).toMatch(
      /^AUTH_SECRET=[\w-]{43}\nAUTH_GITHUB_ID=\nAUTH_GITHUB_SECRET=\n$/,
    )
  })

  it('prints the callback URLs, the address to register at, and the commands of the package manager', async () => {
    const project = await make({ 'package.json': next, 'bun.lock': '', 'app/page.js': '' })
    const { out } = await init(project, '--provider', 'google')
    expect(out).toContain('Install: bun add @latchstring/next\n')
    expect(out).toContain('http://localhost:3000/api/auth/callback/google')
    expect(out).toContain('https://console.cloud.google.com/auth/clients')
    expect(out).toContain('Start: bun run dev\n')
  })

  it('starts the program of the framework where package.json has no script for it', async () => {
    const files = { 'pages/index.js': '', 'pnpm-lock.yaml': '' }
    const project = await make({ 'package.json': manifest({ next: '16.0.0' }), ...files })
    expect((await init(project)).out).toContain('Start: pnpm exec next dev\n')
  })

  it('adds scripts beside its own page, to those that are there', async () => {
    const text = `{\r\n\t"scripts": { "test": "vitest", "start": "next start -p 80" },\r\n\t"dependencies": { "next": "16.0.0" }\r\n}`
    const project = await make({ 'package.json': text, 'pnpm-lock.yaml': '' })
    expect((await init(project)).out).toContain('Start: pnpm dev\n')
    const after = await project.read('package.json')
    expect(after).toMatch(/^\{\r\n\t"scripts": \{\r\n\t\t"[^]*\}\r\n$/)
    expect(JSON.parse(after)).toHaveProperty('scripts', {
      dev: 'next dev',
      build: 'next build',
      start: 'next start -p 80',
      test: 'vitest',
    })
  })

  it.each([
    ['next', ['node_modules', '.next', '.env', '.env.*', '!.env.example']],
    ['hono', ['node_modules', 'dist', '.env', '.env.*', '!.env.example']],
  ])('writes a complete .gitignore for %s where there is none', async (name, lines) => {
    const project = await make({ 'package.json': manifest({ [name]: '16.0.0' }) })
    await init(project)
    expect((await project.read('.gitignore')).split('\n')).toEqual(expect.arrayContaining(lines))
  })

  it.each(['express', 'koa', 'fastify', 'hono', 'h3'])(
    'writes a server of %s with scripts, and leaves one that is there',
    async (name) => {
      const files = { 'package.json': manifest({ [name]: '2.0.0' }, { type: 'module' }) }
      const empty = await make(files)
      const { out } = await init(empty)
      expect(JSON.parse(await empty.read('package.json'))).toHaveProperty(
        'scripts',
        scriptsOf('app.js'),
      )
      expect(await empty.read('app.js')).toContain("import { latchstring } from './auth.js'\n")
      expect(out).toContain('Open http://localhost:3000/\n')
      expect(out.includes('@hono/node-server')).toBe(name === 'hono')
      const full = await make({ ...files, 'index.js': '' })
      expect((await init(full)).out).toContain('Mount Latchstring, before your routes.')
      expect(await full.all()).toMatchObject(files)
    },
  )

  it('says of packages of others to install them, and only of its own that npm has none yet', async () => {
    const ours = { '@latchstring/core': '*', '@latchstring/hono': '*' }
    const lacking = await init(await make({ 'package.json': manifest({ hono: '4', ...ours }) }))
    expect(lacking.out).toContain('Install: npm install @hono/node-server\n')
    expect(lacking.out).not.toContain('on npm')
    const fresh = await init(await make({ 'package.json': manifest({ hono: '4' }) }))
    expect(fresh.out).toContain('Packages of @latchstring are not on npm yet.')
  })

  it('writes a server in TypeScript with scripts where the application has a program that runs it', async () => {
    const versions = { koa: '3', typescript: '5', tsx: '4' }
    const runs = await make({ 'package.json': manifest(versions, { type: 'module' }) })
    expect((await init(runs)).out).toContain('Start: npm run dev\n')
    expect(JSON.parse(await runs.read('package.json'))).toHaveProperty('scripts', {
      dev: 'node --watch --import tsx --env-file=.env app.ts',
      start: 'node --import tsx --env-file=.env app.ts',
    })
    expect((await init(runs)).out).toContain('Start: npm run dev\n')
  })

  it('knows the address and the port that AUTH_URL names', async () => {
    const files = {
      'package.json': manifest({ express: '5' }),
      '.env': 'AUTH_URL=http://localhost:8080\n',
    }
    const { out } = await init(await make(files))
    expect(out).toContain('development  http://localhost:8080/auth/callback/github\n')
    expect(out).toContain('open http://localhost:8080/auth/signin.')
  })

  it.each([
    { type: 'commonjs', asks: true },
    { type: 'module', asks: false },
  ])('asks to say that files are modules where package.json says $type', async ({ type, asks }) => {
    const project = await make({ 'package.json': manifest({ next: '16.0.0' }, { type }) })
    const { out } = await init(project)
    expect(out.includes('package.json: Say that files are modules.')).toBe(asks)
  })

  it('names no package that is installed', async () => {
    const dependencies = { next: '16.0.0', '@latchstring/next': '0.0.0' }
    const project = await make({ 'package.json': manifest(dependencies), 'app/page.js': '' })
    expect((await init(project)).out).not.toContain('Install:')
  })

  it('keeps the lines of a file of variables, with their ends, and the values in it', async () => {
    const text = 'PORT=3000\r\nAUTH_SECRET=of-the-owner\r\nAUTH_GITHUB_ID=abc\r\n'
    const project = await make({ 'package.json': next, 'app/page.js': '', '.env.local': text })
    await init(project)
    expect(await project.read('.env.local')).toBe(`${text}AUTH_GITHUB_SECRET=\r\n`)
  })

  it('starts the server that it has written by its script, and that of others by FILE', async () => {
    const packages = { 'package.json': manifest({ express: '5.0.0' }) }
    const written = await make(packages)
    expect((await init(written)).out).toContain('Start: npm run dev\n')
    const there = await make({ ...packages, 'server.js': '' })
    expect((await init(there)).out).toContain('Start: node --env-file=.env FILE\n')
  })

  it('keeps the line ends of .gitignore', async () => {
    const files = { 'package.json': next, 'app/page.js': '', '.gitignore': 'dist\r\n/build' }
    const project = await make(files)
    expect((await init(project)).out).toContain('changed  .gitignore')
    expect(await project.read('.gitignore')).toBe('dist\r\n/build\r\n.env.local\r\n')
  })

  it('names the one command that comes next, and what has to be installed for it', async () => {
    const dependencies = { next: '16.0.0', '@latchstring/next': '0.0.0' }
    const files = { 'app/layout.js': '', 'pnpm-lock.yaml': '' }
    const without = await make({ 'package.json': manifest(dependencies), ...files })
    const programs = { '@latchstring/cli': '0.0.0', '@latchstring/testing': '0.0.0' }
    const all = manifest({ ...dependencies, ...programs })
    const complete = await make({ 'package.json': all, ...files })
    const steps = (text: string): readonly string[] =>
      text
        .slice(0, text.indexOf('\nThen, for'))
        .split('\n')
        .filter((line) => /^ {2}\d\. /.test(line))
    expect(steps((await init(without)).out)).toEqual([
      '  1. pnpm add -D @latchstring/cli @latchstring/testing',
      '  2. pnpm exec latchstring dev',
      '  3. Open http://localhost:3000/',
    ])
    expect(steps((await init(complete)).out)).toEqual([
      '  1. pnpm exec latchstring dev',
      '  2. Open http://localhost:3000/',
    ])
  })

  it.each([
    {
      of: 'pages that are there',
      files: { 'app/layout.js': '', 'app/(site)/page.js': '', 'app/welcome/page.js': 'mine\n' },
    },
    { of: 'layouts further down', files: { 'app/[locale]/layout.js': '' } },
    { of: 'the Pages Router', files: { 'pages/index.js': '', 'app/layout.js': '' } },
    { of: 'a configuration that is there', files: { 'app/layout.js': '', 'auth.js': CONFIG } },
  ])('writes no page of its own beside $of', async ({ files }) => {
    const project = await make({ 'package.json': next, ...files })
    const { out } = await init(project)
    const pages = Object.keys(await project.all()).filter((path) => path.endsWith('page.js'))
    expect(pages.toSorted()).toEqual(Object.keys(files).filter((path) => path.endsWith('page.js')))
    expect(out).toContain('Open http://localhost:3000/api/auth/signin\n')
  })

  it('does not write a page again that was removed', async () => {
    const project = await make({ 'package.json': next, 'app/layout.js': '' })
    await init(project)
    rmSync(join(project.folder, 'app/page.js'))
    expect((await init(project)).out).toContain('Nothing to change')
  })

  it('links to the actions where AUTH_URL has them', async () => {
    const project = await make({
      'package.json': manifest({ express: '5' }),
      '.env': 'AUTH_URL=http://localhost:4000/who\n',
    })
    await init(project)
    const text = await project.read('app.mjs')
    expect(text).toContain('href="/who/signin?callbackUrl=%2F"')
    expect(text).toContain("{ PORT = '4000' }")
  })

  it.each([
    [
      'export default defineNuxtConfig({\n  ssr: true,\n})\n',
      "export default defineNuxtConfig({\n  modules: ['@latchstring/nuxt'],\n  ssr: true,\n})\n",
    ],
    [
      "export default defineNuxtConfig({ modules: ['@nuxt/ui'] })\n",
      "export default defineNuxtConfig({ modules: ['@latchstring/nuxt', '@nuxt/ui'] })\n",
    ],
    [
      "export default defineNuxtConfig({\n  modules: [\n    '@nuxt/ui',\n  ],\n})\n",
      "export default defineNuxtConfig({\n  modules: [\n    '@latchstring/nuxt',\n    '@nuxt/ui',\n  ],\n})\n",
    ],
    [
      'export default defineNuxtConfig({ ssr: true })\r\n',
      "export default defineNuxtConfig({\r\n  modules: ['@latchstring/nuxt'],\r\n  ssr: true })\r\n",
    ],
  ])('adds the module to the configuration of Nuxt %j', async (before, after) => {
    const project = await make({
      'package.json': manifest({ nuxt: '4' }),
      'nuxt.config.ts': before,
    })
    await init(project)
    expect(await project.read('nuxt.config.ts')).toBe(after)
  })

  it.each([
    'export default defineNuxtConfig({ ...base })\n',
    'export default defineNuxtConfig({ modules: list })\n',
    'export default [\n',
    "export default defineNuxtConfig({ modules: ['@latchstring/nuxt'] })\n",
  ])('leaves the configuration of Nuxt %j alone', async (text) => {
    const project = await make({ 'package.json': manifest({ nuxt: '4' }), 'nuxt.config.ts': text })
    const { out } = await init(project)
    expect(await project.read('nuxt.config.ts')).toBe(text)
    expect(out.includes('Add the module.')).toBe(!text.includes('@latchstring/nuxt'))
  })

  it.each([
    { path: 'auth.ts', text: 'export const auth = 1\n', shows: "from '@latchstring/next'" },
    { path: 'auth.js', text: 'export {', shows: "from '@latchstring/next'" },
    {
      path: 'app/api/auth/[...latchstring]/route.ts',
      text: 'export const GET = () => new Response()\n',
      shows: "import { handlers } from '../../../../auth'",
    },
    {
      path: 'app/api/auth/[...all]/route.ts',
      text: 'export const GET = () => new Response()\n',
      shows: 'app/api/auth/[...all]: answers the same addresses',
    },
    {
      path: 'pages/api/auth/[...nextauth].ts',
      text: 'export default 1\n',
      shows: 'pages/api/auth/[...nextauth].ts: answers the same addresses',
    },
  ])('leaves the foreign file $path alone and shows what to do', async ({ path, text, shows }) => {
    const project = await make({
      'package.json': next,
      ...TYPESCRIPT,
      'app/a.tsx': '',
      [path]: text,
    })
    const { code, out } = await init(project)
    expect({ code, out }).toEqual({ code: 0, out: containing(shows) })
    expect(await project.read(path)).toBe(text)
  })

  it('adds no variables of a provider that an existing configuration does not have', async () => {
    const project = await make({ 'package.json': next, 'app/page.js': '', 'auth.js': CONFIG })
    const { out } = await init(project, '--provider', 'google')
    expect(out).toContain('kept     auth.js')
    expect(await project.read('.env.local')).not.toContain('GOOGLE')
  })

  it.each([
    {
      of: 'an unknown framework',
      files: { 'package.json': manifest({ meteor: '3' }) },
      code: 1,
      says: 'names no framework',
    },
    { of: 'no package.json', files: {}, code: 2, says: 'There is no package.json here' },
    {
      of: 'a broken package.json',
      files: { 'package.json': '[' },
      code: 1,
      says: 'not a JSON object',
    },
    {
      of: 'next-auth',
      files: { 'package.json': manifest({ next: '16', 'next-auth': '5' }) },
      code: 1,
      says: 'moving-from-next-auth',
    },
    {
      of: 'odd variables',
      files: {
        'package.json': manifest({ next: '16' }),
        '.env.local': 'A="\nAUTH_GITHUB_ID=\n"\n',
      },
      code: 1,
      says: 'cannot be changed safely',
    },
  ])('changes nothing in a folder with $of', async ({ files, code, says }) => {
    const project = await make(files)
    expect(await init(project)).toMatchObject({ code, err: containing(says) })
    expect(await project.all()).toEqual(files)
  })

  it.each([
    { argv: ['--provider', 'gihub'], code: 2, says: 'Did you mean github?' },
    { argv: ['--provider', 'resend'], code: 1, says: 'written by hand' },
    { argv: ['--framework', 'nxt'], code: 2, says: 'Did you mean next?' },
    { argv: ['--dry-rn'], code: 2, says: 'Did you mean --dry-run?' },
    { argv: ['next'], code: 2, says: 'not expected here' },
  ])('refuses $argv', async ({ argv, code, says }) => {
    const files = { 'package.json': next }
    const project = await make(files)
    expect(await init(project, ...argv)).toMatchObject({ code, err: containing(says) })
    expect(await project.all()).toEqual(files)
  })

  it('explains itself', async () => {
    const { code, out } = await run(['init', '--help'])
    expect({ code, out }).toEqual({ code: 0, out: containing('--dry-run') })
  })
})

/** Frameworks of which files are written, with the package that identifies them. */
const WRITTEN = FRAMEWORKS.filter(({ id }) => !['nestjs', 'solid-start', 'remix'].includes(id))

async function initialize(id: string, found: string, version = '3.0.0'): Promise<Files> {
  const home: Files = id === 'sveltekit' ? { 'src/routes/+page.svelte': '' } : {}
  const project = await make({
    'package.json': manifest({ [found]: version, typescript: '5' }, { type: 'module' }),
    ...TYPESCRIPT,
    ...home,
  })
  expect(await init(project, '--framework', id)).toMatchObject({ code: 0, err: '' })
  const all = Object.entries(await project.all())
  return Object.fromEntries(all.filter(([path]) => /(?<!config)\.[jt]s$/.test(path)))
}

/** The examples of a page by the file that they are. */
function readExamples(page: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(ROOT, page), 'utf8')
  const blocks = [...text.matchAll(/^```\w+\n\/\/ ([\w./@[\]+-]+)[^\n]*\n([^]*?)^```$/gm)]
  // What is shown first is the start; later ones do more.
  return new Map(
    blocks.toReversed().map(([, path = '', code = '']) => [path.replace(/\.\w+$/, ''), code]),
  )
}

/** A configuration without what says which providers, and how its lines are broken. */
const shape = (code: string): string =>
  code
    .replace(/import \w+ from '[^']+\/providers\/[^']+'\n/g, '')
    .replace(/const password = [^]*?\n\}\)\n/, '')
    .replace(/providers: \[[^]*\]/, 'providers: []')
    .replaceAll(/[\s,]+/g, ' ')

describe('what latchstring init writes', () => {
  it.each(WRITTEN.map(({ id, found: [name = ''], page }) => ({ id, name, page })))(
    'for $id is what $page says',
    async ({ id, name, page }) => {
      const examples = readExamples(page)
      const files = Object.entries(await initialize(id, name))
      expect(files.length).toBeGreaterThan(0)
      for (const [path, text] of files) {
        expect([path, shape(text)]).toEqual([
          path,
          shape(examples.get(path.replace(/\.\w+$/, '')) ?? ''),
        ])
      }
    },
  )

  it('compiles with the packages of the frameworks', { timeout: 120_000 }, async () => {
    mkdirSync(join(ROOT, 'artifacts'), { recursive: true })
    const work = mkdtempSync(join(ROOT, 'artifacts/init-'))
    cleanUps.push(() => rmSync(work, { recursive: true, force: true }))
    // What they import is installed by the applications of test/frameworks alone.
    const own = /tanstack-start\/src\/start|\b(?:h3|hono)\/app\.ts/
    const planted = { 'wrong.ts': 'export const wrong: number = true\n' }
    const env =
      "declare module '$env/dynamic/private' {\n  export const env: Record<string, string | undefined>\n}\n"
    // What Nuxt imports by itself.
    const nuxtGlobals = `declare const defineEventHandler: typeof import('h3').defineEventHandler
declare const latchstring: typeof import('./server/latchstring').default
`
    const all: Readonly<Record<string, Files>> = {
      planted,
      'sveltekit-2': {
        ...(await initialize('sveltekit', '@sveltejs/kit', '^2.20.0')),
        'env.d.ts': env,
      },
      nuxt: { ...(await initialize('nuxt', 'nuxt')), 'env.d.ts': nuxtGlobals },
      'h3-1': await initialize('h3', 'h3', '1.15.0'),
      ...Object.fromEntries(
        await Promise.all(
          WRITTEN.filter(({ id }) => id !== 'nuxt').map(
            async ({ id, found }) => [id, await initialize(id, found[0] ?? '')] as const,
          ),
        ),
      ),
    }
    for (const [id, files] of Object.entries(all)) {
      for (const [path, text] of Object.entries(files)) {
        const file = join(work, id, path)
        if (own.test(file)) continue
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, text)
      }
    }
    const compilerOptions = {
      composite: false,
      declaration: false,
      declarationMap: false,
      isolatedDeclarations: false,
      sourceMap: false,
      noEmit: true,
      module: 'Preserve',
      moduleResolution: 'Bundler',
      target: 'ES2022',
      types: ['node'],
    }
    const project = {
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions,
      include: ['**/*'],
    }
    writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(project))
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const done = await promisify(execFile)(process.execPath, [tsc, '-p', work], { cwd: work }).then(
      () => '',
      (error: unknown) => (error instanceof Error && 'stdout' in error ? String(error.stdout) : ''),
    )
    const errors = done.split('\n').filter((line) => /^[\w-]+\//.test(line))
    expect(errors).toEqual([containing('planted/wrong.ts(1,14)')])
  })
})
