import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { lineEnd, readText, setVariables, withoutMark } from './env-file.ts'
import type { FileChange } from './file-changes.ts'
import type { Framework } from './framework.ts'
import { findSetup } from './framework-files.ts'
import { keepOutOfGit } from './git-ignore.ts'
import { type Project, exists, isFolder, readManifest } from './project.ts'
import type { ProviderEntry } from './provider-catalogue.ts'
import { type Addresses, findLocal, readAddresses } from './registration.ts'
import type { ByHand, Layout, NewFile, Source } from './setup.ts'
import { type VariablesFile, createSecret, findSecrets, readVariablesFile } from './secrets.ts'
import type { Starter } from './starter-parts.ts'
import { findStarters } from './starter.ts'
import type { ProcessEnvironment } from './terminal.ts'
import { isObject } from './values.ts'

/** What `latchstring init` would do. */
export interface InitPlan {
  readonly layout: Layout
  readonly changes: readonly FileChange[]
  /** Files that have what they need. */
  readonly kept: readonly string[]
  readonly byHand: readonly ByHand[]
  /** Packages that package.json does not name. */
  readonly missing: readonly string[]
  /** package.json has, or gets, a script "dev" that starts the application with its variables. */
  readonly scripted: boolean
  /** The configuration has the provider: a new one does, and one that was there may. */
  readonly configured: boolean
  readonly addresses: Addresses
  /** Where the page that says who is signed in is opened, if there is one of ours. */
  readonly welcome: string | undefined
}

async function findSource({ folder }: Project, { id }: Framework): Promise<Source> {
  if (id !== 'next') return (await isFolder(join(folder, 'src'))) ? 'src/' : ''
  const roots = ['app', 'pages']
  for (const name of roots) if (await isFolder(join(folder, name))) return ''
  for (const name of roots) if (await isFolder(join(folder, 'src', name))) return 'src/'
  return ''
}

const ENDINGS = ['ts', 'tsx', 'mts', 'js', 'jsx', 'mjs', 'cjs']

/** The file itself, or the same one in another language. */
async function findExisting(folder: string, path: string): Promise<NewFile | undefined> {
  const base = path.replace(/\.\w+$/, '')
  for (const end of ENDINGS) {
    const text = await readText(join(folder, `${base}.${end}`))
    if (text !== undefined) return { path: `${base}.${end}`, text }
  }
  return undefined
}

/** Whether a file has what a new one would import, so that it is set up. */
function isSetUp(existing: string, wanted: string): boolean {
  const names = [...wanted.matchAll(/ from '([^']+)'/g)].map(([, name = '']) => name)
  const own = names.filter(
    (name) => name.startsWith('@latchstring/') && !name.includes('/providers'),
  )
  const expected = own.length > 0 ? own : names.filter((name) => name.startsWith('.'))
  return expected.every((name) => existing.includes(name.replace(/\.js$/, '')))
}

/** A route of Next.js that answers for everything below, under another name: two of them are an error. */
async function findOtherRoute(folder: string, path: string): Promise<string | undefined> {
  const at = path.lastIndexOf('/[...')
  if (at === -1) return undefined
  const place = path.slice(0, at)
  const places = [place, place.replace(/(?<=^|\/)app\//, 'pages/')]
  for (const one of places) {
    const names = await readdir(join(folder, one)).catch(() => [])
    const other = names.find((name) => name.startsWith('[') && !path.includes(`/${name}/`))
    if (other !== undefined) return `${one}/${other}`
  }
  return undefined
}

interface Change {
  readonly change: FileChange
}

type Step = Change | { readonly kept: string } | { readonly byHand: ByHand }

async function planFile(folder: string, { path, text }: NewFile): Promise<Step> {
  const other = await findOtherRoute(folder, path)
  if (other !== undefined) {
    const what =
      'answers the same addresses, and was left alone. Move it, and run the command again.'
    return { byHand: { file: other, candidates: [], sign: '', what, text: '' } }
  }
  const existing = await findExisting(folder, path)
  if (existing === undefined) return { change: { path, before: undefined, after: text } }
  if (isSetUp(existing.text, text)) return { kept: existing.path }
  const what = 'exists and was left alone. Add what it lacks:'
  return { byHand: { file: existing.path, candidates: [], sign: '', what, text } }
}

/** A source without its comments, as far as patterns find them. */
const withoutComments = (text: string): string =>
  text.replaceAll(/('[^'\n]*'|"[^"\n]*"|`[^`]*`)|\/\/.*|\/\*[^]*?\*\//g, '$1')

/** What a file of the application lacks; nothing where it has it. */
async function planByHand(folder: string, one: ByHand): Promise<Step | undefined> {
  const texts = await Promise.all(
    one.candidates.map(async (path) => ({ path, before: await readText(join(folder, path)) })),
  )
  const has = texts.some(({ before = '' }) => withoutComments(before).includes(one.sign))
  if (has) return undefined
  for (const { path, before } of texts) {
    const after = before === undefined ? undefined : one.edit?.(before, path)
    if (after !== undefined) return { change: { path, before, after } }
  }
  return { byHand: one }
}

/** Folders that group the routes of a place, and are in no address: `(site)`, with those inside. */
async function findGroups(folder: string, place: string): Promise<readonly string[]> {
  const names = await readdir(join(folder, place)).catch(() => [])
  const groups = names.filter((name) => /^\(\w.*\)$/.test(name)).map((name) => `${place}/${name}`)
  const inside = await Promise.all(groups.map((group) => findGroups(folder, group)))
  return [...groups, ...inside.flat()]
}

/** Whether an application has nothing in the place of a starter. */
async function hasRoom(folder: string, { unless, groups, needs }: Starter): Promise<boolean> {
  const places = groups === undefined ? [] : await findGroups(folder, groups.folder)
  const others = places.flatMap((place) => groups?.unless.map((name) => `${place}/${name}`) ?? [])
  for (const path of [...unless, ...others]) if (await exists(join(folder, path))) return false
  if (needs === undefined || !(await isFolder(join(folder, needs.folder)))) return true
  return (await findExisting(folder, needs.file)) !== undefined
}

/** What a starter comes to: its files, and the scripts that start it. */
interface Started {
  readonly files: readonly Change[]
  readonly packages: readonly string[]
  readonly scripts: Readonly<Record<string, string>>
}

const NOTHING_STARTED: Started = { files: [], packages: [], scripts: {} }

/** The page that says who is signed in: for a new configuration, in an application that has nothing in its place. */
async function planStarter(
  { folder, scripts: named }: Project,
  starters: readonly Starter[],
  configuration: Step | undefined,
): Promise<Started> {
  if (configuration === undefined || !('change' in configuration)) return NOTHING_STARTED
  for (const starter of starters) {
    if (!(await hasRoom(folder, starter))) continue
    const { files, packages = [], scripts = {} } = starter
    const steps = await Promise.all(files.map((file) => planFile(folder, file)))
    return {
      // What is there belongs to the application, and needs nothing for sign-in.
      files: steps.filter((step) => 'change' in step),
      packages,
      scripts: named.includes('dev') ? {} : scripts,
    }
  }
  return NOTHING_STARTED
}

/** Adds scripts to package.json, with the indentation that it has. */
async function planScripts(
  { folder }: Project,
  scripts: Started['scripts'],
): Promise<readonly FileChange[]> {
  if (Object.keys(scripts).length === 0) return []
  const before = (await readText(join(folder, 'package.json'))) ?? '{}'
  const manifest: unknown = JSON.parse(withoutMark(before))
  if (!isObject(manifest)) return []
  const { scripts: own } = manifest
  const indent = /^[\t ]+(?=")/m.exec(before)?.[0] ?? 2
  const all = { ...scripts, ...(isObject(own) ? own : {}) }
  const after = `${JSON.stringify({ ...manifest, scripts: all }, undefined, indent)}\n`
  return [{ path: 'package.json', before, after: after.replaceAll('\n', lineEnd(before)) }]
}

/** Where the page that says who is signed in is, or will be. */
async function findWelcome(
  folder: string,
  starters: readonly Starter[],
  changes: readonly FileChange[],
): Promise<string | undefined> {
  for (const { files, path } of starters) {
    const [first] = files
    if (first === undefined) continue
    const isNew = changes.some((change) => change.path === first.path)
    if (isNew || (await readText(join(folder, first.path))) === first.text) return path
  }
  return undefined
}

/** The variables that are missing, and what keeps their file out of git. */
async function planVariables(
  { framework, provider }: Layout,
  configured: boolean,
  place: VariablesFile,
): Promise<readonly FileChange[]> {
  const { folder } = place
  const unset = (name: string): boolean => !place.values.has(name)
  const wanted = {
    ...(findSecrets(place).length === 0 && { AUTH_SECRET: createSecret() }),
    ...(framework.needsUrl && unset('AUTH_URL') && { AUTH_URL: framework.origin }),
    ...(configured &&
      Object.fromEntries(provider.variables.filter(unset).map((name) => [name, '']))),
  }
  const { file: path, text: before } = place
  const after = setVariables(before ?? '', wanted)
  const change = { path, before, after, secret: true as const }
  if (after === (before ?? '')) return []
  const ignore = await keepOutOfGit(folder, path, framework)
  return ignore === undefined ? [change] : [ignore, change]
}

/** Whether the configuration, the first file, imports the provider, or will. */
async function hasProvider({ project, provider }: Layout, file?: NewFile): Promise<boolean> {
  const existing = file === undefined ? undefined : await findExisting(project.folder, file.path)
  return existing === undefined || existing.text.includes(`/providers/${provider.module}'`)
}

/** Whether the script "dev" of an application reads a file of variables. */
const hasScript = async ({ folder }: Project): Promise<boolean> =>
  ((await readManifest(folder))?.scripts.get('dev') ?? '').includes('--env-file')

/** @throws Error where there is another library that answers the same addresses */
function requireRoom({ dependencies }: Project): void {
  const other = ['next-auth', '@auth/sveltekit', '@auth/express', '@sidebase/nuxt-auth'].find(
    (name) => dependencies.has(name),
  )
  if (other === undefined) return
  throw new Error(
    `This application uses ${other}, which answers the same addresses. Nothing was changed: see docs/moving-from-next-auth.md.`,
  )
}

/**
 * Works out what sets up sign-in in an application, and changes nothing.
 *
 * @throws Error where the file of variables is in git or cannot be changed, or where another library does the same
 */
export async function planInit(
  project: Project,
  framework: Framework,
  provider: ProviderEntry,
  env: ProcessEnvironment['env'],
): Promise<InitPlan> {
  requireRoom(project)
  const source = await findSource(project, framework)
  const layout: Layout = { project, source, provider, framework }
  const setup = findSetup(layout)
  const steps: Step[] = []
  for (const file of setup?.files ?? []) steps.push(await planFile(project.folder, file))
  const place = await readVariablesFile(project.folder, env, undefined, framework)
  const addresses = await readAddresses(place)
  const local = findLocal(framework, addresses)
  const starters = findStarters({ layout, ...local })
  const started = await planStarter(project, starters, steps[0])
  for (const one of setup?.byHand ?? []) {
    // A new file has what would be added to it.
    const has = started.files.some(({ change }) => one.candidates.includes(change.path))
    const step = has ? undefined : await planByHand(project.folder, one)
    if (step !== undefined) steps.push(step)
  }
  steps.push(...started.files)
  const files = [
    ...steps.flatMap((step) => ('change' in step ? [step.change] : [])),
    ...(await planScripts(project, started.scripts)),
  ]
  const configured = await hasProvider(layout, setup?.files[0])
  const welcome = await findWelcome(project.folder, starters, files)
  return {
    layout,
    changes: [...files, ...(await planVariables(layout, configured, place))],
    kept: steps.flatMap((step) => ('kept' in step ? [step.kept] : [])),
    byHand: steps.flatMap((step) => ('byHand' in step ? [step.byHand] : [])),
    missing: [...framework.packages, ...started.packages].filter(
      (name) => !project.dependencies.has(name),
    ),
    scripted: 'dev' in started.scripts || (await hasScript(project)),
    configured,
    addresses,
    welcome: welcome === undefined ? undefined : `${local.origin}${welcome}`,
  }
}
