import { CallbackRouteError, InvalidConfiguration } from '../../errors/classes.ts'
import { describeKind, naming } from '../../errors/own-function.ts'
import { nearest } from '../../kit/nearest.ts'
import type { ClientAddress, ClientAddressHeader, ClientAddressPreset } from '../../types/limits.ts'
import type { IncomingRequest } from '../../types/request.ts'
import { isObject } from '../../kit/values.ts'
import { parseNetworkAddress, type NetworkAddress } from './address.ts'

/** Where the address of a client is read, checked. */
export type AddressSource =
  | { readonly kind: 'unset' }
  | { readonly kind: 'peer' }
  | ({
      readonly kind: 'header'
      /** The address is always followed by a port, and an IPv6 address has no brackets around it. */
      readonly withPort?: boolean
    } & ClientAddressHeader)
  | {
      readonly kind: 'function'
      readonly find: Extract<ClientAddress, (...args: never) => unknown>
    }

const forwarded = (trustedHops: number): AddressSource => ({
  kind: 'header',
  header: 'x-forwarded-for',
  trustedHops,
})
const single = (header: string) => ({ kind: 'header', header }) as const

/**
 * What the services in front write themselves: values from the client are replaced, or are farther left. The test beside this file has a
 * request as each of them sends it, with its source.
 */
const PRESETS: Readonly<Record<ClientAddressPreset, AddressSource>> = {
  // Appends the client, with `routing.http.xff_header_processing.mode` at its default "append".
  'aws-alb': forwarded(1),
  // The connection to the edge. Not `x-azure-clientip`, which the client can set.
  'azure-front-door': single('x-azure-socketip'),
  cloudflare: single('cf-connecting-ip'),
  cloudfront: { ...single('cloudfront-viewer-address'), withPort: true },
  fly: single('fly-client-ip'),
  // The router appends the client.
  heroku: forwarded(1),
  netlify: single('x-nf-client-connection-ip'),
  // `$proxy_add_x_forwarded_for` appends the client.
  nginx: forwarded(1),
  peer: { kind: 'peer' },
  // Cloudflare is in front of every service. `x-forwarded-for` ends in its edge, or in a proxy behind that: all clients would share those.
  render: single('true-client-ip'),
  traefik: forwarded(1),
  vercel: single('x-vercel-forwarded-for'),
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,64}$/

function fromHeader(given: Record<string, unknown>): AddressSource {
  const { header, trustedHops, ...others } = given
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) {
    throw new InvalidConfiguration(
      `\`clientAddress.${unknown}\` is not an option. Use \`header\` and \`trustedHops\`.`,
    )
  }
  if (typeof header !== 'string' || !TOKEN.test(header)) {
    throw new InvalidConfiguration(
      '`clientAddress.header` is not the name of a header, such as "x-forwarded-for".',
    )
  }
  const name = header.toLowerCase()
  if (trustedHops === undefined) {
    if (name !== 'x-forwarded-for' && name !== 'forwarded') return single(name)
    throw new InvalidConfiguration(
      `\`clientAddress.header\` is "${name}", a list that the client may start and every proxy extends. Set \`trustedHops\` to the number of your proxies, such as 1.`,
    )
  }
  if (typeof trustedHops === 'number' && Number.isInteger(trustedHops) && trustedHops >= 1) {
    return { kind: 'header', header: name, trustedHops }
  }
  throw new InvalidConfiguration(
    '`clientAddress.trustedHops` is not a whole number of proxies, at least 1. Without a proxy in front, write `clientAddress: "peer"`.',
  )
}

function fromPreset(name: string): AddressSource {
  // An own property of the table is one of its keys.
  if (Object.hasOwn(PRESETS, name)) return PRESETS[name as ClientAddressPreset]
  const known = Object.keys(PRESETS)
  const meant = nearest(name, known)
  throw new InvalidConfiguration(
    `\`clientAddress\` is ${JSON.stringify(name)}, which is not a known name. ${meant === undefined ? `Known are: ${known.join(', ')}.` : `Did you mean "${meant}"?`}`,
  )
}

/**
 * Checks the option.
 *
 * @throws InvalidConfiguration that names the mistake
 */
export function readAddressSource(given: unknown): AddressSource {
  if (given === undefined) return { kind: 'unset' }
  if (typeof given === 'string') return fromPreset(given)
  // Its result is checked by the caller.
  if (typeof given === 'function') return { kind: 'function', find: given as never }
  if (isObject(given)) return fromHeader(given)
  throw new InvalidConfiguration(
    '`clientAddress` is neither a name, nor an object with `header`, nor a function.',
  )
}

/** Headers that proxies add to a request. Clients can send them as well, so their values are not trusted. */
const PROXY_HEADERS = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
  'via',
]

const FOR = /(?:^|;)\s*for\s*=\s*"?([^";]*)"?/i

/** The entry that the outermost of the trusted proxies has added. */
function entryFromRight(value: string, hops: number, header: string): string | undefined {
  const entry = value.split(',').at(-hops)
  return header === 'forwarded' ? FOR.exec(entry ?? '')?.[1] : entry
}

type AddressRequest = Pick<IncomingRequest, 'headers' | 'peerAddress' | 'request'>

function readAddressHeader(
  { headers }: AddressRequest,
  { header, trustedHops, withPort }: Extract<AddressSource, { kind: 'header' }>,
): NetworkAddress | undefined {
  const value = headers.get(header)
  if (value === null) return undefined
  if (withPort) return parseNetworkAddress(value.replace(/:\d{1,5}$/, ''))
  const text = trustedHops === undefined ? value : entryFromRight(value, trustedHops, header)
  return text === undefined ? undefined : parseNetworkAddress(text)
}

const isPassedOn = ({ headers }: AddressRequest): boolean =>
  PROXY_HEADERS.some((name) => headers.has(name))

/** The peer may be a proxy, the same for all clients: a private one, or one that has forwarded the request, is not used. */
function readPeer(asked: AddressRequest, isSaid: boolean): NetworkAddress | undefined {
  const peer = asked.peerAddress === undefined ? undefined : parseNetworkAddress(asked.peerAddress)
  if (isSaid || !peer) return peer
  return peer.isPublic && !isPassedOn(asked) ? peer : undefined
}

/** The line to write where nothing is configured. */
export const ADDRESS_HINT =
  "For example, clientAddress: 'nginx' behind nginx, 'vercel' on Vercel, or 'peer' if clients reach this server without a proxy; the guide about limits has the others."

/**
 * What is wrong with the option, as far as a request shows: no address, or one that all clients may share. A sentence for the log.
 *
 * @param found - the address that the source has for the request
 */
export function describeMisfit(
  source: AddressSource,
  asked: AddressRequest,
  found: NetworkAddress | undefined,
): string | undefined {
  if (source.kind === 'header')
    return found ? undefined : `A request came without an address in \`${source.header}\`.`
  if (source.kind === 'unset') return found ? undefined : ADDRESS_HINT
  if (source.kind === 'function') return undefined
  if (!found) return "`clientAddress` is 'peer', and the framework does not expose the connection."
  if (found.isPublic || !isPassedOn(asked)) return undefined
  return "`clientAddress` is 'peer', and a request came by a proxy, whose address all clients then share."
}

/**
 * The address of the client as limits count it, or `undefined` where no trusted source has it.
 *
 * @throws AuthError that names the function of the application when it throws, or returns something else than text
 */
export async function findClientAddress(
  source: AddressSource,
  asked: AddressRequest,
): Promise<NetworkAddress | undefined> {
  if (source.kind === 'header') return readAddressHeader(asked, source)
  if (source.kind !== 'function') return readPeer(asked, source.kind === 'peer')
  const subject = 'The `clientAddress` function'
  const found: unknown = await naming(CallbackRouteError, subject, () => source.find(asked.request))
  if (typeof found === 'string') return parseNetworkAddress(found)
  if (found === undefined || found === null) return undefined
  throw new InvalidConfiguration(
    `${subject} returned ${describeKind(found)}. Return the address as text, or \`null\` where it is unknown.`,
  )
}
