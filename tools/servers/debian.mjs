import { findProgram } from './programs.mjs'
import { run } from '../run.mjs'

/**
 * Programs that tests look for by themselves, by the package of Debian of the same name, with what a file that needs one has. They are
 * installed before the tests; two that install at the same time wait for each other.
 *
 * @type {Readonly<Record<string, RegExp>>}
 */
export const TEST_PROGRAMS = { nginx: /\bensureProgram\('nginx'/ }

/** Those of them that this machine does not have. @type {(wanted: readonly string[]) => readonly string[]} */
export const missingPrograms = (wanted) => wanted.filter((name) => findProgram(name) === undefined)

/**
 * Installs Debian packages where this machine is a Debian and lets us. What comes of it shows when the programs are
 * looked for again.
 *
 * @param {readonly string[]} packages
 * @returns {Promise<void>}
 */
export async function installDebianPackages(packages) {
  if (findProgram('apt-get') === undefined) return
  const isRoot = process.getuid?.() === 0
  if (!isRoot && findProgram('sudo') === undefined) return
  if (!isRoot && (await run('sudo', ['-n', 'true'], { quiet: true })) !== 0) return
  const env = [
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-q',
    '-o',
    'DPkg::Lock::Timeout=120',
  ]
  const [command = 'env', ...args] = isRoot ? env : ['sudo', '-n', ...env]
  console.log(`Installing from Debian: ${packages.join(', ')} (about 30 s) …`)
  // One package source that does not answer fails the update, while the others may have the packages.
  await run(command, [...args, 'update'], { quiet: true })
  const install = ['install', '-y', '--no-install-recommends', ...packages]
  await run(command, [...args, ...install], { quiet: true })
}
