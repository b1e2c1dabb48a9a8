import { relative, resolve } from 'node:path'
import { UsageError } from '../arguments.ts'
import type { Application } from '../doctor/application.ts'
import { broken, type Finding, note } from '../doctor/finding.ts'
import { findCalls, type Module } from '../doctor/module.ts'
import { child, children, nameText, type SyntaxNode } from '../doctor/syntax.ts'
import { printable, type Terminal } from '../terminal.ts'
import { CONFIGURED, CONFIGURED_MODULE, isEntry } from './child/left-alone.ts'
import { findPlaces } from './places.ts'
import { createProgress } from './progress.ts'
import { type Ended, runChild } from './run-child.ts'
import { type Flow, flowName, type Message, type StepResult } from './task.ts'

const DOCS = 'docs/doctor.md#a-whole-sign-in-without-a-browser'

/** Whether a module requires a package of the library, as CommonJS does. */
const requiresLibrary = (module: Module): boolean =>
  findCalls(module).some(
    (call) =>
      nameText(child(call, 'callee')) === 'require' &&
      isEntry(nameText(children(call, 'arguments')[0]) ?? ''),
  )

/** Whether a call gives its configuration to something that a module imports of the library. */
function isConfigured({ imports }: Module, call: SyntaxNode): boolean {
  const callee = child(call, 'callee')
  const object = child(callee, 'object')
  const imported = imports.get(nameText(object ?? callee) ?? '')
  if (imported === undefined || !isEntry(imported.from)) return false
  if (object === undefined) return CONFIGURED.has(imported.name)
  const member = nameText(child(callee, 'property')) ?? ''
  if (imported.name === CONFIGURED_MODULE) return /^forRoot(?:Async)?$/.test(member)
  return imported.name === '*' && CONFIGURED.has(member)
}

/** Whether a module calls what it imports of an entry of the library. */
const callsLibrary = (module: Module): boolean =>
  findCalls(module).some((call) => isConfigured(module, call))

/** The file that gives the library its configuration. */
function findConfiguration(
  { configured, folder, modules }: Application,
  given: string | undefined,
): string | undefined {
  const all = [...modules.values()]
  const found = all.find(callsLibrary) ?? all.find(requiresLibrary)
  if (given === undefined) return found?.file ?? configured?.file
  return relative(folder, resolve(folder, given.replaceAll('\\', '/'))).replaceAll('\\', '/')
}

/** The files with a configuration beside the one that is loaded and what it imports. */
const leftOut = (
  { modules }: Application,
  loaded: string,
  configured: ReadonlySet<string>,
): readonly Finding[] =>
  [...modules.values()]
    .filter((one) => one.file !== loaded && !configured.has(one.file) && callsLibrary(one))
    .map(({ file }) =>
      note({
        id: 'configuration-left-out',
        what: `${file} gives the library a configuration as well, with which no sign-in was tried.`,
        why: `One file is loaded with what it imports, here ${loaded}.`,
        fix: `Name it to try that one: latchstring doctor --flows --file ${file}`,
        docs: DOCS,
        file,
      }),
    )

/** What is asked about. */
export interface FlowOptions {
  /** The file of the configuration. Default: the one that calls the library. */
  readonly file?: string
  readonly provider?: string
  readonly email?: string
}

/** A flow that was tried, or why it was not. */
export interface Tried extends Flow {
  readonly steps: readonly { readonly step: string; readonly result: StepResult }[]
  readonly notTried?: string
}

/** What the flows have shown. */
export interface FlowReport {
  readonly flows: readonly Tried[]
  readonly findings: readonly Finding[]
}

const NO_CONFIGURATION = broken({
  id: 'no-configuration',
  what: 'No file here calls Latchstring(…) or createAuth(…).',
  why: 'There is nothing to sign in with.',
  fix: 'Run: npx latchstring init. If the file has another form, name it: latchstring doctor --flows --file FILE',
  docs: 'docs/command-line.md#latchstring-init',
})

/** The environment of the application, as its framework would make it. */
function environment({ variables, production }: Application): NodeJS.ProcessEnv {
  const values = [...variables].map(([name, { value }]) => [name, value] as const)
  return {
    ...Object.fromEntries(values),
    NODE_ENV: production ? 'production' : 'development',
    // The emulators are in the process of the flows.
    LATCHSTRING_DEV: 'off',
  }
}

/** Where the process was when it stopped. */
interface Stand {
  flow: string
  step: string
}

function fromEnd(ended: Ended, { flow, step }: Stand, file: string): readonly Finding[] {
  const where =
    flow === '' ? `While ${file} is loaded` : `Signing in with "${flow}", step "${step}"`
  const page = { docs: DOCS, file }
  if (ended.kind === 'silent' || ended.kind === 'late') {
    const fix =
      'Look for a loop that does not end, or for an `await` at the top of a module that never settles.'
    const why = `The process was ended after ${ended.seconds} seconds, and nothing after it was tried.`
    return [broken({ id: 'flow-stuck', what: `${where}: no answer.`, why, fix, ...page })]
  }
  if (ended.kind !== 'died') return []
  const lines = printable(ended.output).split('\n')
  const last = lines.findLast((line) => /^\S*Error\b/.test(line)) ?? lines.at(-1) ?? ''
  return [
    broken({
      id: 'flow-died',
      what: `${where}: the process of the application ended.${last === '' ? '' : ` It wrote at the end: ${last}`}`,
      why: 'Something calls process.exit, or an error ends the process. Nothing after it was tried.',
      fix: 'Remove the call from what the configuration imports.',
      ...page,
    }),
  ]
}

/** Keeps what is reported. */
function createRecord() {
  const flows = new Map<string, Tried>()
  const findings: Finding[] = []
  const configured = new Set<string>()
  const stand: Stand = { flow: '', step: '' }
  const change = (of: Flow, more: (known: Tried) => Partial<Tried>): void => {
    const { provider, configuration } = of
    const own = configuration === undefined ? {} : { configuration }
    const known = flows.get(flowName(of)) ?? { provider, ...own, steps: [] }
    flows.set(flowName(of), { ...known, ...more(known) })
  }
  const add = (message: Message): void => {
    if (message.kind === 'configured') for (const file of message.files) configured.add(file)
    if (message.kind === 'finding') findings.push(message.finding)
    if (message.kind === 'begin')
      Object.assign(stand, { flow: flowName(message), step: message.step })
    if (message.kind === 'not-tried') change(message, () => ({ notTried: message.why }))
    if (message.kind !== 'end') return
    const { step, result } = message
    change(message, ({ steps }) => ({ steps: [...steps, { step, result }] }))
  }
  return { flows, findings, configured, stand, add }
}

/**
 * Signs in with every provider of an application, in a process of its own.
 *
 * @param terminal - where to tell how it goes; nothing tells nobody
 * @throws UsageError for a provider that the application does not have
 */
export async function checkFlows(
  application: Application,
  { file: given, provider, email }: FlowOptions,
  terminal: Terminal | undefined,
): Promise<FlowReport> {
  const file = findConfiguration(application, given)
  if (file === undefined) return { flows: [], findings: [NO_CONFIGURATION] }
  const { folder } = application
  terminal?.out(
    `Signing in to ${file}, in a process of its own: with emulators of the services and a store in memory.\nNothing leaves this machine, and none of the application's data is read or written.\n\n`,
  )
  const record = createRecord()
  const progress = createProgress(terminal, file)
  const task = {
    folder,
    file,
    places: findPlaces(application),
    ...(provider === undefined ? {} : { provider }),
    ...(email === undefined ? {} : { email }),
  }
  const ended = await runChild({
    task,
    env: environment(application),
    onMessage(message) {
      record.add(message)
      progress.tell(message)
    },
  }).finally(() => progress.stop())
  if (ended.kind === 'failed') throw new UsageError(ended.message)
  if (record.flows.size > 0) terminal?.out('\n')
  const findings = [
    ...record.findings,
    ...fromEnd(ended, record.stand, file),
    ...(given === undefined ? leftOut(application, file, record.configured) : []),
  ]
  return { flows: [...record.flows.values()], findings }
}
