/**
 * Rehearses a release: publishes every package to a registry on loopback, installs them by name into an empty application, imports
 * every entry, signs a user in, does the same in an application of `npm create`, compares the packages with those of a second clone, and writes
 * an SBOM and the statements of provenance into artifacts/release.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buildPackages } from './build.mjs'
import { installPackages, requireNode } from '../install.mjs'
import { entryPoints, publishedPackages } from './packages.mjs'
import { findFreePort } from '../servers/private-server.mjs'
import { npmEnv, REGISTRY, startRegistry } from './loopback-registry.mjs'
import { packAll } from './pack.mjs'
import { compareWithSecondClone, isCommitted } from './second-clone.mjs'
import { APPLICATION } from './application.mjs'
import { root } from '../root.mjs'
import { signInAndOut, startDevelopment } from '../measure/first-sign-in/visit.mjs'
import { createSteps, Failure, mustRun, runMain } from '../run.mjs'

/** @typedef {import('./packages.mjs').Package} Package */
/** @typedef {{ readonly name: string, readonly version: string, readonly integrity: string }} Published */
/** @typedef {{ dist: { integrity: string }, repository?: { url: string, directory: string } }} Metadata */
/** @typedef {import('./loopback-registry.mjs').Registry} Registry */

const ARTIFACTS = join(root, 'artifacts/release')

/** @type {(packed: string, registry: Registry) => Promise<void>} with the program of the workflow, twice: it can be repeated */
async function publishAll(packed, registry) {
  for (let run = 1; run <= 2; run++) {
    await mustRun(process.execPath, [join(packed, 'publish.mjs'), '--loglevel=error'], {
      cwd: packed,
      env: npmEnv(registry),
      quiet: true,
      failure: 'The packages could not be published to the registry on loopback; why is above.',
    })
  }
}

/** The repository of a workflow, which provenance names; elsewhere there is none to compare with. */
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env
const WORKFLOW = GITHUB_REPOSITORY && `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`

/** @type {(pkg: Package, repository?: { url?: string, directory?: string }) => void} what the registry asks beside provenance */
function requireRepository({ folder, manifest: { name } }, { url = '', directory } = {}) {
  const sound = /^git\+https:\/\/[^/]+\/[^/]+\/[^/]+\.git$/.test(url) && url === (WORKFLOW || url)
  if (sound && join(root, directory ?? '') === folder) return
  throw new Failure(
    `The registry refuses provenance of ${name}: its repository is "${url}", folder "${directory}".`,
  )
}

/** @type {(packages: readonly Package[], registry: Registry) => Promise<readonly Published[]>} what the registry has of them */
async function readPublished(packages, { url }) {
  return Promise.all(
    packages.map(async (pkg) => {
      const { name, version } = pkg.manifest
      const response = await fetch(`${url}/${name.replace('/', '%2f')}/${version}`)
      if (!response.ok) throw new Failure(`The registry does not have ${name}@${version}.`)
      const { dist, repository } = /** @type {Metadata} */ (await response.json())
      requireRepository(pkg, repository)
      return { name, version, integrity: dist.integrity }
    }),
  )
}

/** @type {(packages: readonly Package[], registry: Registry, folder: string) => Promise<void>} */
async function installByName(packages, registry, folder) {
  writeFileSync(
    join(folder, 'package.json'),
    '{ "name": "application", "version": "1.0.0", "private": true, "type": "module" }\n',
  )
  const names = packages.map(({ manifest: { name, version } }) => `${name}@${version}`)
  // Sixteen frameworks are not installed: an entry that needs one says so below.
  await mustRun(
    'npm',
    [
      'install',
      '--omit=peer',
      '--legacy-peer-deps',
      '--ignore-scripts',
      '--loglevel=error',
      ...names,
    ],
    {
      cwd: folder,
      env: npmEnv(registry),
      failure: 'The packages cannot be installed by name; what npm says is above.',
    },
  )
}

/** Imports every entry, and says of those that cannot be imported what they lack. */
const IMPORTER = `
const outcomes = {}
for (const entry of JSON.parse(process.argv[1])) {
  try { await import(entry); outcomes[entry] = 'imported' }
  catch (error) { outcomes[entry] = String(error.message).split('\\n')[0] }
}
process.stdout.write(JSON.stringify(outcomes))
`

/** Modules that a framework makes while it builds, and what Nuxt brings. */
const VIRTUAL = /^(?:astro:|virtual:|#|\$|nitropack$)/

/** @type {(pkg: Package, reason: string) => boolean} whether an entry lacks only a framework, which is a peer */
function lacksPeer({ manifest }, reason) {
  const { peerDependencies = {} } =
    /** @type {{ peerDependencies?: Readonly<Record<string, string>> }} */ (manifest)
  const [, lacked = ''] = /'([^']+)'/.exec(reason) ?? []
  const isPeer = Object.keys(peerDependencies).some((peer) => `${lacked}/`.startsWith(`${peer}/`))
  return isPeer || VIRTUAL.test(lacked)
}

/** @type {(packages: readonly Package[], folder: string) => { imported: number, waiting: readonly string[] }} */
function importEntries(packages, folder) {
  const all = packages.flatMap((pkg) =>
    entryPoints(pkg).map(({ entry }) => ({ pkg, specifier: pkg.manifest.name + entry.slice(1) })),
  )
  const list = JSON.stringify(all.map(({ specifier }) => specifier))
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', IMPORTER, list], {
    cwd: folder,
    encoding: 'utf8',
  })
  const outcomes = /** @type {Record<string, string>} */ (JSON.parse(output))
  const failed = all.filter(({ specifier }) => outcomes[specifier] !== 'imported')
  const broken = failed.filter(({ pkg, specifier }) => !lacksPeer(pkg, outcomes[specifier] ?? ''))
  if (broken.length > 0) {
    const lines = broken.map(({ specifier }) => `  ${specifier}: ${outcomes[specifier]}`)
    throw new Failure(`These entries cannot be imported:\n${lines.join('\n')}`)
  }
  return { imported: all.length - failed.length, waiting: failed.map(({ specifier }) => specifier) }
}

/** @type {(folder: string) => Promise<void>} */
async function signIn(folder) {
  const port = await findFreePort()
  writeFileSync(join(folder, 'app.js'), APPLICATION)
  const env = {
    ...process.env,
    PORT: String(port),
    AUTH_URL: `http://127.0.0.1:${port}`,
    AUTH_SECRET: 'only-for-this-rehearsal-'.repeat(2),
  }
  const said = execFileSync(process.execPath, ['app.js'], { cwd: folder, env, encoding: 'utf8' })
  if (said !== 'nobody ada')
    throw new Failure(`The sign-in gave "${said}" in place of "nobody ada".`)
}

/** @type {(folder: string, registry: Registry) => Promise<void>} as a new user does it, to the first sign-in */
async function createApplication(folder, registry) {
  const env = npmEnv(registry)
  const app = join(folder, 'created')
  await mustRun('npm', ['create', '--yes', 'latchstring', 'created', '--', '--with', 'express'], {
    cwd: folder,
    env: { ...env, npm_config_cache: join(folder, 'cache') },
    quiet: true,
    failure: 'npm create latchstring failed; what it says is above.',
  })
  const [port, emulators] = [await findFreePort(), await findFreePort()]
  const origin = `http://localhost:${port}`
  const stop = await startDevelopment(origin, app, {
    options: ['--port', String(emulators)],
    env: { PORT: String(port), AUTH_URL: origin },
  })
  try {
    await signInAndOut({ origin, base: '/auth', welcome: '/' })
  } finally {
    await stop()
  }
}

/** @type {(published: readonly Published[], folder: string) => number} components of the SBOM, which is written and names every package */
function writeSbom(published, folder) {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--legacy-peer-deps']
  const text = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const { components } =
    /** @type {{ components: readonly { name: string, version: string }[] }} */ (JSON.parse(text))
  const missing = published.filter(
    ({ name, version }) =>
      !components.some(
        (one) => one.name.endsWith(name.split('/')[1] ?? '') && one.version === version,
      ),
  )
  if (missing.length > 0)
    throw new Failure(`The SBOM lacks ${missing.map(({ name }) => name).join(', ')}.`)
  writeFileSync(join(ARTIFACTS, 'sbom.cdx.json'), text)
  return components.length
}

/** What is said of a package, in the form that npm publishes it in, but for the signature. */
/** @type {(published: Published, commit: string) => object} */
const statement = ({ name, version, integrity }, commit) => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: [
    {
      name: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      digest: { sha512: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') },
    },
  ],
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: {
      buildType: 'urn:latchstring:release-rehearsal',
      externalParameters: {},
      resolvedDependencies: [{ uri: 'urn:latchstring:repository', digest: { gitCommit: commit } }],
    },
    runDetails: { builder: { id: 'urn:latchstring:machine-without-identity' } },
  },
})

/** @type {(published: readonly Published[]) => void} */
function writeStatements(published) {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const lines = published.map((one) => JSON.stringify(statement(one, commit)))
  writeFileSync(join(ARTIFACTS, 'provenance.unsigned.jsonl'), `${lines.join('\n')}\n`)
}

/** @type {(folder: string) => Promise<void>} */
async function rehearse(folder) {
  const step = createSteps(10)
  const packages = publishedPackages()
  await step('Installing packages and the registry', () =>
    Promise.all([installPackages(), installPackages(REGISTRY)]),
  )
  await step('Compiling the packages', buildPackages)
  mkdirSync(join(folder, 'registry'))
  const application = join(folder, 'application')
  mkdirSync(application)
  rmSync(ARTIFACTS, { recursive: true, force: true })
  mkdirSync(ARTIFACTS, { recursive: true })
  const registry = await step('Starting a registry on loopback', () =>
    startRegistry(join(folder, 'registry')),
  )
  try {
    const packed = join(folder, 'packed')
    const published = await step(`Publishing ${packages.length} packages`, async () => {
      await packAll(packed)
      await publishAll(packed, registry)
      return readPublished(packages, registry)
    })
    await step('Installing them by name in an empty application', () =>
      installByName(packages, registry, application),
    )
    await step('Packing a second clone, and raising its version', async () => {
      if (isCommitted()) await compareWithSecondClone(packed, join(folder, 'second'))
      else console.log('Left out: a clone has only what is committed.')
    })
    const { imported, waiting } = await step('Importing every entry', () =>
      importEntries(packages, application),
    )
    await step('Signing in', () => signIn(application))
    await step('Creating an application with npm create, and signing in there', () =>
      createApplication(folder, registry),
    )
    const components = await step('Writing the SBOM and the statements of provenance', () => {
      writeStatements(published)
      return writeSbom(published, application)
    })
    console.log(`
${published.length} packages published and installed by name. ${imported} entries imported; ${waiting.length} need a framework that is not installed:
  ${waiting.join(' ')}
Somebody signed in. The SBOM has ${components} components: ${relative(root, ARTIFACTS)}/sbom.cdx.json
Provenance: ${published.length} statements about what the registry serves, without signatures: ${relative(root, ARTIFACTS)}/provenance.unsigned.jsonl`)
  } finally {
    await registry.stop()
  }
}

/** @type {() => Promise<void>} */
async function main() {
  requireNode()
  const folder = mkdtempSync(join(tmpdir(), 'latchstring-release-'))
  try {
    await rehearse(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(
    'Signatures cannot be rehearsed: npm makes them with the identity that a CI service gives a job (npm publish --provenance).',
  )
}

await runMain(main)
