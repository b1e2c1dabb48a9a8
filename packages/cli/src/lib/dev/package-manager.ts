import { readFileSync } from 'node:fs'
import type { ProcessEnvironment } from '../terminal.ts'

/** Milliseconds between two looks at the processes above this one. */
const EVERY = 500

/** Variables that package managers give to what they start: each of them has one. */
const VARIABLES = ['npm_command', 'npm_lifecycle_event', 'npm_execpath'] as const

/** What Linux says of a process; `undefined` for one that is gone or of another user, and on other systems. */
function readProcess(pid: number, file: 'environ' | 'stat'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}

function parentOf(pid: number): number | undefined {
  const stat = readProcess(pid, 'stat')
  // The name of the program stands in parentheses, and may have any character. State and parent follow.
  const [, parent] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  return parent === undefined ? undefined : Number(parent)
}

const hasVariables = (pid: number): boolean =>
  readProcess(pid, 'environ')
    ?.split('\0')
    .some((one) => VARIABLES.some((name) => one.startsWith(`${name}=`))) === true

/**
 * The processes from the parent to the package manager that was started first: the shell of a script, a program that sets
 * variables, another package manager. Every one but the last has the variables.
 */
function findAncestors(): readonly number[] {
  const found = [process.ppid]
  for (let pid = process.ppid; hasVariables(pid);) {
    const parent = parentOf(pid)
    if (parent === undefined) break
    found.push(parent)
    pid = parent
  }
  return found
}

/** A process whose parent has ended has another one. */
const areThere = ([first, ...others]: readonly number[]): boolean => {
  let child = first
  for (const parent of others) {
    if (child === undefined || parentOf(child) !== parent) return false
    child = parent
  }
  return process.ppid === first
}

/**
 * Ends this program, as SIGTERM does, when the package manager that started it is gone: package managers, shells and wrappers may end
 * by a signal without handing it on to what they started. On Linux that holds for all of them between the first package manager
 * and this program, and elsewhere for the parent.
 *
 * @returns stops looking
 */
export function endWithPackageManager(env: ProcessEnvironment['env']): () => void {
  // Of any other parent it is not known whether the program is to outlive it, as under `nohup`.
  if (VARIABLES.every((name) => env[name] === undefined)) return () => {}
  const ancestors = findAncestors()
  const timer = setInterval(() => {
    if (areThere(ancestors)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, EVERY)
  timer.unref()
  return () => clearInterval(timer)
}
