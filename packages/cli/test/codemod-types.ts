import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Shape } from './codemod-shapes.ts'

const COMPILER = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
)
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The options that create-next-app writes, and the sources of this library. */
const OPTIONS = {
  target: 'ES2022',
  lib: ['dom', 'dom.iterable', 'esnext'],
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  isolatedModules: true,
  jsx: 'react-jsx',
  allowImportingTsExtensions: true,
  types: ['node'],
  customConditions: ['@latchstring/source'],
}

/** What the compiler says of applications after the move. */
export interface Compiled {
  readonly stdout: string
  /** Files that are listed, where errors are known. */
  readonly known: readonly string[]
}

async function compile(folder: string, config: string): Promise<string> {
  const args = [COMPILER, '-p', join(folder, config), '--pretty', 'false']
  try {
    return (await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout
  } catch (failure) {
    if (!(failure instanceof Error && 'stdout' in failure)) throw failure
    return String(failure.stdout)
  }
}

const augments = ({ after }: Shape): boolean =>
  Object.values(after).some((text) => text.includes('declare module'))

/** Whether it is a program of its own: an augmentation, and a path, holds for a whole one. */
export const isCompiledAlone = (shape: Shape): boolean =>
  augments(shape) || Object.keys(shape.after).some((path) => path.endsWith('tsconfig.json'))

/** Compiles what the codemod makes of applications: those that augment modules, or have paths of their own, each by itself. */
export async function compileShapes(shapes: readonly Shape[]): Promise<Compiled> {
  const folder = await mkdtemp(join(tmpdir(), 'latchstring-types-'))
  try {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const alone: string[] = []
    const together: string[] = []
    const known: string[] = []
    for (const [index, shape] of shapes.entries()) {
      const own = `kind${index}`
      for (const [path, text] of Object.entries(shape.after)) {
        await mkdir(dirname(join(folder, own, path)), { recursive: true })
        await writeFile(join(folder, own, path), text)
      }
      known.push(...shape.left.map((one) => `${own}/${one.split(':')[0] ?? ''}`))
      if (isCompiledAlone(shape)) alone.push(own)
      else together.push(own)
    }
    const programs = [...alone.map((one) => [one]), together]
    const outputs: string[] = []
    for (const [index, include] of programs.entries()) {
      const config = `tsconfig.${index}.json`
      const paths = { '@/*': include.map((one) => `./${one}/web/src/*`) }
      const program = { compilerOptions: { ...OPTIONS, paths }, include }
      await writeFile(join(folder, config), JSON.stringify(program))
      outputs.push(await compile(folder, config))
    }
    return { stdout: outputs.join('\n'), known }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
