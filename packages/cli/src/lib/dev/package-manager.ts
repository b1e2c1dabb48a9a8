import { readFileSync } from 'node:fs'
import type { ProcessEnvironment } from '../terminal.ts'

/** Milliseconds between two looks at the processes above this one. */
const EVERY = 500

/** Variables that package managers give to what they start: each of them has one. */
const VARIABLES = ['npm_command', 'npm_lifecycle_event', 'npm_execpath'] as const

/** What Linux says of a process; `undefined` for one that is gone or of another user, and on other systems. */
function readProcess(pid: number, file: 'cmdline' | 'environ' | 'stat'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}

/** The parent of a process; `undefined` for one that is not known, or has ended. */
function parentOf(pid: number): number | undefined {
  const stat = readProcess(pid, 'stat')
  // The name of the program stands in parentheses, and may have any character. State and parent follow.
  const [state, parent] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  return parent === undefined || state === 'Z' ? undefined : Number(parent)
}

const MANAGER =
  /(?:^|[\\/\s])(?:npm|npx|pnpm|pnpx|yarn|yarnpkg|bun|bunx|corepack)(?:[.-][\w.-]*)?(?:\s|$)/

const isManager = (pid: number): boolean =>
  MANAGER.test((readProcess(pid, 'cmdline') ?? '').replaceAll('\0', ' ').slice(0, 1000))

const hasVariables = (pid: number): boolean =>
  readProcess(pid, 'environ')
    ?.split('\0')
    .some((one) => VARIABLES.some((name) => one.startsWith(`${name}=`))) === true

/**
 * The package managers between this program and the one that was started first. In between may be the shell of a script, or a program
 * that sets variables; those that a package manager started have its variables.
 */
function findManagers(): readonly number[] {
  const found: number[] = []
  for (let pid: number | undefined = process.ppid; pid !== undefined && pid > 1;) {
    if (isManager(pid)) found.push(pid)
    pid = hasVariables(pid) ? parentOf(pid) : undefined
  }
  return found
}

/**
 * Ends this program, as SIGTERM does, when the package manager that started it is gone: package managers, shells and wrappers may end
 * by a signal without handing it on to what they started. On Linux that holds for every package manager above this program, and
 * elsewhere for the parent; on Windows, where a parent that is gone cannot be seen, for none.
 *
 * @returns stops looking
 */
export function endWithPackageManager(env: ProcessEnvironment['env']): () => void {
  // Of any other parent it is not known whether the program is to outlive it, as under `nohup`.
  const isStarted = VARIABLES.some((name) => env[name] !== undefined)
  if (!isStarted || process.platform === 'win32') return () => {}
  const [parent, managers] = [process.ppid, findManagers()]
  const timer = setInterval(() => {
    const areThere = managers.every((pid) => parentOf(pid) !== undefined)
    if (areThere && process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, EVERY)
  timer.unref()
  return () => clearInterval(timer)
}
