import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BESIDE, CONFIGURATION, LAYOUT } from './src/next-template.ts'
import { examplesOf, type Example } from './src/page-examples.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What the guides have installed beside Latchstring. */
const OTHERS = [
  ...BESIDE,
  '@node-rs/argon2@2.2.1',
  '@playwright/test@1.65.1',
  '@prisma/adapter-pg@7.10.1',
  '@simplewebauthn/browser@14.0.0',
  '@simplewebauthn/server@14.0.3',
  '@types/pg@8.23.1',
  'drizzle-kit@0.31.11',
  'pg@8.23.1',
  'prisma@7.10.1',
  'vitest@4.1.12',
] as const

type Guide = readonly [name: string, examples: readonly Example[]]

const isOfNext = (examples: readonly Example[]): boolean =>
  examples.some(({ code }) => /from '(?:@latchstring\/next|next)(?:'|\/)/.test(code))

const PAGES = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((file) => `docs/${file}`)]

/** The README and the guides about applications of Next.js, with their files. */
const GUIDES: readonly Guide[] = PAGES.filter((file) => extname(file) === '.md')
  .map((file): Guide => [basename(file, '.md'), examplesOf(file)])
  .filter(([, examples]) => isOfNext(examples))

/** What these files say of types holds for a whole application. */
const ALONE = GUIDES.filter(([, examples]) =>
  examples.some(({ code }) => code.includes('interface Register')),
)
const TOGETHER = GUIDES.filter((guide) => !ALONE.includes(guide))

let app = ''

function write(path: string, text: string): void {
  mkdirSync(join(app, dirname(path)), { recursive: true })
  writeFileSync(join(app, path), text)
}

/** @throws with all that the command has printed: `next build` prints errors of types to its output */
function run(command: string, ...args: readonly string[]): string {
  const env = { ...process.env }
  // `next build` does not expect the NODE_ENV of tests.
  Reflect.deleteProperty(env, 'NODE_ENV')
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: app, encoding: 'utf8', env })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}\n${stderr}`)
  return stdout
}

/** Where a file of a guide is, beside those of other guides: all below `app`, so that imports between them still hold. */
const placeOf = (name: string, path: string): string =>
  path.startsWith('pages/') ? path.replace(/[^/]+$/, `${name}/$&`) : `app/${name}/${path}`

/** A page that imports the files of a guide that no page of it needs to import. */
function importOthers(name: string, examples: readonly Example[]): void {
  const others = examples.filter(
    ({ path }) =>
      !/(?:^|\/)(?:page|layout|route)\.|^pages\/|\.(?:test|spec|setup|config)\./.test(path),
  )
  const imports = others.map(
    ({ path }, index) => `import * as other${index} from '../../${path.replace(/\.tsx?$/, '')}'`,
  )
  const names = others.map((_, index) => `...Object.keys(other${index})`)
  const page = `export default function Page() {\n  return [${names.join(', ')}].join()\n}`
  write(`app/${name}/app/others/page.tsx`, `${[...imports, '', page].join('\n')}\n`)
}

function writeGuide(name: string, examples: readonly Example[]): void {
  write(`app/${name}/app/layout.tsx`, LAYOUT)
  for (const { path, code } of examples) {
    const up = '../'.repeat(path.split('/').length)
    const isOfApp = !path.startsWith('pages/')
    const moved = code.replaceAll(/(?<=from ')(?:\.\.\/)+/g, `${up}app/${name}/`)
    write(placeOf(name, path), isOfApp ? code : moved)
  }
  importOthers(name, examples)
}

/** Builds guides together, and expects each of their pages and routes among those that were built. */
function build(guides: readonly Guide[]): void {
  for (const folder of ['app', 'pages', '.next']) {
    rmSync(join(app, folder), { recursive: true, force: true, maxRetries: 5 })
  }
  for (const [name, examples] of guides) writeGuide(name, examples)
  if (guides.some(([name]) => name === 'storage-drizzle')) {
    const options = ['--dialect', 'postgres', '--format', 'drizzle']
    write(
      'app/storage-drizzle/auth-schema.ts',
      run('npx', '@latchstring/cli', 'schema', ...options),
    )
  }
  const built = run('npx', 'next', 'build')
  for (const [name, examples] of guides) {
    const paths = ['app/others/page.tsx', ...examples.map(({ path }) => path)]
    for (const path of paths.filter((one) => /(?:^|\/)(?:page|route)\.tsx?$/.test(one))) {
      expect(built).toContain(` /${name}/${dirname(path)}`)
    }
  }
}

beforeAll(() => {
  app = mkdtempSync(join(tmpdir(), 'latchstring-built-'))
  write('package.json', '{ "name": "app", "private": true, "type": "module" }\n')
  write('next.config.ts', CONFIGURATION)
  const packages = 'next,adapter-sql,adapter-prisma,adapter-drizzle'
  execFileSync('npm', ['run', 'pack:app', app, '--', '--with', packages], {
    cwd: ROOT,
    stdio: 'pipe',
  })
  run('npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', ...OTHERS)
}, 600_000)

// As many files as the installation wrote.
afterAll(() => rmSync(app, { recursive: true, force: true, maxRetries: 5 }), 600_000)

test('the default template of Next.js builds the files of the guides, all together', () => {
  expect(TOGETHER.length).toBeGreaterThan(15)
  build(TOGETHER)
}, 600_000)

test.each(ALONE)(
  'the default template of Next.js builds the files of %s',
  (...guide) => build([guide]),
  600_000,
)
