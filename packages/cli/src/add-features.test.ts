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

const NEXT = {
  'package.json': manifest({ next: '16.0.0' }),
  'tsconfig.json': '{}',
  'app/page.tsx': '',
}

const CONFIG = `import Latchstring from '@latchstring/next'
import GitHub from '@latchstring/next/providers/github'

// What the pages use.
export const { handlers, auth, signIn, signOut } = Latchstring({ providers: [GitHub] })
`

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

  it.each(['express', 'hono', 'fastify'])(
    'adds all to what latchstring init wrote for %s',
    async (name) => {
      const project = await make({ 'package.json': manifest({ [name]: '5.0.0' }) })
      await run(['init'], { folder: project.folder })
      const { code, err } = await add(project, 'passwords', 'factors', 'leaving')
      expect({ code, err }).toEqual({ code: 0, err: '' })
      const files = await project.all()
      const config = Object.entries(files).find(([path]) => /auth\.m?js$/.test(path))?.[1]
      expect(config).toContain('features: [pw, secondFactors, leave],')
      expect(config).toContain('export const leave = leaving()\n')
    },
  )

  it('adds to a list of features, one to a line, and with semicolons', async () => {
    const config = `import { createAuth } from "@latchstring/core";
import { notes } from "./notes.ts";

const features = [
  notes(),
];

export const auth = createAuth(() => ({
  providers: [],
  features,
}));
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

export const auth = createAuth(() => ({
  providers: [],
  features,
}));
`)
  })

  it('takes another name for the constant where the first one is used', async () => {
    const project = await make({ ...NEXT, 'auth.ts': `${CONFIG}export const leave = 1\n` })
    expect(await add(project, 'leaving')).toMatchObject({ code: 0 })
    expect(await project.read('auth.ts')).toContain('export const leavingFeature = leaving()')
  })

  it.each([
    ['features of a function', CONFIG.replace('{ providers', '{ features: make(), providers')],
    ['options of another place', CONFIG.replace('{ providers', '{ ...shared, providers')],
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
