import { isLoopback, resolveOrigin, type OriginSource } from '../http/origin.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { Env } from '../types/utility.ts'

/** Where `latchstring dev` listens unless it is told another port. */
const USUAL = 'http://127.0.0.1:4400'

/** The origin of `latchstring dev`, or why a request must not lead there. */
export type Place = { readonly origin: string } | { readonly why: string }

/** The origin of an address on this machine, over http. */
function loopbackOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, host, origin, href } = new URL(address)
  return protocol === 'http:' && isLoopback(host) && href === `${origin}/` ? origin : undefined
}

const isThisMachine = (host: string): boolean =>
  isLoopback(host) || host === '::1' || host.startsWith('::ffff:127.')

/** Whether the process itself is one of production, in runtimes that have one. */
function isProduction(): boolean {
  // Some runtimes have no such global; the packages of frameworks hand on what an application says, which may be another thing.
  // oxlint-disable-next-line no-restricted-properties -- see above
  const { process } = globalThis as { readonly process?: { readonly env?: Env } }
  return process?.env?.['NODE_ENV'] === 'production'
}

/** Headers in which a proxy or a tunnel says who asked it, and for which host. */
const FORWARDED = ['host', 'x-forwarded-host', 'x-forwarded-for', 'x-real-ip'] as const

/** What of the request names another machine. */
function strangerIn({ headers, url }: OriginSource): string | undefined {
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
    // Refused where the request is read.
    return undefined
  }
}

/**
 * Where a request may lead that has to do with a provider without keys. Everything has to say development: the variables that
 * the application was given, those of the process, the address of the application, and the request itself.
 *
 * @returns nothing where it is production, in which nobody learns of any of this
 */
export function findPlace(
  config: ResolvedConfig,
  source: OriginSource,
  env: Env,
): Place | undefined {
  if (env['NODE_ENV'] !== 'development' || isProduction()) return undefined
  const origin = findOrigin(config, source)
  if (origin === undefined || loopbackOrigin(origin) === undefined) {
    return { why: 'The emulator is for http://localhost alone: open the application there.' }
  }
  const stranger = strangerIn(source)
  if (stranger !== undefined) {
    return {
      why: `The emulator is for this machine alone, and the header \`${stranger}\` of the request names another.`,
    }
  }
  const place = loopbackOrigin(env['LATCHSTRING_DEV'] ?? USUAL)
  return place === undefined
    ? {
        why: `LATCHSTRING_DEV is not an address of this machine such as ${USUAL}. Remove it, or correct it.`,
      }
    : { origin: place }
}
