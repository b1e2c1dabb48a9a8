import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const COMPILER = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
)
const HERE = fileURLToPath(new URL('.', import.meta.url))

interface Compilation {
  readonly stdout: string
  readonly code: number
}

async function compile(program: string): Promise<Compilation> {
  const args = [COMPILER, '-p', join(HERE, program), '--pretty', 'false']
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: HERE })
    return { stdout, code: 0 }
  } catch (failure) {
    if (!(failure instanceof Error && 'stdout' in failure)) throw failure
    return { stdout: String(failure.stdout), code: 1 }
  }
}

// The sources themselves are not compiled under an application's augmentations, so what is said about those is left out.
const aboutProgram = ({ stdout }: Compilation): readonly string[] =>
  stdout.split('\n').filter((line) => /^\w[\w/.-]*\(\d+,\d+\): error/.test(line))

test.each([
  'consumer',
  'frameworks',
  'augmentation',
  'augmentation-alone',
  'augmentation-next',
  'registration',
])('the type program %s compiles', async (program) => {
  const compilation = await compile(program)
  expect(aboutProgram(compilation)).toEqual([])
  // Whatever else ended the compiler is about the sources, by name.
  if (compilation.code !== 0) expect(compilation.stdout).toMatch(/^\.\.\/\.\.\/\S+: error TS/m)
})
