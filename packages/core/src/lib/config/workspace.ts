import { isDevelopment, isProductionProcess } from './env.ts'
import type { Env } from '../types/utility.ts'

/** A remote workspace, which shows each port of the machine to its developer at a host of its own. */
export interface Workspace {
  /** Whether an origin is that of a port. */
  readonly has: (origin: string) => boolean
  /** The origin of a port. */
  readonly origin: (port: string) => string
}

/** With the port in the name of the host, once, so that no host of another workspace fits. */
const ADDRESS = /^https:\/\/([\w.-]*)\{port\}([\w.-]+\.[\w-]+)$/

/**
 * The workspace of `LATCHSTRING_WORKSPACE`, such as `https://octocat-{port}.app.github.dev`, which `latchstring dev` sets.
 *
 * @returns nothing outside development
 */
export function findWorkspace(env: Env): Workspace | undefined {
  if (!isDevelopment(env) || isProductionProcess()) return undefined
  const [, before, after] = ADDRESS.exec(env['LATCHSTRING_WORKSPACE'] ?? '') ?? []
  if (before === undefined || after === undefined) return undefined
  const [start, end] = [`https://${before}`.toLowerCase(), after.toLowerCase()]
  return {
    has: (origin) =>
      origin.startsWith(start) &&
      origin.endsWith(end) &&
      /^\d{1,5}$/.test(origin.slice(start.length, -end.length)),
    origin: (port) => `${start}${port}${end}`,
  }
}
