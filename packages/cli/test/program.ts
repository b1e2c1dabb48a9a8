import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Ran } from './run.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const ROOT = join(PACKAGE, '../..')

/** Compiles the program; what has not changed is not compiled again. */
export async function buildProgram(): Promise<void> {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  await promisify(execFile)(process.execPath, [tsc, '-b', PACKAGE])
}

/** Where a program runs. */
export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly folder?: string
  /** The file of the program. */
  readonly file?: string
}

/** Runs the program as npm installs it, without a terminal. */
export function runProgram(argv: readonly string[], options: ProgramOptions = {}): Promise<Ran> {
  const { env = {}, folder = tmpdir(), file = join(PACKAGE, 'dist/bin.js') } = options
  const { PATH } = process.env
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...argv], {
      cwd: folder,
      env: { NODE_ENV: 'test', ...(PATH === undefined ? {} : { PATH }), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString()
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? -1, out, err }))
  })
}

/** What the program writes to the standard error when the reader of its output ends after the first character. */
export async function runUnread(argv: readonly string[]): Promise<string> {
  const command = [process.execPath, join(PACKAGE, 'dist/bin.js'), ...argv]
    .map((part) => `'${part}'`)
    .join(' ')
  const { stderr } = await promisify(execFile)('sh', ['-c', `${command} | head -c 1`])
  return stderr
}

/** A copy of the program beside which no driver is installed. */
export async function installWithoutDrivers(): Promise<{
  readonly folder: string
  readonly file: string
  remove(): Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'latchstring-install-'))
  // What reads modules, which the program cannot do without.
  for (const name of ['acorn', '@sveltejs/acorn-typescript']) {
    const target = join(folder, 'node_modules', name)
    await cp(join(ROOT, 'node_modules', name), target, { recursive: true })
  }
  for (const name of ['cli', 'schema']) {
    const target = join(folder, 'node_modules/@latchstring', name)
    await mkdir(dirname(target), { recursive: true })
    await cp(join(PACKAGE, '..', name, 'dist'), join(target, 'dist'), { recursive: true })
    await cp(join(PACKAGE, '..', name, 'package.json'), join(target, 'package.json'))
  }
  return {
    folder,
    file: join(folder, 'node_modules/@latchstring/cli/dist/bin.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The manifest of the package. */
export const readManifest = (): Promise<string> => readFile(join(PACKAGE, 'package.json'), 'utf8')
