import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readText, setVariables } from './env-file.ts'
import type { FileChange } from './file-changes.ts'
import type { Framework } from './framework.ts'
import {
  type ByHand,
  type Layout,
  type NewFile,
  type Source,
  findSetup,
} from './framework-files.ts'
import { keepOutOfGit } from './git-ignore.ts'
import { type Project, isFolder } from './project.ts'
import type { ProviderEntry } from './provider-catalogue.ts'
import { type Addresses, readAddresses } from './registration.ts'
import { type Place, createSecret, findSecrets, readPlace } from './secrets.ts'
import type { Surroundings } from './terminal.ts'

/** What `latchstring init` would do. */
export interface InitPlan {
  readonly layout: Layout
  readonly changes: readonly FileChange[]
  /** Files that have what they need. */
  readonly kept: readonly string[]
  readonly byHand: readonly ByHand[]
  /** Packages that package.json does not name. */
  readonly missing: readonly string[]
  /** The configuration has the provider: a new one does, and one that was there may. */
  readonly configured: boolean
  readonly addresses: Addresses
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

type Step =
  | { readonly change: FileChange }
  | { readonly kept: string }
  | { readonly byHand: ByHand }

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

async function isDone(folder: string, { candidates, sign }: ByHand): Promise<boolean> {
  for (const path of candidates) {
    if ((await readText(join(folder, path)))?.includes(sign) === true) return true
  }
  return false
}

/** The variables that are missing, and what keeps their file out of git. */
async function planVariables(
  { framework, provider }: Layout,
  configured: boolean,
  place: Place,
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
  const ignore = await keepOutOfGit(folder, path)
  return ignore === undefined ? [change] : [ignore, change]
}

/** Whether the configuration, the first file, imports the provider, or will. */
async function hasProvider({ project, provider }: Layout, file?: NewFile): Promise<boolean> {
  const existing = file === undefined ? undefined : await findExisting(project.folder, file.path)
  return existing === undefined || existing.text.includes(`/providers/${provider.module}'`)
}

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
  env: Surroundings['env'],
): Promise<InitPlan> {
  requireRoom(project)
  const source = await findSource(project, framework)
  const layout: Layout = { project, source, provider, framework }
  const setup = findSetup(layout)
  const steps: Step[] = []
  for (const file of setup?.files ?? []) steps.push(await planFile(project.folder, file))
  const byHand: ByHand[] = []
  for (const one of setup?.byHand ?? []) {
    if (!(await isDone(project.folder, one))) byHand.push(one)
  }
  const files = steps.flatMap((step) => ('change' in step ? [step.change] : []))
  const place = await readPlace(project.folder, env, undefined, framework)
  const configured = await hasProvider(layout, setup?.files[0])
  return {
    layout,
    changes: [...files, ...(await planVariables(layout, configured, place))],
    kept: steps.flatMap((step) => ('kept' in step ? [step.kept] : [])),
    byHand: [...steps.flatMap((step) => ('byHand' in step ? [step.byHand] : [])), ...byHand],
    missing: framework.packages.filter((name) => !project.dependencies.has(name)),
    configured,
    addresses: await readAddresses(place),
  }
}
