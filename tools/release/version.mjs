/**
 * `node tools/release/version.mjs` raises the version of all packages as the change files in .changeset ask, in every package.json and lock
 * file of the repository, and moves their texts to CHANGELOG.md. It is not `changeset version`, which makes 1.0.0 of 0.0.0 because one
 * package is an optional peer of another, leaves the examples behind, and writes a changelog for each of the packages.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { Failure, mustRun, runMain } from '../run.mjs'
import { publishedPackages } from './packages.mjs'

const CHANGES = join(root, '.changeset')
const CHANGELOG = join(root, 'CHANGELOG.md')
const BUMPS = /** @type {const} */ (['major', 'minor', 'patch'])

/** Under this heading CHANGELOG.md has what is not released. */
const UNRELEASED = '## Unreleased\n'

/** @typedef {(typeof BUMPS)[number]} Bump */
/** @typedef {{ readonly bump: Bump, readonly text: string }} Change */

/** @type {(file: string) => Change} */
function readChange(file) {
  const [, head = '', text = ''] =
    /^---\n([^]*?)\n---\n([^]*)$/.exec(readFileSync(join(CHANGES, file), 'utf8')) ?? []
  const bump = BUMPS.find((name) => new RegExp(`: ${name}$`, 'm').test(head))
  if (bump === undefined || text.trim() === '')
    throw new Failure(`.changeset/${file} names no package with its bump, or has no text.`)
  return { bump, text: text.trim() }
}

/** @type {() => string} */
function readVersion() {
  const manifests = publishedPackages().map(({ manifest }) => manifest)
  const [version = '', ...others] = new Set(manifests.map((manifest) => manifest.version))
  if (others.length === 0) return version
  const list = manifests.map((manifest) => `  ${manifest.name} ${manifest.version}`).join('\n')
  throw new Failure(`The packages have more than one version:\n${list}`)
}

/** @type {(version: string, bump: Bump) => string} */
function raise(version, bump) {
  const at = BUMPS.indexOf(bump)
  const parts = version.split('.').map(Number)
  return parts.map((part, index) => (index === at ? part + 1 : index < at ? part : 0)).join('.')
}

/** @type {(from: string, to: string) => void} where packages of this repository are named with their version, and nowhere else */
function writeManifests(from, to) {
  const names = publishedPackages().map(({ manifest }) => manifest.name)
  const files = execFileSync('git', ['ls-files', '-z', '*package.json'], { cwd: root })
  for (const file of files.toString().split('\0').filter(Boolean)) {
    const text = readFileSync(join(root, file), 'utf8')
    const { name } = /** @type {{ name?: string }} */ (JSON.parse(text))
    const keys = names.includes(name ?? '') ? [...names, 'version'] : names
    const changed = keys.reduce(
      (before, key) => before.replaceAll(`"${key}": "${from}"`, `"${key}": "${to}"`),
      text,
    )
    if (changed !== text) writeFileSync(join(root, file), changed)
  }
}

/** @type {(version: string, changes: readonly Change[]) => void} */
function writeChangelog(version, changes) {
  const [above, below] = readFileSync(CHANGELOG, 'utf8').split(UNRELEASED)
  if (above === undefined || below === undefined)
    throw new Failure(`CHANGELOG.md has no heading "${UNRELEASED.trim()}".`)
  const texts = BUMPS.flatMap((bump) => changes.filter((change) => change.bump === bump))
  const day = new Date().toISOString().slice(0, 10)
  const sections = [
    `${above}${UNRELEASED}\nNothing.\n`,
    `## ${version}, ${day}\n\n${texts.map(({ text }) => text).join('\n\n')}\n`,
    ...below.split(/^(?=## )/m).slice(1),
  ]
  writeFileSync(CHANGELOG, sections.join('\n'))
}

await runMain(async () => {
  const files = readdirSync(CHANGES).filter((name) => name.endsWith('.md') && name !== 'README.md')
  if (files.length === 0) throw new Failure('There are no change files in .changeset.')
  const changes = files.toSorted().map(readChange)
  const bump = BUMPS.find((name) => changes.some((change) => change.bump === name)) ?? 'patch'
  const before = readVersion()
  const version = raise(before, bump)
  writeManifests(before, version)
  writeChangelog(version, changes)
  for (const file of files) rmSync(join(CHANGES, file))
  await mustRun('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit'], {
    quiet: true,
    failure: 'The lock file could not be brought up to date; why is above.',
  })
  console.log(`All packages have version ${version}, and CHANGELOG.md says what is in it.`)
})
