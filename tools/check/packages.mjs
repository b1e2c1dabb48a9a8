/** Looks at every package the way npm and TypeScript will see it once it is published. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { packAll, packedName } from '../release/pack.mjs'
import { publishedPackages } from '../release/packages.mjs'
import { runMain } from '../run.mjs'

/** @typedef {import('../release/packages.mjs').Package} Package */

/** What a package must not ship: its sources are in the repository, under the tag of the release. */
const UNWANTED = /^package\/src\/|\.map$|\.tsbuildinfo$/

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

/** How nothing resolves that is made of modules alone. */
const NOT_RESOLVED = ['node10', 'node16-cjs']

/** @type {(pkg: Package, tarball: string) => Promise<boolean>} */
async function checkTypes({ manifest }, tarball) {
  const packed = createPackageFromTarballData(new Uint8Array(readFileSync(tarball)))
  const analysis = await checkPackage(packed)
  const problems = analysis.types === false ? [] : analysis.problems
  const found = problems.filter(
    (problem) => !('resolutionKind' in problem && NOT_RESOLVED.includes(problem.resolutionKind)),
  )
  for (const problem of found) console.error(`${manifest.name}: ${JSON.stringify(problem)}`)
  return found.length === 0
}

/** @type {(pkg: Package, tarball: string) => Promise<boolean>} */
async function isSound(pkg, tarball) {
  const good = [
    listsFiles(pkg, tarball),
    await lintPackage(pkg, tarball),
    await checkTypes(pkg, tarball),
  ].every(Boolean)
  console.log(`${pkg.manifest.name}: ${good ? 'sound' : 'has problems'}`)
  return good
}

/** @type {() => Promise<number>} */
async function main() {
  const into = mkdtempSync(join(tmpdir(), 'latchstring-pack-'))
  try {
    await packAll(into)
    let sound = true
    for (const pkg of publishedPackages()) {
      // In one process: TypeScript reads its own declarations once.
      if (!(await isSound(pkg, join(into, packedName(pkg.manifest))))) sound = false
    }
    return sound ? 0 : 1
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
}

await runMain(main)
