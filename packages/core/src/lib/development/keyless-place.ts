import { isLoopback, resolveOrigin, type OriginSource } from '../http/origin.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { isProductionProcess } from '../config/env.ts'
import type { Env } from '../types/utility.ts'

/** The default origin of `latchstring dev`. */
const DEFAULT_ORIGIN = 'http://127.0.0.1:4400'

/** The origin of `latchstring dev`, and where the browser opens it; or why a request must not use it. */
export type EmulatorPlace =
  | { readonly origin: string; readonly shown: string }
  | { readonly why: string }

/** The origin of an address on this machine, over http. */
function loopbackOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, host, origin, href } = new URL(address)
  return protocol === 'http:' && isLoopback(host) && href === `${origin}/` ? origin : undefined
}

const isThisMachine = (host: string): boolean =>
  isLoopback(host) || host === '::1' || host.startsWith('::ffff:127.')

/** Headers in which a proxy or a tunnel names its client and the requested host. */
const FORWARDED = ['host', 'x-forwarded-host', 'x-forwarded-for', 'x-real-ip'] as const

/** The header of the request that names another machine. */
function findForeignHeader({ headers, url }: OriginSource): string | undefined {
  // Requests over HTTP/2 may have no such header.
  if (headers.get('host') === null && url !== undefined && !isLoopback(new URL(url).host)) {
    return 'host'
  }
  if (headers.get('forwarded') !== null) return 'forwarded'
  if ((headers.get('x-forwarded-proto') ?? 'http') !== 'http') return 'x-forwarded-proto'
  return FORWARDED.find((name) => {
    const hosts = headers.get(name)?.split(',') ?? []
    return !hosts.every((host) => isThisMachine(host.trim()))
  })
}

function findOrigin(config: ResolvedConfig, source: OriginSource): string | undefined {
  try {
    return resolveOrigin(config.origin, source).href
  } catch {
    // The error is that of the request itself.
    return undefined
  }
}

/** Why a request outside a remote workspace must not use emulators. */
function findReason(origin: string | undefined, source: OriginSource): string | undefined {
  if (origin === undefined || loopbackOrigin(origin) === undefined) {
    return 'The emulator is for http://localhost alone: open the application there.'
  }
  const header = findForeignHeader(source)
  return header === undefined
    ? undefined
    : `The emulator is for this machine alone, and the header \`${header}\` of the request names another.`
}

/**
 * The emulators that a request may use. All of these have to indicate development: the variables that the application passed,
 * those of the process, the address of the application, and the request itself. In a remote workspace the address is that of the workspace.
 *
 * @returns nothing in production
 */
export function findEmulator(
  config: ResolvedConfig,
  source: OriginSource,
  env: Env,
): EmulatorPlace | undefined {
  if (env['NODE_ENV'] !== 'development' || isProductionProcess()) return undefined
  const origin = findOrigin(config, source)
  const inside = origin !== undefined && config.workspace?.has(origin) === true
  const why = inside ? undefined : findReason(origin, source)
  if (why !== undefined) return { why }
  const place = loopbackOrigin(env['LATCHSTRING_DEV'] ?? DEFAULT_ORIGIN)
  if (place === undefined) {
    return {
      why: `LATCHSTRING_DEV is not an address of this machine such as ${DEFAULT_ORIGIN}. Remove it, or correct it.`,
    }
  }
  const shown = inside ? config.workspace?.origin(new URL(place).port) : undefined
  return { origin: place, shown: shown ?? place }
}
