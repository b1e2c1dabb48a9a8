import { InvalidConfiguration } from '../errors/classes.ts'
import { isLoopback } from './origin.ts'

/** Origins of other applications that this one may send a browser to. */
export interface OriginList {
  readonly size: number
  /** Whether the origin of a URL is on the list. Scheme and port have to be the same. */
  readonly has: (url: URL) => boolean
}

const WILDCARD = '*.'

function isOrigin({ href, origin }: URL): boolean {
  return href === `${origin}/`
}

/** Over plain http every network on the way could read the request. */
function isProtected({ protocol, host }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(host))
}

/** A registered name under which names are given out by one party; of an address there are none. */
function isParent({ hostname }: URL): boolean {
  const labels = hostname.split('.')
  const named = /\D/.test(labels.at(-1) ?? '')
  return hostname === 'localhost' || (labels.length > 1 && named && !labels.includes(''))
}

function parseEntry(entry: string, option: string): { readonly url: URL; readonly open: boolean } {
  const [scheme = '', host = ''] = entry.split('://', 2)
  const open = host.startsWith(WILDCARD)
  const text = `${scheme}://${open ? host.slice(WILDCARD.length) : host}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !isOrigin(url) || url.host.includes('*') || (open && !isParent(url))) {
    throw new InvalidConfiguration(
      `\`${option}\` has an entry that is neither an origin, such as https://pr-7.example.com, nor one with an open first label, such as https://*.preview.example.com: ${JSON.stringify(entry)}.`,
    )
  }
  if (isProtected(url)) return { url, open }
  throw new InvalidConfiguration(`\`${option}\` has an entry that is not https: ${url.origin}.`)
}

/** The origin without its first label; `undefined` where that is empty or the only one. */
function parentOrigin({ protocol, host }: URL): string | undefined {
  const dot = host.indexOf('.')
  return dot < 1 ? undefined : `${protocol}//${host.slice(dot + 1)}`
}

/**
 * Reads a list of origins. In `https://*.preview.example.com` the star stands for exactly one label, as in a certificate
 * (RFC 9525, section 6.3).
 *
 * @param option - name of the option, for errors
 * @throws InvalidConfiguration naming the entry that is not an origin, is not https, or leaves too much open
 */
export function createOriginList(entries: readonly string[], option: string): OriginList {
  const parsed = entries.map((entry) => parseEntry(entry, option))
  const exact = new Set(parsed.filter(({ open }) => !open).map(({ url }) => url.origin))
  const parents = new Set(parsed.filter(({ open }) => open).map(({ url }) => url.origin))
  const isUnderParent = (url: URL): boolean => {
    const parent = parentOrigin(url)
    return parent !== undefined && parents.has(parent)
  }
  return Object.freeze({
    size: parsed.length,
    has: (url: URL) => exact.has(url.origin) || isUnderParent(url),
  })
}
