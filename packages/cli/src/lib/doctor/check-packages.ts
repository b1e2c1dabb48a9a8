import { readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readManifest } from '../project.ts'
import { ADVISED, fixesFor } from '../advisories.ts'
import type { Application } from './application.ts'
import { type Finding, broken, note, warning } from './finding.ts'
import { findCopies, findInstalled } from './packages.ts'
import { readProviders } from './providers.ts'
import { readDatabase } from './database.ts'
import { memberValue } from './value.ts'

const INSTALL = 'docs/getting-started-next.md'

/** The oldest Node.js that the library runs on. */
const NODE = [20, 19] as const

/** @param version - as `process.version` is written */
export function checkNode(version: string): readonly Finding[] {
  const [, major = '', minor = ''] = /^v?(\d+)\.(\d+)/.exec(version) ?? []
  const old = Number(major) < NODE[0] || (Number(major) === NODE[0] && Number(minor) < NODE[1])
  return old
    ? [
        broken({
          id: 'node-version',
          what: `This is Node.js ${version}, and ${NODE.join('.')} is the oldest that works.`,
          why: 'Functions that the library uses are missing there.',
          fix: 'Install Node.js 22 or 24, and set "engines": { "node": ">=20.19" } in package.json, so that a deployment has it as well.',
          docs: 'README.md#supported-versions',
        }),
      ]
    : []
}

async function checkCopies({ folder }: Application): Promise<readonly Finding[]> {
  const found = await findCopies('@latchstring/core', folder)
  const copies = new Set(await Promise.all(found.map((copy) => realpath(copy))))
  if (copies.size < 2) return []
  const versions = await Promise.all(
    [...copies].map(async (copy) => (await readManifest(copy))?.version ?? ''),
  )
  return [
    broken({
      id: 'core-twice',
      what: `@latchstring/core is installed ${copies.size} times, as ${versions.join(' and ')}.`,
      why: 'An adapter or a framework package works with another copy than the application: classes and types of the two differ.',
      fix: 'Ask for one version in all package.json files, then run: npm dedupe. "npm ls @latchstring/core" shows who asks for what.',
      docs: 'docs/doctor.md',
    }),
  ]
}

async function checkInstalled({ folder, manifest }: Application): Promise<readonly Finding[]> {
  const asked = [...manifest.dependencies.keys()].filter((name) => name.startsWith('@latchstring/'))
  const found = await Promise.all(
    asked.map(async (name) => ((await findInstalled(name, folder)) === undefined ? name : '')),
  )
  const missing = found.filter((name) => name !== '')
  return missing.length === 0
    ? []
    : [
        broken({
          id: 'not-installed',
          what: `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} in package.json, and not installed.`,
          why: 'The application does not start.',
          fix: 'Run: npm install',
          docs: INSTALL,
        }),
      ]
}

/** Packages that a part of the configuration loads when it is used. */
function listDrivers(application: Application): readonly (readonly [string, string])[] {
  const driver = findSqlDriver(application)
  const providers = readProviders(application)
  return [
    ...providers.flatMap(({ id, module, kind }): readonly (readonly [string, string])[] => {
      if (kind === 'webauthn') return [['@simplewebauthn/server', `the provider "${id}"`] as const]
      return /^(?:email|nodemailer)$/.test(module)
        ? [['nodemailer', `the provider "${id}"`] as const]
        : []
    }),
    ...(driver === undefined ? [] : [[driver, 'the adapter'] as const]),
  ]
}

const SQL_DRIVERS: readonly (readonly [RegExp, string])[] = [
  [/^postgres/, 'pg'],
  [/^(?:mysql|mariadb)/, 'mysql2'],
  [/^(?:file:|:memory:|libsql:)/, '@libsql/client'],
]

/** The driver that `openSqlAdapter` loads for an address. */
export const sqlDriver = (url: string): string | undefined =>
  SQL_DRIVERS.find(([scheme]) => scheme.test(url))?.[1]

/** The driver that the adapter loads for its address, unless it is given one. */
function findSqlDriver(application: Application): string | undefined {
  const { url = '', options } = readDatabase(application) ?? {}
  if (memberValue(options, 'driver') !== undefined) return undefined
  return sqlDriver(url)
}

/** Whether the package that the adapter talks to its database with is missing. */
export async function lacksDriver(application: Application): Promise<boolean> {
  const driver = findSqlDriver(application)
  return driver !== undefined && (await findInstalled(driver, application.folder)) === undefined
}

async function checkDrivers(application: Application): Promise<readonly Finding[]> {
  const checked = await Promise.all(
    listDrivers(application).map(async ([name, who]): Promise<readonly Finding[]> => {
      if ((await findInstalled(name, application.folder)) !== undefined) return []
      return [
        broken({
          id: 'driver-missing',
          what: `The package ${name} is not installed, and ${who} needs it.`,
          why: 'It is loaded when it is used for the first time: until then everything looks right.',
          fix: `Run: npm install ${name}`,
          docs: who === 'the adapter' ? 'docs/storage-sql.md' : 'docs/email.md',
        }),
      ]
    }),
  )
  return checked.flat()
}

function checkOther({ manifest, modules }: Application): readonly Finding[] {
  const old = ['next-auth', '@auth/core'].filter((name) => manifest.dependencies.has(name))
  const ours = [...manifest.dependencies.keys()].some((name) => name.startsWith('@latchstring/'))
  if (!ours || old.length === 0) return []
  const files = [...modules.values()]
    .filter(({ imports }) =>
      [...imports.values()].some(({ from }) => /^next-auth(?:\/|$)/.test(from)),
    )
    .map(({ file }) => file)
  const where = files.length === 0 ? '' : ` It is imported in ${files.slice(0, 3).join(', ')}.`
  return [
    (files.length === 0 ? note : broken)({
      id: 'next-auth-installed',
      what: `${old.join(' and ')} ${old.length === 1 ? 'is' : 'are'} still installed.${where}`,
      why:
        files.length === 0
          ? 'An editor offers it for imports, and its functions do not know the sessions of this library.'
          : 'Its functions do not know the sessions of this library: useSession and auth return no session.',
      fix: `${files.length === 0 ? '' : 'Change the imports as the guide shows. '}Run: npm uninstall ${old.join(' ')}`,
      docs: 'docs/moving-from-next-auth.md#1-change-the-imports',
    }),
  ]
}

async function checkFramework({ folder, manifest }: Application): Promise<readonly Finding[]> {
  if (!manifest.dependencies.has('@latchstring/next')) return []
  const next = await findInstalled('next', folder)
  const major = Number(/^\d+/.exec(next?.manifest.version ?? '')?.[0])
  return next === undefined || major >= 15
    ? []
    : [
        broken({
          id: 'next-version',
          what: `Next.js ${next.manifest.version} is installed, and 15 is the oldest that works.`,
          why: 'Cookies and headers are read in another way there.',
          fix: 'Run: npm install next@latest react@latest react-dom@latest',
          docs: INSTALL,
        }),
      ]
}

/** The first versions without an advisory of packages that a guard of this project does not rest on. */
const OTHERS = {
  '@fastify/middie': '9.2.0',
  '@fastify/express': '4.0.5',
  koa: '2.16.4, 3.1.2',
  '@hono/node-server': '1.19.13, 2.0.0',
}

/** Where it was published. */
const ADVISORIES: Readonly<Record<string, string>> = {
  next: 'GHSA-f82v-jwr5-mffw, GHSA-267c-6grr-h53f, GHSA-26hh-7cqf-hhc6, GHSA-492v-c6pp-mqqv',
  astro: 'GHSA-ggxq-hp9w-j794, GHSA-vj59-8hwv-xxmv',
  nuxt: 'GHSA-hg3f-28rg-4jxj',
  hono: 'CVE-2026-29045, CVE-2026-47676',
  '@nestjs/platform-fastify': 'CVE-2025-69211, GHSA-r4wm-x892-vjmx',
  'react-router': 'GHSA-h5cw-625j-3rxh',
  '@fastify/middie': 'CVE-2026-22031, GHSA-8p85-9qpw-fwgw',
  '@fastify/express': 'CVE-2026-33808',
  koa: 'GHSA-7gcc-r8m5-44qm',
  '@hono/node-server': 'GHSA-wc8c-qw6v-h7f6, GHSA-92pp-h63x-v22m',
}

/** What is said of an installed version that has an advisory. */
export function checkVersion(name: string, version: string): readonly Finding[] {
  const fixes = fixesFor(name, version) || fixesFor(name, version, OTHERS)
  const advisory = ADVISORIES[name]
  if (fixes === '' || advisory === undefined) return []
  return [
    broken({
      id: 'bypassed-version',
      what: `${name} ${version} is installed, and a published advisory says how to pass a guard or forge the host there: ${advisory}.`,
      why: 'Pages that a guard in front of them protects are open to strangers who know the request, or links and requests lead to a host of theirs.',
      fix: `Run: npm install ${name}@latest. Fixed in ${fixes}.`,
      docs: 'docs/doctor.md#before-you-start-it',
    }),
  ]
}

async function checkAdvisories({ folder, manifest }: Application): Promise<readonly Finding[]> {
  const names = [...ADVISED, ...Object.keys(OTHERS)].filter((name) =>
    manifest.dependencies.has(name),
  )
  const found = await Promise.all(
    names.map(async (name) => {
      const version = (await findInstalled(name, folder))?.manifest.version
      return version === undefined ? [] : checkVersion(name, version)
    }),
  )
  return found.flat()
}

/** Packages that an application with sessions has; the core alone is also in tools. */
const FRAMEWORK =
  /^@latchstring\/(?!(?:core|testing|cli|schema|client|react|vue|svelte|solid|adapter-[\w-]+)$)/

/** Other applications of the same workspace, which people start beside this one. */
async function checkNeighbours(application: Application): Promise<readonly Finding[]> {
  const { folder, production, configured } = application
  if (production || memberValue(configured?.options, 'cookies') !== undefined) return []
  const above = dirname(folder)
  const entries = await readdir(above, { withFileTypes: true }).catch(() => [])
  const others = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory() && join(above, entry.name) !== folder)
      .slice(0, 200)
      .map(async ({ name }) => {
        const manifest = await readManifest(join(above, name))
        const app = manifest?.scripts.has('dev') === true || manifest?.scripts.has('start') === true
        const ours = [...(manifest?.dependencies.keys() ?? [])].some((one) => FRAMEWORK.test(one))
        return app && ours ? name : ''
      }),
  )
  const names = others.filter((name) => name !== '')
  return names.length === 0
    ? []
    : [
        warning({
          id: 'localhost-cookies',
          what: `${names.slice(0, 3).join(', ')} beside this folder signs people in, too, with cookies of the same names.`,
          why: 'Cookies do not know ports: on localhost a sign-in to one application signs the other one out.',
          fix: "Give this one names of its own: cookies: { sessionToken: { name: 'my-app.session-token' } }, or open it at http://my-app.localhost:3000.",
          docs: 'docs/cookies.md#change-a-cookie',
          ...(configured === undefined ? {} : { file: configured.file }),
        }),
      ]
}

/** Scripts that start the application in another mode than it should be deployed in. */
function checkScripts({ manifest, isNext }: Application): readonly Finding[] {
  const start = manifest.scripts.get('start') ?? ''
  return isNext && /\bnext\s+dev\b/.test(start)
    ? [
        broken({
          id: 'start-development',
          what: 'The script `start` starts the development server.',
          why: 'A deployment then trusts the host of every request, and shows causes of errors to strangers.',
          fix: 'Write "start": "next start", and "build": "next build".',
          docs: 'docs/deployment.md',
        }),
      ]
    : []
}

/** What is installed: versions, copies, and packages that are loaded late. */
export async function checkPackages(application: Application): Promise<readonly Finding[]> {
  const later = await Promise.all([
    checkInstalled(application),
    checkCopies(application),
    checkDrivers(application),
    checkFramework(application),
    checkAdvisories(application),
    checkNeighbours(application),
  ])
  return [
    ...checkNode(process.version),
    ...later.flat(),
    ...checkOther(application),
    ...checkScripts(application),
  ]
}
