import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inPart } from '@latchstring/test-kit/in-part'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { compileShapes, isCompiledAlone } from '../test/codemod-types.ts'
import { type Shape, readShapes } from '../test/codemod-shapes.ts'
import { type Files, type ProjectFolder, makeProject, manifest } from '../test/projects.ts'
import { type Ran, containing, run } from '../test/run.ts'

const cleanUps = cleanUpAfterEach()

async function make(files: Files): Promise<ProjectFolder> {
  const project = await makeProject(files)
  cleanUps.push(() => project.remove())
  return project
}

const codemod = ({ folder }: ProjectFolder, ...argv: readonly string[]): Promise<Ran> =>
  run(['codemod', 'next-auth', '--until', '2027-06-30', ...argv], { folder })

interface Place {
  readonly path: string
  readonly line: number
  readonly reason: string
}

/** The output as JSON, which its shape test checks. */
const parse = (out: string): { readonly left: readonly Place[]; readonly look: readonly Place[] } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- compared with what is expected
  JSON.parse(out) as { left: Place[]; look: Place[] }

/** Places as a shape has them, where a part of the reason is enough. */
const places = (found: readonly Place[], expected: readonly string[]): readonly string[] =>
  found.map(({ path, line, reason }) => {
    const text = `${path}:${line} `
    const part = expected.find(
      (one) => one.startsWith(text) && reason.includes(one.slice(text.length)),
    )
    return part ?? `${text}${reason}`
  })

const PACKAGE = manifest({ next: '16.4.0' })

const paths = (list: readonly string[]): readonly string[] =>
  list.map((one) => one.split(':')[0] ?? '')

/** @param isKind - whether what is left may show only before the move */
async function check({ before, after, left, look }: Shape, isKind = false): Promise<void> {
  const files = { 'package.json': PACKAGE, ...before }
  const expected = { 'package.json': PACKAGE, ...after }
  const project = await make(files)
  const dry = await codemod(project, '--dry-run', '--json')
  expect(await project.all()).toEqual(files)
  const first = await codemod(project, '--json')
  expect(await project.all()).toEqual(expected)
  const found = parse(first.out)
  expect(places(found.left, left)).toEqual(left)
  expect(places(found.look, look)).toEqual(look)
  expect([dry.code, first.code]).toEqual(left.length > 0 ? [3, 3] : [0, 0])
  // Once more: what was left is still listed, and nothing else changes.
  const second = await codemod(project, '--json')
  const again = parse(second.out).left.map(({ path }) => path)
  expect(paths(left)).toEqual(isKind ? expect.arrayContaining(again) : again)
  expect(await project.all()).toEqual(expected)
}

describe('latchstring codemod next-auth, version 5', () => {
  it.each(readShapes('version-5').map((shape) => [shape.title, shape] as const))('%s', (_, shape) =>
    check(shape),
  )
})

describe('latchstring codemod next-auth, version 4', () => {
  it.each(readShapes('version-4').map((shape) => [shape.title, shape] as const))('%s', (_, shape) =>
    check(shape),
  )
})

describe('latchstring codemod next-auth, outside of Next.js', () => {
  it.each(readShapes('authjs').map((shape) => [shape.title, shape] as const))('%s', (_, shape) =>
    check(shape),
  )
})

/** Shapes of public applications that were once not moved, or moved and did not work. */
const KINDS = readShapes('kinds')

describe('latchstring codemod next-auth, kinds of applications', () => {
  it.each(KINDS.map((shape) => [shape.title, shape] as const))('%s', (_, shape) =>
    check(shape, true),
  )

  it('have no error of types after the move but in files that are listed', async () => {
    const { stdout, known } = await compileShapes(inPart(KINDS, (shape) => !isCompiledAlone(shape)))
    const found = stdout
      .split('\n')
      .filter((line) => /^\w[^(]*\(\d+,\d+\): error/.test(line))
      .filter((line) => !known.some((path) => line.startsWith(`${path}(`)))
    expect(found).toEqual([])
  }, 120_000)
})

const APP = readShapes('version-5')[0]?.before ?? {}

describe('latchstring codemod', () => {
  it('with --dry-run shows what would change and changes nothing', async () => {
    const project = await make({ 'package.json': PACKAGE, ...APP })
    const { code, out } = await codemod(project, '--dry-run')
    expect({ code, out }).toEqual({
      code: 0,
      out: containing("+ import NextAuth from '@latchstring/next'"),
    })
    expect(await project.read('auth.ts')).toBe(APP['auth.ts'])
  })

  it('lists for people what it changed and what it left', async () => {
    const project = await make({
      'package.json': PACKAGE,
      ...APP,
      'x.cjs': "require('next-auth')\n",
    })
    const { code, out } = await codemod(project)
    expect(code).toBe(3)
    expect(out).toContain('changed  auth.ts')
    expect(out).toContain('x.cjs:1  "next-auth" is loaded as a whole')
  })

  it('names the commands that show whether the move works, and each reason once', async () => {
    const project = await make({
      'package.json': manifest({ next: '16.4.0', typescript: '5.9.0' }),
      ...APP,
      'a.cjs': "require('next-auth')\n",
      'b.cjs': "require('next-auth')\n",
      'mail.ts':
        'export const generateVerificationToken = 1\nexport const mail = { generateVerificationToken: () => Math.random() }\n',
    })
    const { code, out } = await codemod(project)
    expect(code).toBe(3)
    expect(out).toMatch(/Without this no mail is sent:\n {2}mail\.ts:2 /)
    expect(out).toMatch(/which names are used\.\n {4}a\.cjs:1\n {4}b\.cjs:1\n/)
    expect(out.indexOf('mail.ts:2')).toBeLessThan(out.indexOf('a.cjs:1'))
    expect(out).toContain('npx tsc --noEmit')
    expect(out).toContain('doctor --flows')
  })

  it('offers to run these commands, and does not where the answer is no', async () => {
    const { folder } = await make({ 'package.json': PACKAGE, ...APP })
    const argv = ['codemod', 'next-auth', '--until', '2027-06-30']
    const { code, err } = await run(argv, { folder, typed: () => 'n\n' })
    expect({ code, err }).toEqual({ code: 0, err: containing('run these now? [y/N]') })
  })

  it.each(['12.3.4', '^13.4.0', '14.2.3'])(
    'stops before it changes anything with Next.js %s, and names the upgrade',
    async (next) => {
      const files = { 'package.json': manifest({ next }), ...APP }
      const project = await make(files)
      const { code, err } = await codemod(project)
      expect({ code, err }).toEqual({
        code: 4,
        err: containing('npx @next/codemod@latest upgrade latest'),
      })
      const { out } = await codemod(project, '--json')
      expect(JSON.parse(out)).toMatchObject({
        unsupported: { next: Number.parseInt(next.replace('^', ''), 10) },
      })
      expect(await project.all()).toEqual(files)
    },
  )

  it('with --anyway moves what it can with Next.js 14', async () => {
    const project = await make({ 'package.json': manifest({ next: '14.2.3' }), ...APP })
    expect((await codemod(project, '--anyway')).code).toBe(0)
    expect(await project.read('auth.ts')).toContain('@latchstring/next')
  })

  it('leaves a package.json that is not JSON, says so, and moves everything else', async () => {
    const template = '{\n  "name": "<%= name %>",\n  <% if (auth) { %>"next-auth": "5"<% } %>\n}\n'
    const project = await make({
      'package.json': PACKAGE,
      ...APP,
      'templates/package.json': template,
      'other/package.json': '{',
    })
    const { code, out, err } = await codemod(project)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('changed  auth.ts')
    expect(out).toContain('templates/package.json:3  It is not JSON, and was left as it is.')
    expect(out).not.toContain('other/package.json')
    expect(await project.read('templates/package.json')).toBe(template)
  })

  it('says that there is nothing to do where next-auth is not used', async () => {
    const project = await make({ 'package.json': PACKAGE, 'a.ts': 'export {}\n' })
    const { code, out } = await codemod(project)
    expect({ code, out }).toEqual({ code: 0, out: 'Nothing here uses next-auth.\n' })
  })

  it.each([
    [['codemod'], 'Name what to move from'],
    [['codemod', 'lucia'], 'Name what to move from'],
    [['codemod', 'next-auth', '--until', 'soon'], '--until: "soon" is not a day'],
    [['codemod', 'next-auth', '--write'], 'Unknown option --write.'],
  ])('refuses the call %j', async (argv, message) => {
    const { folder } = await make({ 'package.json': PACKAGE })
    const { code, err } = await run(argv, { folder })
    expect({ code, err }).toEqual({ code: 2, err: containing(message) })
  })

  it('takes sessions over for 45 days unless --until says otherwise', async () => {
    const project = await make({ 'package.json': PACKAGE, ...APP })
    await run(['codemod', 'next-auth'], { folder: project.folder })
    const [, day = ''] = /until: '([\d-]+)'/.exec(await project.read('auth.ts')) ?? []
    const days = (Date.parse(day) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(43)
    expect(days).toBeLessThan(46)
  })
})

const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })

/** An application in a repository of git, with everything committed. */
async function makeRepository(files: Files): Promise<ProjectFolder> {
  const project = await make(files)
  git(project.folder, 'init', '--quiet')
  git(project.folder, 'add', '--all')
  git(project.folder, 'commit', '--quiet', '--message', 'Begin')
  return project
}

describe('latchstring codemod in a repository of git', () => {
  const FILES = { 'package.json': PACKAGE, ...APP, 'notes/a b.md': 'one\n' }

  it('moves an application with everything committed, and again before that is', async () => {
    const project = await makeRepository(FILES)
    expect((await codemod(project)).code).toBe(0)
    expect(await project.read('auth.ts')).toContain('@latchstring/next')
    // There is nothing left to change, and so nothing to lose.
    expect((await codemod(project)).code).toBe(0)
  })

  it.each([
    ['changed', { 'notes/a b.md': 'two\n' }],
    ['not in git yet', { 'new.ts': 'export {}\n' }],
  ])('refuses while a file is %s, and changes nothing', async (_, more) => {
    const project = await makeRepository(FILES)
    await project.add(more)
    const { code, err } = await codemod(project)
    expect({ code, err }).toEqual({
      code: 1,
      err: containing(`${Object.keys(more).join('')}: changes`),
    })
    expect(err).toContain('Nothing was changed. Commit or stash them, or run it with --force.')
    expect(await project.all()).toEqual({ ...FILES, ...more })
  })

  it('refuses while a file is not in git yet, also where git is set to show none of these', async () => {
    const project = await makeRepository(FILES)
    git(project.folder, 'config', 'status.showUntrackedFiles', 'no')
    await project.add({ 'new.ts': 'export {}\n' })
    const { code, err } = await codemod(project)
    expect({ code, err }).toEqual({ code: 1, err: containing('new.ts: changes') })
    expect(await project.read('auth.ts')).toBe(APP['auth.ts'])
  })

  it('refuses while a file of a submodule is changed, also where git is set to ignore that', async () => {
    const project = await makeRepository(FILES)
    const other = await makeRepository({ 'lib.ts': 'export {}\n' })
    const from = ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add']
    git(project.folder, ...from, other.folder, 'lib')
    git(project.folder, 'config', '--file', '.gitmodules', 'submodule.lib.ignore', 'all')
    git(project.folder, 'add', '--all')
    git(project.folder, 'commit', '--quiet', '--message', 'Add a submodule')
    await writeFile(join(project.folder, 'lib/lib.ts'), 'export const changed = true\n')
    const { code, err } = await codemod(project)
    expect({ code, err }).toEqual({ code: 1, err: containing('lib: changes') })
  })

  it('refuses in a worktree whose repository no longer exists', async () => {
    const project = await make(FILES)
    await project.add({ '.git': `gitdir: ${join(project.folder, 'gone/.git/worktrees/app')}\n` })
    const { code, err } = await codemod(project)
    expect({ code, err }).toEqual({
      code: 1,
      err: containing('git cannot say whether everything is committed'),
    })
    expect(await project.read('auth.ts')).toBe(APP['auth.ts'])
  })

  it('names three files that are not committed, and how many more there are', async () => {
    const project = await makeRepository(FILES)
    git(project.folder, 'mv', 'notes/a b.md', 'notes/c.md')
    await project.add({ 'd.ts': '', 'e.ts': '', 'f.ts': '', 'g.ts': '' })
    const { err } = await codemod(project)
    expect(err).toContain(
      'Error: notes/a b.md, notes/c.md, d.ts and 3 more: changes that are not committed',
    )
  })

  it('with --force or --dry-run does not ask what is committed', async () => {
    const project = await makeRepository(FILES)
    await project.add({ 'new.ts': 'export {}\n' })
    expect((await codemod(project, '--dry-run')).code).toBe(0)
    expect((await codemod(project, '--force')).code).toBe(0)
    expect(await project.read('auth.ts')).toContain('@latchstring/next')
  })

  it('asks for what is in its own folder alone', async () => {
    const project = await makeRepository(FILES)
    const app = join(project.folder, 'apps/web')
    await mkdir(app, { recursive: true })
    await writeFile(join(app, 'package.json'), PACKAGE)
    await writeFile(join(app, 'auth.ts'), APP['auth.ts'] ?? '')
    git(project.folder, 'add', '--all')
    git(project.folder, 'commit', '--quiet', '--message', 'Add an application')
    await project.add({ 'elsewhere.ts': '' })
    const { code } = await run(['codemod', 'next-auth'], { folder: app })
    expect(code).toBe(0)
  })

  it('refuses where git cannot say what is committed', async () => {
    const project = await makeRepository(FILES)
    await project.add({ '.git/HEAD': 'ref: refs/heads/x\n', '.git/config': '[core\n' })
    const { code, err } = await codemod(project)
    expect({ code, err }).toEqual({
      code: 1,
      err: containing('git cannot say whether everything is committed'),
    })
    expect(await project.read('auth.ts')).toBe(APP['auth.ts'])
  })
})

describe('latchstring codemod next-auth, at a terminal', () => {
  /** Answers yes to the offer, with programs that write down that they ran. */
  async function accept(
    files: Files,
    installed: 0 | 1,
  ): Promise<{ readonly ran: readonly string[]; readonly out: string }> {
    const source =
      "import NextAuth from 'next-auth'\n\nexport const { handlers, auth } = NextAuth({ providers: [] })\n"
    const project = await make({ 'package.json': PACKAGE, 'auth.ts': source, ...files })
    const bin = join(project.folder, 'bin')
    await mkdir(bin)
    const { folder } = project
    for (const [name, code] of [
      ['npm', installed],
      ['npx', 0],
    ] as const) {
      const script = `#!/bin/sh\necho "${name} $1" >> "${bin}/ran"\nexit ${code}\n`
      await writeFile(join(bin, name), script, { mode: 0o755 })
    }
    vi.stubEnv('PATH', bin)
    onTestFinished(() => void vi.unstubAllEnvs())
    const argv = ['codemod', 'next-auth', '--until', '2027-06-30']
    const { out } = await run(argv, { folder, typed: () => 'y\n' })
    const ran = await readFile(join(bin, 'ran'), 'utf8')
    return { ran: ran.trim().split('\n'), out }
  }

  const TYPED = { 'tsconfig.json': '{}' }
  const DOCTOR = 'npx @latchstring/cli'

  it('runs nothing more where the packages cannot be installed', async () => {
    const { ran, out } = await accept(TYPED, 1)
    expect(ran).toEqual(['npm install'])
    expect(out).toContain('It ended with 1.')
  })

  it('checks types with an installed TypeScript alone: npx would fetch another package', async () => {
    expect((await accept(TYPED, 0)).ran).toEqual(['npm install', DOCTOR])
    const installed = { ...TYPED, 'node_modules/.bin/tsc': '' }
    expect((await accept(installed, 0)).ran).toEqual(['npm install', 'npx tsc', DOCTOR])
  })
})
