/** An address as limits count it: one of IPv4, or the /64 network of one of IPv6. */
export interface NetworkAddress {
  /** `203.0.113.7`, or the first four groups of a /64 as `2001:db8:0:1`. */
  readonly key: string
  /** Reachable from everywhere: neither a loopback nor of a private network, as that of a proxy in front mostly is. */
  readonly isPublic: boolean
}

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const V4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`)
const V4_WITH_PORT = /^(?<address>[\d.]+):\d{1,5}$/
const BRACKETED = /^\[(?<address>[^\]]+)\](?::\d{1,5})?$/

/** IPv4 networks that the Internet does not route (RFC 6890): their first 16 bits, from and to. */
const LOCAL_V4: readonly (readonly [from: number, to: number])[] = [
  [0x0000, 0x00ff],
  [0x0a00, 0x0aff],
  [0x6440, 0x647f],
  [0x7f00, 0x7fff],
  [0xa9fe, 0xa9fe],
  [0xac10, 0xac1f],
  [0xc0a8, 0xc0a8],
  [0xe000, 0xffff],
]

function isPublicV4(key: string): boolean {
  const [first = 0, second = 0] = key.split('.').map(Number)
  const bits = first * 256 + second
  return LOCAL_V4.every(([from, to]) => bits < from || bits > to)
}

const v4 = (key: string): NetworkAddress => ({ key, isPublic: isPublicV4(key) })

const padded = (groups: string): readonly string[] => (groups === '' ? [] : groups.split(':'))

const ZEROS: readonly string[] = Array.from({ length: 8 }, () => '0')

/** The eight groups of an address that a URL parser has written in its one spelling. */
function expand(canonical: string): readonly string[] {
  const [left = '', right = ''] = canonical.split('::')
  const [first, last] = [padded(left), padded(right)]
  return [...[...first, ...ZEROS].slice(0, 8 - last.length), ...last]
}

/** The IPv4 address in one of `::ffff:0:0/96`. */
function mapped(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 5).some((group) => group !== '0') || groups[5] !== 'ffff') return undefined
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .map((pair) => `${pair >> 8}.${pair & 255}`)
    .join('.')
}

/** Unique local, link-local and multicast networks, and the loopback: RFC 6890. */
function isPublicV6(groups: readonly string[]): boolean {
  const first = Number.parseInt(groups[0] ?? '0', 16)
  return first !== 0 && first < 0xfc00
}

function parseV6(text: string): NetworkAddress | undefined {
  // Nothing but what an address consists of: no name of an interface, no path.
  if (!/^[\da-f:.]{2,45}$/i.test(text) || !URL.canParse(`http://[${text}]`)) return undefined
  const groups = expand(new URL(`http://[${text}]`).hostname.slice(1, -1))
  const inside = mapped(groups)
  if (inside !== undefined) return v4(inside)
  return { key: groups.slice(0, 4).join(':'), isPublic: isPublicV6(groups) }
}

/**
 * Reads an address, in any of its spellings and with or without a port.
 *
 * @returns `undefined` for anything else
 */
export function parseNetworkAddress(text: string): NetworkAddress | undefined {
  if (text.length > 64) return undefined
  const trimmed = text.trim()
  const found = BRACKETED.exec(trimmed) ?? V4_WITH_PORT.exec(trimmed)
  const bare = found?.groups?.['address'] ?? trimmed
  if (V4.test(bare)) return v4(bare)
  return parseV6(bare)
}
