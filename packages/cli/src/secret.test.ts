import { execFileSync } from 'node:child_process'
import { lstatSync, statSync } from 'node:fs'
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { describe, expect, it } from 'vitest'
import { type Files, type ProjectFolder, makeProject, manifest } from '../test/projects.ts'
import { containing, run } from '../test/run.ts'

const cleanUps = cleanUpAfterEach()

const NEXT = { 'package.json': manifest({ next: '16.0.0' }), '.gitignore': '.env*.local\n' }

async function make(files: Files): Promise<ProjectFolder> {
  const project = await makeProject(files)
  cleanUps.push(() => project.remove())
  return project
}

const secretIn = (text: string, name = 'AUTH_SECRET'): string =>
  new RegExp(`^${name}=([\\w-]{43})\\r?$`, 'm').exec(text)?.[1] ?? ''

describe('latchstring secret', () => {
  it('prints a new secret of 32 bytes each time and changes no file', async () => {
    const project = await make(NEXT)
    const [one, other] = [await run(['secret'], project), await run(['secret'], project)]
    expect(Buffer.from(one.out.trim(), 'base64url')).toHaveLength(32)
    expect(one.out).not.toBe(other.out)
    expect(await project.all()).toEqual(NEXT)
    const { out } = await run(['secret', '--json'], project)
    expect(out).toMatch(/^\{"secret":"[\w-]{43}"\}\n$/)
  })

  it.each([
    { argv: ['--wirte'], says: 'Did you mean --write?' },
    { argv: ['--write', '--rotate'], says: 'only one of --write, --rotate, --stage and --promote' },
    { argv: ['--file', '.env'], says: '--file is for --write, --rotate, --stage and --promote' },
    { argv: ['now'], says: '"now" is not expected here' },
  ])('reports the wrong call $argv with exit code 2', async ({ argv, says }) => {
    const { code, out, err } = await run(['secret', ...argv])
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: containing(says) })
  })

  it('explains itself', async () => {
    const { code, out } = await run(['secret', '--help'])
    expect({ code, out }).toEqual({ code: 0, out: containing('--rotate') })
  })

  it.each([
    { of: 'Next.js', files: NEXT, file: '.env.local' },
    { of: 'Express', files: { 'package.json': manifest({ express: '5.0.0' }) }, file: '.env' },
    {
      of: 'a server of node:http',
      files: { 'package.json': manifest({ '@latchstring/node': '0.0.0' }) },
      file: '.env',
    },
    {
      of: 'Remix',
      files: { 'package.json': manifest({ '@remix-run/fetch-router': '0.18.2' }) },
      file: '.env',
    },
    { of: 'no known framework', files: {}, file: '.env.local' },
    { of: 'a folder with .env', files: { '.env': 'A=1\n' }, file: '.env' },
  ])('writes AUTH_SECRET into $file in a folder of $of, and prints no secret', async (row) => {
    const project = await make(row.files)
    const { code, out, err } = await run(['secret', '--write'], project)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const secret = secretIn(await project.read(row.file))
    expect(secret).toHaveLength(43)
    expect(out).not.toContain(secret)
    const ignored = await project.read('.gitignore')
    expect(ignored).toMatch(row.of === 'Next.js' ? /^\.env\*\.local$/m : `${row.file}\n`)
  })

  it('lets only the owner read a file that it makes', async () => {
    const project = await make(NEXT)
    await run(['secret', '--write'], project)
    expect(statSync(join(project.folder, '.env.local')).mode & 0o077).toBe(0)
  })

  it.each([
    { where: '.env.local', text: 'AUTH_SECRET=of-the-owner\n' },
    { where: '.env', text: 'AUTH_SECRET=of-the-owner\n' },
    { where: '.env.development', text: 'NEXTAUTH_SECRET=of-the-owner\n' },
  ])('leaves a secret in $where alone and names --rotate', async ({ where, text }) => {
    const files = { ...NEXT, [where]: text }
    const project = await make(files)
    const { code, err } = await run(['secret', '--write'], project)
    expect({ code, err }).toEqual({ code: 1, err: containing('--rotate') })
    expect(err).toContain(where)
    expect(await project.all()).toEqual(files)
  })

  it('rotates under the names that the library reads first, and keeps every older secret', async () => {
    const old = 'AUTH_SECRET=of-the-owner\r\nOTHER=1\r\n'
    const project = await make({ ...NEXT, '.env.local': old })
    for (const name of ['AUTH_SECRET_1', 'AUTH_SECRET_2', 'AUTH_SECRET_3']) {
      const before = await project.read('.env.local')
      expect((await run(['secret', '--rotate'], project)).code).toBe(0)
      const after = await project.read('.env.local')
      expect(after.startsWith(before)).toBe(true)
      expect(after.slice(before.length)).toMatch(new RegExp(`^${name}=[\\w-]{43}\\r\\n$`))
    }
    const full = await project.all()
    const { code, err } = await run(['secret', '--rotate'], project)
    expect({ code, err }).toEqual({ code: 1, err: containing('the last one') })
    expect(await project.all()).toEqual(full)
  })

  it('stages a secret behind the others, and promotes that one to be the newest (MIX-01)', async () => {
    const project = await make({ ...NEXT, '.env.local': 'AUTH_SECRET=of-the-owner\nOTHER=1\n' })
    expect((await run(['secret', '--promote'], project)).err).toContain('secret --stage')
    const staging = await run(['secret', '--stage'], project)
    expect({ code: staging.code, out: staging.out }).toEqual({
      code: 0,
      out: containing('--promote'),
    })
    const staged = await project.read('.env.local')
    const secret = secretIn(staged, 'AUTH_SECRET_NEXT')
    expect(secret).toHaveLength(43)
    const again = await run(['secret', '--stage'], project)
    expect([again.code, await project.read('.env.local')]).toEqual([1, staged])
    const promoting = await run(['secret', '--promote'], project)
    expect({ code: promoting.code, err: promoting.err }).toEqual({ code: 0, err: '' })
    expect(await project.read('.env.local')).toBe(
      `AUTH_SECRET=of-the-owner\nOTHER=1\nAUTH_SECRET_1=${secret}\n`,
    )
  })

  it('does not rotate what is not there', async () => {
    const project = await make(NEXT)
    const { code, err } = await run(['secret', '--rotate'], project)
    expect({ code, err }).toEqual({ code: 1, err: containing('--write') })
    expect(await project.all()).toEqual(NEXT)
  })

  it('writes into the file that --file names, without a look at the others', async () => {
    const project = await make({ ...NEXT, '.env': 'AUTH_SECRET=of-the-owner\n' })
    const argv = ['secret', '--write', '--file', '.env.production.local', '--json']
    const { code, out } = await run(argv, project)
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({
      variable: 'AUTH_SECRET',
      file: '.env.production.local',
      ignored: false,
    })
    expect(secretIn(await project.read('.env.production.local'))).toHaveLength(43)
  })

  it('writes no secret into a file that git has', async () => {
    const project = await make({ 'package.json': manifest({ express: '5' }), '.env': 'PORT=1\n' })
    const git = (...args: readonly string[]) =>
      execFileSync('git', [...args], { cwd: project.folder, stdio: 'ignore' })
    git('init')
    git('add', '.env')
    const before = await project.all()
    const { code, err } = await run(['secret', '--write'], project)
    expect({ code, err }).toEqual({ code: 1, err: containing('.env is tracked by git') })
    expect(await project.all()).toEqual(before)
  })

  it('adds the file to .gitignore of a repository once', async () => {
    const project = await make({ 'package.json': manifest({ express: '5' }), '.gitignore': 'dist' })
    execFileSync('git', ['init'], { cwd: project.folder, stdio: 'ignore' })
    expect((await run(['secret', '--write'], project)).out).toContain('Added .env to .gitignore')
    await run(['secret', '--rotate'], project)
    expect(await project.read('.gitignore')).toBe('dist\n.env\n')
  })

  it('says that package.json is not JSON', async () => {
    const project = await make({ 'package.json': '{' })
    const { code, err } = await run(['secret', '--write'], project)
    expect({ code, err }).toEqual({ code: 1, err: containing('package.json is not a JSON object') })
  })

  it('leaves the secret in a file with a byte order mark alone', async () => {
    const project = await make({ ...NEXT, '.env.local': '\uFEFFAUTH_SECRET=of-the-owner\r\n' })
    const { code, err } = await run(['secret', '--write'], project)
    expect({ code, err }).toEqual({ code: 1, err: containing('already set in .env.local') })
  })

  it('writes into the file at an absolute path, and nowhere else', async () => {
    const [project, other] = [await make(NEXT), await make({ '.gitignore': '.env*\n' })]
    const file = join(other.folder, '.env.local')
    expect((await run(['secret', '--write', '--file', file], project)).code).toBe(0)
    expect(secretIn(await other.read('.env.local'))).toHaveLength(43)
    expect(await project.all()).toEqual(NEXT)
  })

  it.each(['auth.ts', 'package.json', 'next.config.mjs', 'compose.yaml', 'README.md'])(
    'refuses %s as a file of variables',
    async (file) => {
      const project = await make({ ...NEXT, [file]: '{}\n' })
      const before = await project.all()
      const { code, err } = await run(['secret', '--write', '--file', file], project)
      expect({ code, err }).toEqual({ code: 2, err: containing(`${file} is not a file of`) })
      expect(await project.all()).toEqual(before)
    },
  )

  it.each(['.env.local', '.dev.vars', 'production.env'])(
    'lets only the owner read a new %s',
    async (file) => {
      const project = await make(NEXT)
      expect((await run(['secret', '--write', '--file', file], project)).code).toBe(0)
      expect(statSync(join(project.folder, file)).mode & 0o077).toBe(0)
    },
  )

  it('keeps bytes that are not UTF-8 by leaving their file alone', async () => {
    const project = await make(NEXT)
    const file = join(project.folder, '.env.local')
    const text = Buffer.from('NAME=M\u00FCller\n', 'latin1')
    await writeFile(file, text)
    const { code, err } = await run(['secret', '--write'], project)
    expect({ code, err }).toEqual({ code: 1, err: containing('.env.local is not in UTF-8') })
    expect(await readFile(file)).toEqual(text)
  })

  it('writes through a symbolic link, and keeps the link, whose file only the owner may read from then on', async () => {
    const project = await make({ ...NEXT, 'shared/variables': 'A=1\n' })
    const file = join(project.folder, '.env.local')
    await chmod(join(project.folder, 'shared/variables'), 0o640)
    await symlink('shared/variables', file)
    const { code, out } = await run(['secret', '--write'], project)
    expect({ code, out }).toEqual({ code: 0, out: containing('Only you may read .env.local now') })
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
    expect(secretIn(await project.read('shared/variables'))).toHaveLength(43)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('writes no secret into a file that git has under another name', async () => {
    const project = await make({ ...NEXT, 'shared/variables': 'A=1\n' })
    await symlink('shared/variables', join(project.folder, '.env.local'))
    const git = (...args: readonly string[]) =>
      execFileSync('git', [...args], { cwd: project.folder, stdio: 'ignore' })
    git('init')
    git('add', 'shared')
    const before = await project.read('shared/variables')
    const { code, err } = await run(['secret', '--write'], project)
    expect({ code, err }).toEqual({ code: 1, err: containing('is tracked by git') })
    expect(await project.read('shared/variables')).toBe(before)
  })

  it('says in a sentence that the file of variables is a folder, and changes nothing', async () => {
    const project = await make({ 'package.json': manifest({ express: '5' }) })
    await mkdir(join(project.folder, '.env'))
    const before = await project.all()
    const { code, err } = await run(['secret', '--write'], project)
    expect({ code, err }).toEqual({ code: 1, err: containing('.env cannot be read') })
    expect(await project.all()).toEqual(before)
  })

  it('writes no secret where git cannot say whether it has the file', async () => {
    const files = { 'package.json': manifest({ express: '5' }), '.git': 'gitdir: nowhere\n' }
    const project = await make({ ...files, 'app/package.json': manifest({ express: '5' }) })
    const before = await project.all()
    const { code, err } = await run(['secret', '--write'], { folder: join(project.folder, 'app') })
    expect({ code, err }).toEqual({
      code: 1,
      err: containing('git cannot say whether it has .env'),
    })
    expect(await project.all()).toEqual(before)
  })
})
