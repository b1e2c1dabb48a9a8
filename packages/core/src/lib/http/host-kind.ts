/** Where a host is, as far as its name tells. */
export type HostKind = 'public' | 'internal' | 'metadata'

/**
 * Names that no public host has (RFC 6761, RFC 6762 with its appendix G, RFC 8375), beside those without a dot; with what some
 * systems call this machine, such as `localhost.localdomain`, and with services of Kubernetes, such as `kubernetes.default.svc`.
 */
const INTERNAL_NAME =
  /(?:^|\.)(?:localhost|localdomain[46]?|svc|local|internal|intranet|private|corp|home|lan|home\.arpa)$/

/** Names and addresses of cloud metadata services, which have credentials of the machine. */
const METADATA: ReadonlySet<string> = new Set([
  'instance-data',
  'instance-data.ec2.internal',
  'metadata',
  'metadata.goog',
  'metadata.google.internal',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2:0:0:0:0:0:254',
])

type Range = readonly [first: string, bits: number]

/** Networks that are not routed publicly (RFC 6890 and the registry it opened). */
const INTERNAL_V4: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

const LINK_LOCAL_V4: Range = ['169.254.0.0', 16]

function toNumber(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
}

function isIn(address: number, [first, bits]: Range): boolean {
  const size = 2 ** (32 - bits)
  return Math.floor(address / size) === Math.floor(toNumber(first) / size)
}

function kindOfV4(address: number): HostKind {
  if (isIn(address, LINK_LOCAL_V4)) return 'metadata'
  return INTERNAL_V4.some((range) => isIn(address, range)) ? 'internal' : 'public'
}

/** The eight groups of an address as `URL` writes it: in hexadecimal, the longest run of zeros left out. */
function toGroups(address: string): readonly number[] {
  const [head = '', tail] = address.split('::')
  const parse = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  if (tail === undefined) return parse(head)
  const [before, after] = [parse(head), parse(tail)]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/**
 * How addresses begin that carry one of version 4 next: 6to4 (RFC 3056), NAT64 (RFC 6052), mapped and compatible ones
 * (RFC 4291, section 2.5.5), translated ones (RFC 2765, section 2.1).
 */
const CARRIERS: readonly (readonly number[])[] = [
  [0x2002],
  [0x64, 0xff9b, 0, 0, 0, 0],
  [0, 0, 0, 0, 0, 0xffff],
  [0, 0, 0, 0, 0, 0],
  [0, 0, 0, 0, 0xffff, 0],
]

function carriedV4(groups: readonly number[]): number | undefined {
  const prefix = CARRIERS.find((one) => one.every((group, index) => groups[index] === group))
  if (!prefix) return undefined
  const [high = 0, low = 0] = groups.slice(prefix.length)
  return high * 65_536 + low
}

/** Only 2000::/3 is routed publicly; within it, Teredo and the addresses of documentation (RFC 3849, RFC 9637) are not. */
function isRouted(a: number, b: number): boolean {
  if (a < 0x2000 || a > 0x3fff) return false
  if (a === 0x2001) return b !== 0 && b !== 0xdb8
  return a !== 0x3fff || b >= 0x1000
}

function kindOfV6(address: string): HostKind {
  const groups = toGroups(address)
  const [a = 0, b = 0] = groups
  const carried = carriedV4(groups)
  if (carried !== undefined) return ofAddress(carried)
  // Link-local.
  if (a >= 0xfe80 && a <= 0xfebf) return 'metadata'
  if (METADATA.has(groups.map((group) => group.toString(16)).join(':'))) return 'metadata'
  return isRouted(a, b) ? 'public' : 'internal'
}

function ofAddress(address: number): HostKind {
  const text = [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')
  return METADATA.has(text) ? 'metadata' : kindOfV4(address)
}

/**
 * Where a host is, by its name or address. Names are not resolved: the address of a public name is known only when it is
 * connected to.
 *
 * @param hostname - as `URL.hostname` has it, which writes every form of an address in one way
 */
export function hostKind(hostname: string): HostKind {
  const name = hostname.toLowerCase().replace(/\.+$/, '')
  if (name.startsWith('[')) return kindOfV6(name.slice(1, -1))
  if (/^\d+(?:\.\d+){3}$/.test(name)) return ofAddress(toNumber(name))
  if (METADATA.has(name)) return 'metadata'
  return !name.includes('.') || INTERNAL_NAME.test(name) ? 'internal' : 'public'
}
