import { execFile } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { lineEnd, readText } from './env-file.ts'
import type { FileChange } from './file-changes.ts'
import type { Framework } from './framework.ts'
import { exists } from './project.ts'

/** What git does with a file: it has it, leaves it out, or would take it with the next `git add`. */
type Standing = 'tracked' | 'ignored' | 'open'

/** The exit code of git; `undefined` where git cannot be run. */
function git(folder: string, args: readonly string[]): Promise<number | undefined> {
  return new Promise((done) => {
    execFile('git', [...args], { cwd: folder }, (error) => {
      if (error === null) done(0)
      else done(typeof error.code === 'number' ? error.code : undefined)
    })
  })
}

/** Whether lines of a `.gitignore` leave a file out, as far as they are the usual ones for files of variables. */
function matches(text: string, file: string): boolean {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/^\//, ''))
    .filter((line) => line !== '' && !/^[#!]/.test(line) && !line.includes('/'))
    .some((line) => {
      const pattern = line.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
      return new RegExp(`^${pattern.join('.*')}$`).test(file)
    })
}

async function isInRepository(folder: string): Promise<boolean> {
  for (let place = folder; ; place = dirname(place)) {
    if (await exists(join(place, '.git'))) return true
    if (place === dirname(place)) return false
  }
}

/** @throws Error where git refuses to say */
async function isTracked(file: string): Promise<boolean> {
  const folder = dirname(file)
  const code = await git(folder, ['ls-files', '--error-unmatch', '--', basename(file)])
  if (code === 128 && (await isInRepository(folder))) {
    throw new Error(
      `git cannot say whether it has ${basename(file)}, and a secret in it could be in the repository. ` +
        'Nothing was changed. Run "git status", which says why, and correct that first.',
    )
  }
  return code === 0
}

async function readStanding(file: string, rules: string): Promise<Standing> {
  // A symbolic link may lead to a file that git has.
  const real = await realpath(file).catch(() => file)
  if ((await isTracked(file)) || (await isTracked(real))) return 'tracked'
  const name = basename(file)
  const code = await git(dirname(file), ['check-ignore', '--quiet', '--no-index', '--', name])
  if (code === 0) return 'ignored'
  // Not a repository yet, or no git on this machine.
  if (code !== 1 && matches(rules, name)) return 'ignored'
  return 'open'
}

/** What frameworks build, for a new `.gitignore`. */
const BUILT: Readonly<Record<Framework['id'], readonly string[]>> = {
  next: ['.next', 'out', 'next-env.d.ts', '*.tsbuildinfo'],
  nuxt: ['.nuxt', '.output', '.data'],
  sveltekit: ['.svelte-kit', 'build'],
  astro: ['.astro', 'dist'],
  'react-router': ['.react-router', 'build'],
}

/** What git leaves out of an application that has no `.gitignore` yet. */
const leftOut = ({ id }: Framework): string =>
  ['node_modules', ...(BUILT[id] ?? ['dist']), '.env', '.env.*', '!.env.example', '*.log']
    .map((line) => `${line}\n`)
    .join('')

/**
 * What keeps a file with a secret out of git.
 *
 * @param file - the name of the file, relative to the folder
 * @param framework - where a new `.gitignore` is to be complete
 * @returns the change of `.gitignore` that it takes, or nothing where the file is left out already
 * @throws Error where git has the file, so that everybody who can read the repository would read the secret
 */
export async function keepOutOfGit(
  folder: string,
  file: string,
  framework?: Framework,
): Promise<FileChange | undefined> {
  const place = dirname(file)
  const path = place === '.' ? '.gitignore' : join(place, '.gitignore')
  const before = await readText(resolve(folder, path))
  const rules = before ?? ''
  const name = basename(file)
  const standing = await readStanding(resolve(folder, file), rules)
  if (standing === 'ignored') return undefined
  if (standing === 'tracked') {
    throw new Error(
      `${file} is tracked by git, and a secret in it would be in the repository. ` +
        `Run "git rm --cached ${file}" and add it to .gitignore, or name another file with --file.`,
    )
  }
  if (before === undefined && framework !== undefined) {
    return { path, before, after: leftOut(framework) }
  }
  const end = lineEnd(rules)
  const gap = rules === '' || rules.endsWith('\n') ? '' : end
  return { path, before, after: `${rules}${gap}${name}${end}` }
}
