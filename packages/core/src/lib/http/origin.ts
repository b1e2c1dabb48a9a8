import { createCache } from '../kit/cache.ts'
import { InvalidConfiguration, UntrustedHost } from '../errors/classes.ts'
import type { HeaderReader } from '../types/request.ts'

/** How the origin of the application is found out. Exactly one source decides. */
export type OriginPolicy =
  | { readonly kind: 'fixed'; readonly origin: Origin }
  /** Hosts as {@link parseListedHost} gives them. */
  | { readonly kind: 'listed'; readonly hosts: ReadonlySet<string>; readonly forwarded: boolean }
  | { readonly kind: 'trusted'; readonly by: string }
  | { readonly kind: 'untrusted'; readonly fix: string }

/** The origin of one request. */
export interface Origin {
  /** As in `URL.origin`. */
  readonly href: string
  readonly secure: boolean
}

/** The parts of a request that may contain its target. */
export interface OriginSource {
  readonly headers: HeaderReader
  /** Absolute URL of the request, where there is one. */
  readonly url?: string | undefined
}

// A registered name, an IPv4 address or a bracketed IPv6 address, and a port (RFC 3986, section 3.2.2).
// Every label ends in a dot or at the end, so that there is one way to match and none to run for long.
const HOST =
  /^(?:(?![_-])[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*\.?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i
const MAX_HOST_LENGTH = 255

/** Names under which one party gives out names; of an address there are none. */
function isParent(hostname: string): boolean {
  const labels = hostname.split('.')
  const named = /\D/.test(labels.at(-1) ?? '')
  return hostname === 'localhost' || (labels.length > 1 && named && !labels.includes(''))
}

/** A host with or without a port; `undefined` for anything else. */
function parseHost(text: string): URL | undefined {
  const address = `http://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url?.href === `${url?.origin}/` && !url.host.includes('*') ? url : undefined
}

/**
 * An entry of `allowedHosts`, as `URL.host` has it: in small letters, without a dot at the end, and without the port of http or
 * https. A scheme is taken off. In `*.example.com` the star stands for exactly one label.
 *
 * @throws InvalidConfiguration when it is no host
 */
export function parseListedHost(entry: string): string {
  const given = entry.trim().replace(/^https?:\/\//i, '')
  const isOpen = given.startsWith('*.')
  const url = parseHost(isOpen ? given.slice(2) : given)
  const hostname = url?.hostname.replace(/\.$/, '') ?? ''
  if (!url || (isOpen && !isParent(hostname))) {
    throw new InvalidConfiguration(
      `\`allowedHosts\` has an entry that is neither a host, such as app.example.com or localhost:3000, nor one with an open first label, such as *.example.com: ${JSON.stringify(entry)}.`,
    )
  }
  const port = ['', '443'].includes(url.port) ? '' : `:${url.port}`
  return `${isOpen ? '*.' : ''}${hostname}${port}`
}

/** Whether a host is one of those on a list, or has one more label than a name with a star. */
export function isListed(hosts: ReadonlySet<string>, host: string): boolean {
  return hosts.has(host) || hosts.has(`*${host.slice(Math.max(0, host.indexOf('.')))}`)
}

/** The host of an origin. */
export function toHost(origin: string): string {
  return origin.slice(origin.indexOf('//') + 2)
}

/** The right-most entry of a forwarded header: the one the nearest proxy wrote. */
function lastEntry(list: string | null): string | undefined {
  return list === null ? undefined : list.slice(list.lastIndexOf(',') + 1).trim()
}

function requestHost({ headers, url }: OriginSource, forwarded: boolean): string {
  const named = (forwarded && lastEntry(headers.get('x-forwarded-host'))) || headers.get('host')
  const host = named ?? (url === undefined ? '' : new URL(url).host)
  if (host.length > MAX_HOST_LENGTH || !HOST.test(host)) {
    throw new UntrustedHost('The host of the request is malformed.')
  }
  return host.toLowerCase()
}

function requestProtocol(
  { headers, url }: OriginSource,
  forwarded: boolean,
  host: string,
): 'http' | 'https' {
  const named = forwarded ? lastEntry(headers.get('x-forwarded-proto')) : undefined
  if (named === 'http' || named === 'https') return named
  if (named) throw new UntrustedHost('The forwarded protocol of the request is malformed.')
  if (url !== undefined) return url.startsWith('https:') ? 'https' : 'http'
  return isLoopback(host) ? 'http' : 'https'
}

/** Whether a host, with or without a port, is this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return (
    name === 'localhost' ||
    name === '[::1]' ||
    name.endsWith('.localhost') ||
    /^127(?:\.\d{1,3}){3}$/.test(name)
  )
}

/** The origin of an address. */
export function toOrigin({ origin }: Pick<URL, 'origin'>): Origin {
  return { href: origin, secure: origin.startsWith('https:') }
}

/** Of hosts that requests name. A stranger can name others, and each of those is parsed. */
const origins = createCache<Origin>({ entries: 64 })

function parseOrigin(protocol: 'http' | 'https', host: string): Origin {
  const address = `${protocol}://${host}`
  if (!URL.canParse(address)) throw new UntrustedHost('The host of the request is malformed.')
  return toOrigin(new URL(address))
}

function build(protocol: 'http' | 'https', host: string): Origin {
  return origins.get(`${protocol} ${host}`, () => parseOrigin(protocol, host))
}

/**
 * The origin that URLs, cookies and mails are made for.
 *
 * @throws UntrustedHost when the host is malformed, not listed, or is not trusted
 */
export function resolveOrigin(policy: OriginPolicy, source: OriginSource): Origin {
  if (policy.kind === 'fixed') return policy.origin
  if (policy.kind === 'untrusted') {
    throw new UntrustedHost(`The request's host is not trusted. ${policy.fix}`)
  }
  const forwarded = policy.kind === 'trusted' || policy.forwarded
  const host = requestHost(source, forwarded)
  const protocol = requestProtocol(source, forwarded, host)
  if (policy.kind !== 'listed') return build(protocol, host)
  const origin = build(protocol, host.replace(/\.(?=:\d+$|$)/, ''))
  if (isListed(policy.hosts, toHost(origin.href))) return origin
  throw new UntrustedHost('The host of the request is not among `allowedHosts`.')
}

const DESCRIPTIONS: Readonly<Record<Exclude<OriginPolicy['kind'], 'trusted'>, string>> = {
  fixed: 'AUTH_URL',
  listed: 'allowedHosts',
  untrusted: 'nothing',
}

/** Which source decides, for the debug log. */
export function describePolicy(policy: OriginPolicy): string {
  return policy.kind === 'trusted' ? policy.by : DESCRIPTIONS[policy.kind]
}

/**
 * Whether a page was opened under another name of this machine than the application has, such as 127.0.0.1 for localhost: its cookies
 * and passkeys belong to the other one.
 *
 * @param host - of the request
 */
export function isOtherLoopback(policy: OriginPolicy, host: string | null): boolean {
  if (policy.kind !== 'fixed' || !host) return false
  const url = `http://${host}`
  if (!isLoopback(host) || !URL.canParse(url)) return false
  const own = new URL(policy.origin.href)
  const asked = new URL(url)
  // Behind a proxy on this machine the port is another one, and a redirect would never end.
  const samePort = asked.port !== '' && asked.port === own.port
  return isLoopback(own.host) && samePort && asked.hostname !== own.hostname
}
