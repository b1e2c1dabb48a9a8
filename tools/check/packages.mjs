/** Looks at every package the way npm and TypeScript will see it once it is published. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { publishedPackages } from '../release/packages.mjs'
import { Failure, installed, mustRun, run, runMain } from '../run.mjs'

/** @typedef {import('../release/packages.mjs').Package} Package */

/** What a package must not ship: its sources are in the repository, under the tag of the release. */
const UNWANTED = /^package\/src\/|\.map$|\.tsbuildinfo$/

/** @type {(pkg: Package, into: string) => Promise<string>} the file of the packed package */
async function pack({ folder, manifest }, into) {
  const before = new Set(readdirSync(into))
  await mustRun('npm', ['pack', '--pack-destination', into, '--loglevel=error'], {
    cwd: folder,
    quiet: true,
    failure: `${manifest.name} cannot be packed.`,
  })
  const tarball = readdirSync(into).find((file) => !before.has(file))
  if (tarball === undefined) throw new Failure(`npm packed nothing for ${manifest.name}.`)
  return join(into, tarball)
}

/** @type {(pkg: Package, tarball: string) => Promise<boolean>} */
async function lintPackage({ manifest }, tarball) {
  const { buffer, byteOffset, byteLength } = readFileSync(tarball)
  const { messages, pkg } = await publint({
    strict: true,
    // A file is read into memory of its own.
    pack: {
      tarball: /** @type {ArrayBuffer} */ (buffer.slice(byteOffset, byteOffset + byteLength)),
    },
  })
  for (const message of messages) {
    console.error(`${manifest.name}: ${formatMessage(message, pkg) ?? message.code}`)
  }
  return messages.length === 0
}

/** @type {(pkg: Package, tarball: string) => boolean} */
function listsFiles({ manifest }, tarball) {
  const { stdout } = spawnSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
  const unwanted = stdout.split('\n').filter((file) => UNWANTED.test(file))
  for (const file of unwanted) console.error(`${manifest.name} ships ${file}`)
  const named = spawnSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' })
  const sources = named.stdout.includes('./src/')
  if (sources) console.error(`The published package.json of ${manifest.name} names sources.`)
  const installs = /"(?:pre|post)?install"\s*:/.test(named.stdout)
  if (installs) console.error(`${manifest.name} runs a script where it is installed.`)
  return stdout !== '' && unwanted.length === 0 && !sources && !installs
}

/** @type {(tarball: string) => Promise<boolean>} */
async function checkTypes(tarball) {
  const args = [tarball, '--profile', 'esm-only', '--no-emoji', '--format', 'table-flipped']
  return (await run(installed('attw'), args, { quiet: true })) === 0
}

/** @type {() => Promise<number>} */
async function main() {
  const into = mkdtempSync(join(tmpdir(), 'latchstring-pack-'))
  try {
    let sound = true
    for (const pkg of publishedPackages()) {
      const tarball = await pack(pkg, into)
      const good = [
        listsFiles(pkg, tarball),
        await lintPackage(pkg, tarball),
        await checkTypes(tarball),
      ].every(Boolean)
      console.log(`${pkg.manifest.name}: ${good ? 'sound' : 'has problems'}`)
      sound &&= good
    }
    return sound ? 0 : 1
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
}

await runMain(main)
