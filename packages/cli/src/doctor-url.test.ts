import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Auth, createAuth } from '@latchstring/core'
import GitHub from '@latchstring/core/providers/github'
import { describe, expect, it } from 'vitest'
import { hasPage } from '../test/application.ts'
import { run } from '../test/run.ts'
import { type Ask, checkDeployed } from './lib/doctor/deployed.ts'

const ORIGIN = 'https://app.example'
const BASE = new URL(`${ORIGIN}/auth`)
const SECRETS = ['kX9/2vQmZr7LpT4wYb1NcE8sUh3JdF6g', 'Zr7LpT4wYb1NcE8sUh3JdF6gkX9/2vQm'] as const
const ENV = {
  AUTH_URL: ORIGIN,
  AUTH_SECRET: SECRETS[0],
  AUTH_GITHUB_ID: 'Iv1.8a61f9b3a7aba766',
  AUTH_GITHUB_SECRET: '9f2c7a1be4d8360572cab91e04f3d6',
  NODE_ENV: 'production',
}
const QUIET = { error: () => undefined, warn: () => undefined }

const deploy = (env: Readonly<Record<string, string>> = {}): Auth =>
  createAuth({ providers: [GitHub], logger: QUIET }, { env: { ...ENV, ...env } })

/** What is in front of the application, and changes its responses. */
type Front = (response: Response, url: string) => Response | Promise<Response>

const through =
  ({ handle }: Auth, front: Front = (response) => response): Ask =>
  async (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('host', new URL(url).host)
    const response = await handle(new Request(url, { ...init, headers }))
    const dated = new Headers(response.headers)
    dated.set('date', new Date().toUTCString())
    return front(new Response(response.body, { status: response.status, headers: dated }), url)
  }

/** Changes headers of every response. */
const withHeaders =
  (change: (headers: Headers) => void): Front =>
  (response) => {
    const headers = new Headers(response.headers)
    change(headers)
    return new Response(response.body, { status: response.status, headers })
  }

/** Rewrites cookies, as a rule of a proxy does. */
const withCookies = (rewrite: (cookie: string) => string): Front =>
  withHeaders((headers) => {
    const cookies = headers.getSetCookie().map(rewrite)
    headers.delete('set-cookie')
    for (const cookie of cookies) headers.append('set-cookie', cookie)
  })

/** Requests go to each instance in turn. */
function balance(...instances: readonly Ask[]): Ask {
  let turn = 0
  return (url, init) => {
    turn += 1
    return (instances[turn % instances.length] ?? fetch)(url, init)
  }
}

/** Keeps the first response for each address. */
function createCache(ask: Ask): Ask {
  const kept = new Map<string, Response>()
  return async (url, init) => {
    const before = init?.method === 'POST' ? undefined : kept.get(url)
    const response = before ?? (await ask(url, init))
    kept.set(url, response.clone())
    return response
  }
}

const failing =
  (response: Response): Ask =>
  () =>
    Promise.resolve(response.clone())

/** Serves requests while something runs. */
async function withServer(
  listener: RequestListener,
  work: (origin: string) => Promise<void>,
): Promise<void> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  try {
    await work(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

interface Fault {
  readonly name: string
  readonly ask: Ask
  readonly finds: string
  readonly says: string
}

const FAULTS: readonly Fault[] = [
  {
    name: 'AUTH_URL of another host',
    ask: through(deploy({ AUTH_URL: 'https://other.example' })),
    finds: 'deployed-address',
    says: 'AUTH_URL=https://app.example',
  },
  {
    name: 'http behind a proxy that ends TLS',
    ask: through(deploy({ AUTH_URL: 'http://app.example' })),
    finds: 'deployed-scheme',
    says: 'X-Forwarded-Proto',
  },
  {
    name: 'no AUTH_URL',
    ask: through(deploy({ AUTH_URL: '' })),
    finds: 'deployed-untrusted-host',
    says: 'AUTH_URL=https://app.example',
  },
  {
    name: 'no secret',
    ask: through(deploy({ AUTH_SECRET: '' })),
    finds: 'deployed-configuration',
    says: 'latchstring explain',
  },
  {
    name: 'actions at another path',
    ask: through(deploy({ AUTH_URL: `${ORIGIN}/api/auth` })),
    finds: 'deployed-not-mounted',
    says: 'Pass the path of the actions',
  },
  {
    name: 'a login page in front',
    ask: failing(new Response('<html>Sign in to the VPN</html>', { status: 200 })),
    finds: 'deployed-not-mounted',
    says: 'login page of the proxy',
  },
  {
    name: 'a redirect in front',
    ask: failing(
      new Response(null, { status: 308, headers: { location: 'https://www.app.example/' } }),
    ),
    finds: 'deployed-redirect',
    says: 'https://www.app.example/',
  },
  {
    name: 'providers without variables',
    ask: through(deploy({ AUTH_GITHUB_ID: '' })),
    finds: 'deployed-no-providers',
    says: 'AUTH_<ID>_ID',
  },
  {
    name: 'a proxy that removes Set-Cookie',
    ask: through(
      deploy(),
      withHeaders((headers) => headers.delete('set-cookie')),
    ),
    finds: 'deployed-cookie-lost',
    says: 'Set-Cookie',
  },
  {
    name: 'a proxy that takes HttpOnly away',
    ask: through(
      deploy(),
      withCookies((cookie) => cookie.replace(/; HttpOnly/i, '')),
    ),
    finds: 'deployed-cookie-flags',
    says: 'without HttpOnly',
  },
  {
    name: 'a proxy that adds a domain',
    ask: through(
      deploy(),
      withCookies((cookie) => `${cookie}; Domain=app.example`),
    ),
    finds: 'deployed-cookie-flags',
    says: 'Domain',
  },
  {
    name: 'a rule that makes everything cacheable',
    ask: through(
      deploy(),
      withHeaders((headers) => headers.set('cache-control', 'public, max-age=60')),
    ),
    finds: 'deployed-cached',
    says: 'public, max-age=60',
  },
  {
    name: 'a cache that ignores Cache-Control',
    ask: createCache(through(deploy())),
    finds: 'deployed-cached',
    says: 'gives it to others',
  },
  {
    name: 'a clock an hour ahead',
    ask: through(
      deploy(),
      withHeaders((headers) => headers.set('date', new Date(Date.now() + 3_600_000).toUTCString())),
    ),
    finds: 'deployed-clock',
    says: 'ahead of the one here',
  },
  {
    name: 'a firewall that refuses POST',
    ask: async (url, init) =>
      init?.method === 'POST'
        ? new Response('Forbidden', { status: 403 })
        : through(deploy())(url, init),
    finds: 'deployed-post',
    says: 'status 403',
  },
  {
    name: 'a host that strangers can set',
    ask: through(deploy({ AUTH_URL: '', AUTH_TRUST_HOST: 'true' })),
    finds: 'deployed-host-forged',
    says: 'X-Forwarded-Host',
  },
  {
    name: 'instances of which some have promoted a staged secret (MIX-01)',
    ask: balance(
      through(deploy({ AUTH_SECRET_NEXT: SECRETS[1] })),
      through(deploy({ AUTH_SECRET_1: SECRETS[1] })),
    ),
    finds: 'deployed-secret-promoted',
    says: 'is being promoted',
  },
  {
    name: 'instances with different secrets',
    ask: balance(through(deploy()), through(deploy({ AUTH_SECRET: SECRETS[1] }))),
    finds: 'deployed-secrets-differ',
    says: 'same AUTH_SECRET',
  },
  {
    name: 'a server that does not respond',
    ask: () =>
      Promise.reject(
        new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 192.0.2.1:443') }),
      ),
    finds: 'deployed-unreachable',
    says: 'ECONNREFUSED',
  },
]

describe('latchstring doctor --url', () => {
  it('finds nothing in a deployment without a mistake, also with several instances', async () => {
    expect(await checkDeployed(BASE, through(deploy()))).toEqual([])
    expect(await checkDeployed(BASE, balance(through(deploy()), through(deploy())))).toEqual([])
  })

  it.each(FAULTS)('names $name', async ({ ask, finds, says }) => {
    const findings = await checkDeployed(BASE, ask)
    expect(findings.map(({ id }) => id)).toContain(finds)
    const named = findings.find(({ id }) => id === finds)
    expect(JSON.stringify(named)).toContain(says)
    for (const { docs } of findings) expect([docs, hasPage(docs)]).toEqual([docs, true])
  })

  it('checks a server over the network, and exits with 1 where it is broken', async () => {
    const server = createServer((request, response) => {
      const headers = new Headers({
        host: request.headers.host ?? '',
        cookie: request.headers.cookie ?? '',
      })
      const url = `http://${request.headers.host}${request.url}`
      void auth
        .handle(new Request(url, { method: request.method ?? 'GET', headers }))
        .then(async (result) => {
          response.writeHead(result.status, [...result.headers].flat())
          response.end(await result.text())
        })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // What a server that listens on a port has.
    const { port } = server.address() as AddressInfo
    const origin = `http://127.0.0.1:${port}`
    const auth = deploy({ AUTH_URL: origin })
    try {
      const good = await run(['doctor', '--url', `${origin}/auth`])
      expect(good).toEqual({
        code: 0,
        out: 'Nothing is wrong as far as can be seen here.\n',
        err: '',
      })
      const bad = await run(['doctor', '--url', `${origin}/api/auth`, '--json'])
      expect(bad.code).toBe(1)
      expect(bad.out).toContain('deployed-not-mounted')
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  })

  it('reads no more than a part of a body without end', async () => {
    await withServer(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const write = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65_536))) {
            // Until the buffer is full.
          }
        }
        response.on('drain', write)
        write()
      },
      async (origin) => {
        const { code, out } = await run(['doctor', '--url', `${origin}/auth`])
        expect({ code, named: out.includes('deployed-not-mounted') }).toEqual({
          code: 1,
          named: true,
        })
      },
    )
  })

  it('gives no control sequence and no line of a deployment to the terminal', async () => {
    const callbackUrl =
      'https://evil.example/\u001B]0;title\u0007\u009B2J\u202E\nbroken fake-finding'
    await withServer(
      (_, response) => {
        response.setHeader('set-cookie', 'a\u009B2J=b')
        response.end(JSON.stringify({ github: { callbackUrl } }))
      },
      async (origin) => {
        const { code, out } = await run(['doctor', '--url', `${origin}/auth`])
        expect(code).toBe(1)
        expect(out).toContain('deployed-address')
        // oxlint-disable-next-line no-control-regex -- that is what may not be there
        expect(out).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/)
        expect(out).not.toMatch(/^broken fake-finding/m)
      },
    )
  })

  it.each(['', '/auth'])(
    'signs in to a proxy with the user and the password of the URL, and shows neither (path "%s")',
    async (path) => {
      const seen = new Set<string | undefined>()
      await withServer(
        ({ headers }, response) => {
          seen.add(headers.authorization)
          response.writeHead(401).end('hunter2 p@ss')
        },
        async (origin) => {
          const url = `${origin.replace('//', '//hunter2:p%40ss@')}${path}`
          const { code, out, err } = await run(['doctor', '--url', url])
          expect({ code, named: out.includes('status 401') }).toEqual({ code: 1, named: true })
          expect([...seen]).toEqual([`Basic ${btoa('hunter2:p@ss')}`])
          expect(out + err).not.toMatch(/hunter2|p@ss|p%40ss/)
        },
      )
    },
  )

  it('does not show the password of an address that it refuses', async () => {
    const { code, out, err } = await run([
      'doctor',
      '--url',
      'ftp://user:p%40ss@app.example',
      '--json',
    ])
    expect({ code, says: err.includes('is not an absolute http or https URL') }).toEqual({
      code: 1,
      says: true,
    })
    expect(out + err).not.toMatch(/p@ss|p%40ss/)
  })

  it('follows no redirect to another host', async () => {
    const asked: (string | undefined)[] = []
    await withServer(
      ({ url }, response) => {
        asked.push(url)
        response.end('{}')
      },
      async (other) => {
        await withServer(
          (_, response) => {
            response.writeHead(302, { location: `${other}/auth/providers` }).end()
          },
          async (origin) => {
            const { code, out } = await run(['doctor', '--url', `${origin}/auth`])
            expect({ code, named: out.includes('deployed-redirect') }).toEqual({
              code: 1,
              named: true,
            })
          },
        )
      },
    )
    expect(asked).toEqual([])
  })

  it.each(['app.example', 'ftp://app.example'])('refuses the address %s', async (url) => {
    const { code, err } = await run(['doctor', '--url', url])
    expect({ code, says: err.includes('is not an absolute http or https URL') }).toEqual({
      code: 1,
      says: true,
    })
  })
})
