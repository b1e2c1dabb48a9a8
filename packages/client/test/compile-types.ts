import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const COMPILER = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
)

/** What the compiler says of a program: augmentations hold for a whole one, so that each application is one of its own. */
export async function compileTypes(folder: URL): Promise<string> {
  const args = [COMPILER, '-p', fileURLToPath(folder)]
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((failure: unknown) =>
    failure instanceof Error && 'stdout' in failure ? failure : { stdout: String(failure) },
  )
  return String(stdout)
}
