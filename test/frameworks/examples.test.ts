import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chooseRoots, shortName } from '../../tools/release/pack-app/roots.mjs'
import { publishedPackages } from '../../tools/release/packages.mjs'
import { root } from '../../tools/root.mjs'
import { examples } from './examples.mjs'

const EXAMPLES = join(root, 'examples')

type Versions = Readonly<Record<string, string>>

interface Manifest {
  readonly scripts: Versions
  readonly dependencies?: Versions
  readonly devDependencies?: Versions
}

const read = (path: string): string => readFileSync(path, 'utf8')

function readVersions(folder: string): Versions {
  // Files of this repository, which npm reads as well.
  const manifest = JSON.parse(read(join(folder, 'package.json'))) as Manifest
  return { ...manifest.dependencies, ...manifest.devDependencies }
}

const OWN = Object.fromEntries(
  publishedPackages().map(({ manifest }) => [manifest.name, manifest.version]),
)

const isOurs = (name: string): boolean => name.startsWith('@latchstring/')

test('Every folder of examples is tried, and in the list', () => {
  const folders = readdirSync(EXAMPLES)
    .filter((name) => !name.endsWith('.md'))
    .toSorted((a, b) => a.localeCompare(b))
  expect(examples.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b))).toEqual(folders)
  const linked = [...read(join(EXAMPLES, 'README.md')).matchAll(/\]\(([\w-]+)\/README\.md\)/g)]
  expect(linked.map(([, name = '']) => name).toSorted((a, b) => a.localeCompare(b))).toEqual(
    folders,
  )
})

describe.each(examples)('The example of $id', ({ id, example }) => {
  const folder = join(EXAMPLES, id)
  const versions = readVersions(folder)

  test('asks for our packages in the version they have', () => {
    const asked = Object.entries(versions).filter(([name]) => isOurs(name))
    expect(asked).toEqual(asked.map(([name]) => [name, OWN[name]]))
    // Without them there is no sign-in without keys.
    expect(versions).toHaveProperty('@latchstring/cli')
    expect(versions).toHaveProperty('@latchstring/testing')
  })

  test('asks for everything else in the version that is tried elsewhere', () => {
    const tried = (example?.versions ?? []).map((path) => readVersions(join(root, path)))
    const known = Object.fromEntries(tried.flatMap((one) => Object.entries(one)))
    const others = Object.entries(versions).filter(([name]) => !isOurs(name))
    expect(others).toEqual(others.map(([name]) => [name, known[name]]))
  })

  test('has a lock file without our packages', () => {
    const lock = read(join(folder, 'package-lock.json'))
    expect(lock).not.toContain('@latchstring/')
  })

  test('is given the package of its framework by pack:app', () => {
    const roots = chooseRoots(publishedPackages(), { folder, asked: [] }, versions)
    expect(roots.map(shortName)).toContain(id)
  })

  test('has a README with the commands and the variables', () => {
    const readme = read(join(folder, 'README.md'))
    const lines = readme.split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        `cp -r examples/${id} ../my-app`,
        'npm run pack:app ../my-app',
        'cd ../my-app',
        'npx @latchstring/cli dev',
        'AUTH_GITHUB_ID=…',
        'AUTH_GITHUB_SECRET=…',
      ]),
    )
    expect(readme).toContain(`\`${example?.envFile}\``)
    const [, page = ''] = /\(\.\.\/\.\.\/(docs\/[\w-]+\.md)\)/.exec(readme) ?? []
    expect(existsSync(join(root, page))).toBe(true)
    expect(read(join(folder, '.gitignore')).split('\n')).toContain(example?.envFile)
  })
})
