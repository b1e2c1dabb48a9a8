/** Looks at every package the way npm and TypeScript will see it once it is published. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { publishedPackages } from './packages.mjs'
import { Failure, installed, mustRun, run, runMain } from './run.mjs'

/** @typedef {import('./packages.mjs').Package} Package */

/** @type {(pkg: Package) => Promise<boolean>} */
async function lintManifest({ folder, manifest }) {
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true, pack: 'npm' })
  for (const message of messages) {
    console.error(`${manifest.name}: ${formatMessage(message, pkg) ?? message.code}`)
  }
  return messages.length === 0
}

/** @type {(pkg: Package, into: string) => Promise<boolean>} */
async function checkTypes({ folder, manifest }, into) {
  const before = new Set(readdirSync(into))
  await mustRun('npm', ['pack', '--pack-destination', into, '--loglevel=error'], {
    cwd: folder,
    quiet: true,
    failure: `${manifest.name} cannot be packed.`,
  })
  const tarball = readdirSync(into).find((file) => !before.has(file))
  if (tarball === undefined) throw new Failure(`npm packed nothing for ${manifest.name}.`)
  const args = [
    join(into, tarball),
    '--profile',
    'esm-only',
    '--no-emoji',
    '--format',
    'table-flipped',
  ]
  return (await run(installed('attw'), args, { quiet: true })) === 0
}

/** @type {() => Promise<number>} */
async function main() {
  const into = mkdtempSync(join(tmpdir(), 'latchstring-pack-'))
  try {
    let sound = true
    for (const pkg of publishedPackages()) {
      const good = [await lintManifest(pkg), await checkTypes(pkg, into)].every(Boolean)
      console.log(`${pkg.manifest.name}: ${good ? 'sound' : 'has problems'}`)
      sound &&= good
    }
    return sound ? 0 : 1
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
}

await runMain(main)
