import type { FileChange } from '../../file-changes.ts'
import type { AppFile } from '../files.ts'
import { findCookieUse } from '../cookie-names.ts'
import { replaceEntries } from '../manifest.ts'
import { reviewCookies } from '../review.ts'
import {
  type Edit,
  type Remark,
  type Source,
  applyEdits,
  lineAt,
  readSource,
  remarkAt,
} from '../tree.ts'
import { type Application, type FrameworkPlan } from './application.ts'
import { CORE, planCore } from './core.ts'
import { planExpress } from './express.ts'
import { NO_PART, moduleEdits, packageMentions } from './module-edits.ts'
import type { Framework } from './packages.ts'
import { planQwik } from './qwik.ts'
import { planSolidStart } from './solid-start.ts'
import { changeComponent } from './svelte-components.ts'
import { planSvelteKit } from './sveltekit.ts'
import {
  type Workspace,
  filesOf,
  findFramework,
  isOutside,
  readDependencies,
  workspacesOf,
} from './workspaces.ts'

/** What the codemod would do in applications that are none of Next.js. */
export interface OutsidePlan {
  readonly changes: readonly FileChange[]
  readonly left: readonly Remark[]
  readonly look: readonly Remark[]
}

/** Options of the codemod. */
export interface OutsideOptions {
  /** The day until which old sessions count. */
  readonly until: string
  /** Names of the modules of providers. */
  readonly providers: ReadonlySet<string>
  /** The version of this program. */
  readonly version: string
}

function readAll(files: readonly AppFile[]): {
  readonly sources: readonly Source[]
  readonly left: readonly Remark[]
} {
  const sources: Source[] = []
  const left: Remark[] = []
  for (const { path, text } of files) {
    if (text === undefined || !/\.[cm]?[jt]sx?$/.test(path)) continue
    try {
      sources.push(readSource(path, text))
    } catch (error) {
      if (!/@auth\//.test(text)) continue
      const at = error instanceof SyntaxError && 'pos' in error ? Number(error.pos) : 0
      left.push({ path, line: lineAt(text, at), reason: 'Its syntax is not understood.' })
    }
  }
  return { sources, left }
}

function planFramework(app: Application, texts: ReadonlyMap<string, string>): FrameworkPlan {
  switch (app.framework.from) {
    case '@auth/express':
      return planExpress(app)
    case '@auth/sveltekit':
      return planSvelteKit(app)
    case '@auth/qwik':
      return planQwik(app)
    default:
      return planSolidStart(app, texts)
  }
}

/** The entries of package.json that replace others. */
function manifestText(
  text: string,
  framework: Framework,
  needs: { kept: (name: string) => boolean; client: boolean; version: string },
): string {
  const { kept, client, version } = needs
  const range = `^${version}`
  const has = readDependencies(text)
  const added = [
    [framework.to, range],
    ['@latchstring/core', range],
    ...(client ? [['@latchstring/client', range]] : []),
  ] as const
  const fresh = added.filter(([name = '']) => !has.has(name))
  return replaceEntries(text, (name) => {
    if (name === framework.from)
      return { to: fresh.map(([key = '', value = '']) => [key, value] as const), keep: kept(name) }
    return name === CORE ? { to: [], keep: kept(name) } : undefined
  })
}

/** Nothing is changed where the configuration is left: half of each library signs no user in. */
function allLeft(named: readonly string[], stuck: readonly Remark[]): OutsidePlan {
  const listed = new Set(stuck.map(({ path }) => path))
  const waiting = named
    .filter((path) => !listed.has(path))
    .map((path) => ({
      path,
      line: 1,
      reason: `It waits for what is not understood in ${stuck[0]?.path ?? ''}.`,
    }))
  const own = stuck.map((one) => ({ ...one, kind: 'configuration' as const }))
  return { changes: [], left: [...own, ...waiting], look: [] }
}

interface Texts {
  readonly changes: readonly FileChange[]
  readonly left: readonly Remark[]
  /** Files whose changes cannot be made together. */
  readonly failed: readonly Remark[]
}

/** A module after its changes, or why these do not fit together. */
function fitTogether(source: Source, edits: readonly Edit[]): string | Remark {
  try {
    const after = applyEdits(source.text, edits)
    readSource(source.path, after)
    return after
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return remarkAt(source, 0, `Its changes do not fit together (${reason}).`)
  }
}

/** The modules as they are after the move. */
function changeSources(app: Application, plan: FrameworkPlan, options: OutsideOptions): Texts {
  const context = { framework: app.framework, providers: options.providers }
  const done = app.sources
    .filter(
      ({ path }) =>
        !plan.removed.has(path) && (!plan.created.has(path) || plan.moved?.from === path),
    )
    .map((source): Texts => {
      const { path, text: before } = source
      const { edits, left } = moduleEdits(source, plan.parts.get(path) ?? NO_PART, context)
      const after = fitTogether(source, edits)
      if (typeof after !== 'string') return { changes: [], left: [], failed: [after] }
      if (plan.moved?.from !== path) return { changes: [{ path, before, after }], left, failed: [] }
      const moved = { path: plan.moved.to, before: undefined, after }
      if (plan.created.has(path)) return { changes: [moved], left, failed: [] }
      return {
        changes: [moved, { path, before, after: '', remove: true as const }],
        left,
        failed: [],
      }
    })
  return {
    changes: done.flatMap(({ changes }) => changes),
    left: done.flatMap(({ left }) => left),
    failed: done.flatMap(({ failed }) => failed),
  }
}

/** Files that are made, changed whole, or removed. */
function otherFiles({ created, removed }: FrameworkPlan, texts: ReadonlyMap<string, string>) {
  const made = [...created].map(([path, after]) => ({ path, before: texts.get(path), after }))
  const gone = [...removed].map((path) => ({
    path,
    before: texts.get(path),
    after: '',
    remove: true as const,
  }))
  return [...made, ...gone]
}

/** Places that load the package by a call: what is made of it there is not known. */
const loadedWhole = (named: readonly Source[], { from }: Framework): readonly Remark[] =>
  named.flatMap((source) =>
    packageMentions(source)
      .filter(
        ({ node, source: module }) =>
          module === from && /^(?:Call|Import)Expression$/.test(node.type),
      )
      .map(({ node }) =>
        remarkAt(
          source,
          node.start,
          `"${from}" is loaded by a call: import it by a statement first.`,
        ),
      ),
  )

function planWorkspace(
  workspace: Workspace,
  files: readonly AppFile[],
  options: OutsideOptions,
): OutsidePlan {
  const { manifest, dependencies } = workspace
  const { sources, left: unread } = readAll(files)
  const named = sources.filter((source) => packageMentions(source).length > 0)
  const framework = findFramework(dependencies, 'from') ?? findFramework(dependencies, 'to')
  const core = planCore({ sources })
  const waiting = named.map(({ path }) => path)
  if (framework === undefined || core.stuck.length > 0) return allLeft(waiting, core.stuck)
  const paths = new Set(files.map(({ path }) => path))
  const texts = new Map(files.map(({ path, text = '' }) => [path, text]))
  const cookies = findCookieUse(sources, 5)
  const app = { framework, sources, paths, dependencies, cookies, until: options.until }
  const plan = planFramework(app, texts)
  const components = files
    .filter(({ path }) => path.endsWith('.svelte'))
    .map((file) => ({ file, ...changeComponent(file, framework.basePath) }))
  const stuck = [...unread, ...loadedWhole(named, framework), ...plan.stuck]
  if (stuck.length > 0) return allLeft(waiting, stuck)
  const { changes, left, failed } = changeSources(app, plan, options)
  if (failed.length > 0) return allLeft(waiting, failed)
  const all = [
    ...changes,
    ...otherFiles(plan, texts),
    ...components.map(({ file, text }) => ({ path: file.path, before: file.text, after: text })),
  ]
  const client = all.some(({ after }) => after.includes('@latchstring/client'))
  const kept = (name: string): boolean =>
    all.some(({ after }) => new RegExp(`["']${name}(?:/[^"']*)?["']`).test(after))
  const names = reviewCookies({ sources, cookies })
  const before = manifest.text ?? ''
  const after = manifestText(before, framework, {
    kept,
    client,
    version: options.version,
  })
  return {
    changes: [...all, { path: manifest.path, before, after }].filter(
      (change) => change.before !== change.after || ('remove' in change && change.remove),
    ),
    // What is left of a component posts the same form as before.
    left: [...left, ...plan.left, ...components.flatMap((one) => one.left), ...names.left],
    look: [...plan.look, ...names.look],
  }
}

/**
 * Plans the move of applications that use Auth.js outside of Next.js.
 *
 * @returns the plan, and the files that belong to none of these applications
 */
export function planOutside(
  files: readonly AppFile[],
  options: OutsideOptions,
): { readonly plan: OutsidePlan; readonly rest: readonly AppFile[] } {
  const all = workspacesOf(files)
  const outside = all
    .map((workspace) => ({ workspace, own: filesOf(workspace, all, files) }))
    .filter(({ workspace, own }) => isOutside(workspace, own))
  const plans = outside.map(({ workspace, own }) => planInFolder(workspace, own, options))
  const taken = new Set(outside.flatMap(({ own }) => own))
  return {
    plan: {
      changes: plans.flatMap(({ changes }) => changes),
      left: plans.flatMap(({ left }) => left),
      look: plans.flatMap(({ look }) => look),
    },
    rest: files.filter((file) => !taken.has(file) && !file.path.endsWith('.svelte')),
  }
}

/** Plans with the paths that an application itself has. */
function planInFolder(
  workspace: Workspace,
  files: readonly AppFile[],
  options: OutsideOptions,
): OutsidePlan {
  const { folder } = workspace
  const prefix = folder === '.' ? '' : `${folder}/`
  const own = files.map((file) => ({ ...file, path: file.path.slice(prefix.length) }))
  const manifest = { ...workspace.manifest, path: 'package.json' }
  const { changes, left, look } = planWorkspace({ ...workspace, manifest }, own, options)
  const back = <T extends { readonly path: string }>(one: T): T => ({
    ...one,
    path: prefix + one.path,
  })
  return { changes: changes.map(back), left: left.map(back), look: look.map(back) }
}
