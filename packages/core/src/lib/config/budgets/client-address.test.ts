import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { InvalidConfiguration } from '../../errors/classes.ts'
import type { ClientAddressPreset } from '../../types/limits.ts'
import { parseNetworkAddress } from './address.ts'
import { describeMisfit, findClientAddress, readAddressSource } from './client-address.ts'

const URL_OF_APP = 'https://app.example/auth/session'

async function find(
  option: unknown,
  headers: Readonly<Record<string, string>>,
  peerAddress?: string,
): Promise<string | undefined> {
  const request = new Request(URL_OF_APP, { headers })
  const asked = { headers: request.headers, request, peerAddress }
  return (await findClientAddress(readAddressSource(option), asked))?.key
}

const messageOf = (work: () => unknown): string => {
  try {
    work()
    return ''
  } catch (error) {
    return String(error)
  }
}

/**
 * Requests as they arrive at an application: copied from what was published of one, without headers that say nothing of addresses, and with
 * clients of RFC 5737.
 */
const CAPTURED: readonly {
  readonly option: ClientAddressPreset
  readonly source: string
  readonly headers: Readonly<Record<string, string>>
  readonly client: string
}[] = [
  {
    option: 'render',
    source: 'the log of a service at onrender.com',
    headers: {
      'cdn-loop': 'cloudflare; loops=1',
      'cf-connecting-ip': '203.0.113.24',
      'cf-ray': '98687b033a1370f3-CMH',
      'rndr-id': '480b6296-c19d-40c1',
      'true-client-ip': '203.0.113.24',
      'x-forwarded-for': '203.0.113.24, 104.23.243.81, 10.226.151.1',
      'x-forwarded-proto': 'https',
    },
    client: '203.0.113.24',
  },
  {
    option: 'render',
    source: 'another log of one, with one proxy fewer in the list',
    headers: {
      'cf-connecting-ip': '203.0.113.20',
      'true-client-ip': '203.0.113.20',
      'x-forwarded-for': '203.0.113.20, 172.69.132.173',
    },
    client: '203.0.113.20',
  },
  {
    option: 'heroku',
    source: 'the log of an application at Heroku',
    headers: {
      'x-request-id': 'b8dd5329-01e2-48b2-9e0e-d4654883542e',
      'x-forwarded-for': '203.0.113.25',
      'x-forwarded-proto': 'https',
      via: '1.1 vegur',
    },
    client: '203.0.113.25',
  },
  {
    option: 'aws-alb',
    source: 'docs.aws.amazon.com/elasticloadbalancing/latest/application/x-forwarded-headers.html',
    headers: { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' },
    client: '203.0.113.7',
  },
  {
    option: 'azure-front-door',
    source: 'the log of an API behind Azure Front Door',
    headers: {
      via: 'HTTP/1.1 Azure',
      'x-azure-clientip': '203.0.113.22',
      'x-azure-socketip': '203.0.113.22',
      'x-forwarded-for': '203.0.113.22,147.243.18.238:45498,147.243.18.238',
    },
    client: '203.0.113.22',
  },
  {
    option: 'cloudflare',
    source: 'developers.cloudflare.com/fundamentals/reference/http-headers',
    headers: {
      'cf-connecting-ip': '203.0.113.1',
      'cf-ray': '230b030023ae2822-SJC',
      'x-forwarded-for': '203.0.113.1,198.51.100.101,198.51.100.102',
    },
    client: '203.0.113.1',
  },
  {
    option: 'cloudfront',
    source:
      'docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/adding-cloudfront-headers.html',
    headers: { 'cloudfront-viewer-address': '198.51.100.10:46532', via: '2.0 x.cloudfront.net' },
    client: '198.51.100.10',
  },
  {
    option: 'fly',
    source: 'fly.io/docs/networking/request-headers',
    headers: {
      'fly-client-ip': '203.0.113.7',
      'fly-forwarded-port': '443',
      'x-forwarded-for': '203.0.113.7, 66.241.125.187',
      via: '2 fly.io',
    },
    client: '203.0.113.7',
  },
  {
    option: 'netlify',
    source: 'the answer of a service at Netlify that echoes requests',
    headers: {
      'cdn-loop': 'netlify',
      'x-forwarded-for': '169.254.169.126:17756, 2600:1900:0:2d01::2401',
      'x-nf-client-connection-ip': '2600:1900:0:2d01::2401',
      'x-nf-request-id': '01JM2RB8VTJ5T1KA9JFYFSKFT1',
    },
    client: '2600:1900:0:2d01::2401',
  },
  {
    option: 'traefik',
    source: 'an application behind Traefik that echoes requests',
    headers: {
      'x-forwarded-for': '203.0.113.23',
      'x-forwarded-server': 'traefik.app.example',
      'x-real-ip': '203.0.113.23',
    },
    client: '203.0.113.23',
  },
  {
    option: 'nginx',
    source: 'nginx.org/en/docs/http/ngx_http_proxy_module.html',
    headers: { 'x-forwarded-for': '203.0.113.7' },
    client: '203.0.113.7',
  },
  {
    option: 'vercel',
    source: 'the log of an application at Vercel',
    headers: {
      'x-forwarded-for': '203.0.113.21',
      'x-real-ip': '203.0.113.21',
      'x-vercel-forwarded-for': '203.0.113.21',
      'x-vercel-id': 'bom1::jgtzw-1736807967733-f53b9b260cd0',
      'x-vercel-proxied-for': '203.0.113.21',
    },
    client: '203.0.113.21',
  },
]

describe('the option `clientAddress`', () => {
  it.each([
    ['nearest', /"nearest", which is not a known name/],
    ['nearest', /Known are: aws-alb, azure-front-door, cloudflare, .*, traefik, vercel\.$/],
    ['cloudflair', /Did you mean "cloudflare"\?/],
    ['toString', /which is not a known name/],
    [{ header: '' }, /is not the name of a header/],
    [{ header: 'x'.repeat(65) }, /is not the name of a header/],
    [{ header: 'x-own:' }, /is not the name of a header, such as "x-forwarded-for"/],
    [{ header: ':x-own' }, /is not the name of a header/],
    [{ header: ['x-own'] }, /is not the name of a header/],
    [{ header: 'X-Forwarded-For' }, /`clientAddress\.header` is "x-forwarded-for", a list/],
    [{ header: 'x-own', trustedHops: -1 }, /whole number of proxies, at least 1/],
    [{ header: 'x-own', trustedHops: '1' }, /whole number of proxies/],
    [{ header: 'x-own', hops: 1 }, /is not an option. Use `header` and `trustedHops`\./],
    [7, /nor an object with `header`, nor a function/],
    [{}, /`clientAddress\.header` is not the name of a header/],
    [{ header: 'x forwarded' }, /is not the name of a header/],
    [{ header: 'X-Forwarded-For' }, /`trustedHops` to the number of your proxies, such as 1/],
    [{ header: 'forwarded' }, /the client may start/],
    [{ header: 'x-forwarded-for', trustedHops: 0 }, /write `clientAddress: "peer"`/],
    [{ header: 'x-forwarded-for', trustedHops: 1.5 }, /whole number of proxies/],
    [{ header: 'x-real-ip', hops: 1 }, /`clientAddress\.hops` is not an option/],
    [7, /neither a name/],
    [null, /neither a name/],
  ])('refuses %j and says what to write instead', (option, message) => {
    expect(() => readAddressSource(option)).toThrow(InvalidConfiguration)
    expect(() => readAddressSource(option)).toThrow(message)
  })

  it.each([
    ['nginx', { 'x-forwarded-for': '6.6.6.6, 203.0.113.7' }],
    ['aws-alb', { 'x-forwarded-for': '6.6.6.6,203.0.113.7' }],
    ['vercel', { 'x-vercel-forwarded-for': '203.0.113.7', 'x-forwarded-for': '6.6.6.6' }],
    ['cloudflare', { 'cf-connecting-ip': '203.0.113.7', 'x-forwarded-for': '6.6.6.6' }],
    ['cloudfront', { 'cloudfront-viewer-address': '203.0.113.7:46532' }],
    ['azure-front-door', { 'x-azure-socketip': '203.0.113.7', 'x-azure-clientip': '6.6.6.6' }],
    ['fly', { 'fly-client-ip': '203.0.113.7' }],
    ['heroku', { 'x-forwarded-for': '6.6.6.6, 203.0.113.7' }],
    ['render', { 'true-client-ip': '203.0.113.7', 'x-forwarded-for': '203.0.113.7, 6.6.6.6' }],
    ['traefik', { 'x-forwarded-for': '6.6.6.6, 203.0.113.7' }],
    [{ header: 'x'.repeat(64) }, { ['x'.repeat(64)]: '203.0.113.7' }],
    [
      { header: 'Forwarded', trustedHops: 1 },
      { forwarded: 'by=9.9.9.9 ; FOR = 203.0.113.7; proto=http' },
    ],
    [{ header: 'forwarded', trustedHops: 1 }, { forwarded: 'For=203.0.113.7' }],
    [{ header: 'forwarded', trustedHops: 1 }, { forwarded: 'by=x;for="[::ffff:203.0.113.7]:9"' }],
    ['netlify', { 'x-nf-client-connection-ip': '203.0.113.7' }],
    [{ header: 'X-Real-IP' }, { 'x-real-ip': '203.0.113.7' }],
    [{ header: 'x-forwarded-for', trustedHops: 2 }, { 'x-forwarded-for': '203.0.113.7, 9.9.9.9' }],
    [
      { header: 'forwarded', trustedHops: 1 },
      { forwarded: 'for=6.6.6.6, for="203.0.113.7:80";proto=https' },
    ],
    [(request: Request) => request.headers.get('x-own'), { 'x-own': '203.0.113.7' }],
    [async () => '203.0.113.7', {}],
  ])('%j returns the address that the proxy wrote', async (option, headers) => {
    expect(await find(option, headers, '10.0.0.1')).toBe('203.0.113.7')
  })

  it.each(CAPTURED)(
    '$option finds the client in a request as $source shows it (ADR-01)',
    async ({ option, headers, client }) => {
      const key = parseNetworkAddress(client)?.key
      expect(key).toBeTypeOf('string')
      expect(await find(option, headers, '10.21.157.68')).toBe(key)
      // What a client writes itself is replaced, or is farther left.
      const own = headers['x-forwarded-for']
      const forged = { ...headers, 'x-forwarded-for': ['6.6.6.6', own].filter(Boolean).join(', ') }
      expect(await find(option, forged, '10.21.157.68')).toBe(key)
    },
  )

  test('of every platform is shown by a captured request (ADR-01)', () => {
    const shown = new Set(CAPTURED.map(({ option }) => option))
    const known = /Known are: (.*)\.$/.exec(messageOf(() => readAddressSource('nowhere')))?.[1]
    expect([...shown, 'peer'].toSorted()).toEqual(known?.split(', '))
  })

  it.each(['2001:db8:1:2:3:4:5:6:46532', '2001:db8:1:2::1:443', '[2001:db8:1:2::1]:443'])(
    'of CloudFront is never taken for a port: %s',
    async (value) => {
      const headers = { 'cloudfront-viewer-address': value }
      expect(await find('cloudfront', headers)).toBe('2001:db8:1:2')
    },
  )

  it.each([
    ['nginx', {}],
    [{ header: 'x-forwarded-for', trustedHops: 2 }, { 'x-forwarded-for': '203.0.113.7' }],
    ['cloudflare', { 'cf-connecting-ip': '203.0.113.7, 6.6.6.6' }],
    ['nginx', { 'x-forwarded-for': '203.0.113.7, unknown' }],
    [{ header: 'forwarded', trustedHops: 1 }, { forwarded: 'by=203.0.113.7' }],
    [{ header: 'forwarded', trustedHops: 1 }, { forwarded: 'x-for=203.0.113.7' }],
    [{ header: 'forwarded', trustedHops: 2 }, { forwarded: 'for=203.0.113.7' }],
    [{ header: 'x-forwarded-for', trustedHops: 1 }, { 'x-forwarded-for': 'for=203.0.113.7' }],
    [{ header: 'forwarded', trustedHops: 1 }, { forwarded: 'for=unknown' }],
    [() => null, {}],
    [() => undefined, {}],
  ])('%j returns no address where the header lacks it (LIM-05)', async (option, headers) => {
    expect(await find(option, headers, '198.51.100.1')).toBeUndefined()
  })

  test('is an error that names the function where it returns something else than text (LIM-05)', async () => {
    await expect(find(() => 7, {})).rejects.toMatchObject({
      type: 'InvalidConfiguration',
      message:
        'The `clientAddress` function returned a number. Return the address as text, or `null` where it is unknown.',
    })
  })

  test('is an error that names the function where it throws (LIM-05)', async () => {
    const thrown = new Error('own')
    const throws = (): never => {
      throw thrown
    }
    await expect(find(throws, {})).rejects.toMatchObject({
      type: 'CallbackRouteError',
      message: 'The `clientAddress` function threw.',
      cause: { err: thrown },
    })
  })

  test('uses the peer of the connection by default, unless it is a proxy (LIM-05)', async () => {
    expect(await find(undefined, {}, '198.51.100.1')).toBe('198.51.100.1')
    expect(await find(undefined, {}, '::ffff:198.51.100.1')).toBe('198.51.100.1')
    for (const peer of ['127.0.0.1', '::1', '10.0.0.2', '172.18.0.3', 'fd00::2', undefined]) {
      expect(await find(undefined, {}, peer)).toBeUndefined()
    }
    const passed = 'x-forwarded-for forwarded x-real-ip cf-connecting-ip true-client-ip via'
    for (const header of passed.split(' ')) {
      expect(await find(undefined, { [header]: '6.6.6.6' }, '198.51.100.1')).toBeUndefined()
    }
    expect(await find('peer', {}, 'a pipe')).toBeUndefined()
    expect(await find('peer', {})).toBeUndefined()
    expect(await find('peer', { 'x-forwarded-for': '6.6.6.6' }, '10.0.0.2')).toBe('10.0.0.2')
  })

  const entry = fc.oneof(fc.ipV4(), fc.ipV6(), fc.stringMatching(/^[\w.:"[\]=;-]{0,20}$/))
  const forged = fc.array(entry, { maxLength: 20 })

  test('behind one proxy ignores 20 values that the client sends in any header (LIM-09)', async () => {
    await fc.assert(
      fc.asyncProperty(forged, forged, entry, async (list, others, single) => {
        const appended = [...list, '203.0.113.7'].join(', ')
        const headers = {
          'x-forwarded-for': appended,
          forwarded: others.join(', '),
          'x-real-ip': single,
          'x-client-ip': single,
          'true-client-ip': single,
        }
        expect(await find('nginx', headers, '10.0.0.1')).toBe('203.0.113.7')
        expect(await find('peer', headers, '198.51.100.9')).toBe('198.51.100.9')
      }),
    )
  })

  test('behind two proxies ignores what the client sends in front of theirs (LIM-09)', async () => {
    await fc.assert(
      fc.asyncProperty(forged, async (list) => {
        const headers = { 'x-forwarded-for': [...list, '203.0.113.7', '10.9.9.9'].join(',') }
        const two = { header: 'x-forwarded-for', trustedHops: 2 }
        expect(await find(two, headers)).toBe('203.0.113.7')
        const quoted = [...list, 'for=203.0.113.7;by=x', 'for="[2001:db8::1]:1"'].join(',')
        expect(await find({ header: 'forwarded', trustedHops: 2 }, { forwarded: quoted })).toBe(
          '203.0.113.7',
        )
      }),
    )
  })
})

describe('A configured address that does not fit', () => {
  function describeFor(option: unknown, headers: object, peerAddress?: string): string | undefined {
    const request = new Request(URL_OF_APP, { headers: { ...headers } })
    const found = peerAddress === undefined ? undefined : parseNetworkAddress(peerAddress)
    const asked = { headers: request.headers, request, peerAddress }
    return describeMisfit(readAddressSource(option), asked, found)
  }
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }

  test('is one whose header is missing, or whose connection is unknown or that of a proxy (ADR-01)', () => {
    expect(describeFor('render', forwarded)).toContain('without an address in `true-client-ip`')
    expect(describeFor('peer', {})).toContain('does not expose the connection')
    expect(describeFor('peer', forwarded, '10.0.0.2')).toContain('whose address all clients')
    expect(describeFor(undefined, {})).toContain("clientAddress: 'nginx'")
  })

  test('is none that a request has, or that a client on the Internet forges', () => {
    expect(describeFor('peer', {}, '10.0.0.2')).toBeUndefined()
    expect(describeFor('peer', forwarded, '203.0.113.8')).toBeUndefined()
    expect(describeFor('nginx', forwarded, '203.0.113.7')).toBeUndefined()
    expect(describeFor(() => undefined, {})).toBeUndefined()
  })
})
