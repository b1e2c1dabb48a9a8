import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { type ProjectFolder, makeProject } from '../test/projects.ts'
import { containing, run } from '../test/run.ts'

const cleanUps = cleanUpAfterEach()

async function empty(files: Readonly<Record<string, string>> = {}): Promise<ProjectFolder> {
  const project = await makeProject(files)
  cleanUps.push(() => project.remove())
  return project
}

/** Those whose own starter is TypeScript. */
const TYPESCRIPT: readonly string[] = ['next', 'hono', 'sveltekit', 'nuxt']

const FRAMEWORKS = ['next', 'express', 'hono', 'fastify', 'koa', 'h3', 'sveltekit', 'nuxt'] as const

/** The file of each that shows who is signed in at `/`. */
const HOME: Readonly<Record<(typeof FRAMEWORKS)[number], string>> = {
  next: 'app/page.tsx',
  express: 'app.js',
  hono: 'app.ts',
  fastify: 'app.js',
  koa: 'app.js',
  h3: 'app.js',
  sveltekit: 'src/routes/+page.svelte',
  nuxt: 'app/app.vue',
}

describe('latchstring create', () => {
  it.each(FRAMEWORKS)('makes an application of %s in which nothing is left to add', async (id) => {
    const project = await empty()
    const { folder } = project
    const argv = ['create', 'My App', '--with', id, '--no-install']
    const { code, out, err } = await run(argv, { folder })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(
      /\n {2}1\. cd "My App"\n {2}2\. npm install\n {2}3\. npx @latchstring\/cli dev\n/,
    )
    expect(out).not.toMatch(/Install:|by hand|Add the/)
    expect(out).toContain(`, ${TYPESCRIPT.includes(id) ? 'TypeScript' : 'JavaScript'}, npm\n`)
    const files = await project.all()
    expect(files[`My App/${HOME[id]}`]).toContain('You are not signed in')
    expect(files['My App/.gitignore']).toMatch(/^node_modules$[^]*^\.env$/m)
    const manifest: unknown = JSON.parse(files['My App/package.json'] ?? '')
    expect(manifest).toMatchObject({
      name: 'my-app',
      private: true,
      type: 'module',
      scripts: { dev: containing(''), start: containing('') },
      devDependencies: {
        '@latchstring/cli': containing('^'),
        '@latchstring/testing': containing('^'),
      },
    })
  })

  it('takes the package manager that started it, and another provider', async () => {
    const project = await empty()
    const { folder } = project
    const env = { npm_config_user_agent: 'pnpm/10.0.0 npm/? node/v22.0.0 linux x64' }
    const argv = ['create', 'app', '--with', 'hono', '--provider', 'google', '--no-install']
    const { out } = await run(argv, { folder, env })
    expect(out).toContain('  2. pnpm install\n  3. pnpm exec latchstring dev\n')
    expect(await project.read('app/auth.ts')).toContain('providers: [Google]')
  })

  it('asks for the framework in a terminal, and never where an option is given', async () => {
    const project = await empty()
    const { folder } = project
    const asked = await run(['create', 'app'], { folder, typed: () => 'nothing-such\n' })
    expect(asked).toMatchObject({ code: 2, err: containing('Framework (next, express') })
    const given = await run(['create', '--with', 'next'], { folder, typed: () => 'app\n' })
    expect(given).toMatchObject({ code: 2, err: containing('Name the folder') })
    expect(await project.all()).toEqual({})
  })

  it.each([
    { argv: ['app'], code: 2, says: 'Name the framework: --with NAME' },
    { argv: ['--with', 'express'], code: 2, says: 'Name the folder' },
    { argv: ['app', '--with', 'expres'], code: 2, says: 'Did you mean express?' },
    { argv: ['app', '--with', 'nestjs'], code: 2, says: 'Known are next, express' },
    { argv: ['full', '--with', 'express'], code: 1, says: 'full has files' },
    { argv: ['full/file', '--with', 'express'], code: 1, says: 'not a folder' },
    { argv: ['app', '--with', 'express', '--provider', 'resend'], code: 1, says: 'by hand' },
  ])('refuses $argv and changes nothing', async ({ argv, code, says }) => {
    const files = { 'full/file': 'of the owner' }
    const project = await empty(files)
    const { folder } = project
    expect(await run(['create', ...argv], { folder })).toMatchObject({
      code,
      err: containing(says),
    })
    expect(await project.all()).toEqual(files)
  })

  it('writes into an empty folder that is a repository of git', async () => {
    const project = await empty()
    const { folder } = project
    execFileSync('git', ['init', '--quiet'], { cwd: folder })
    const argv = ['create', '.', '--with', 'koa', '--no-install']
    expect((await run(argv, { folder })).code).toBe(0)
    expect(await project.read('app.js')).toContain("from 'koa'")
  })
})
