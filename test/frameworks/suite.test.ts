import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CredentialsSignin } from '@latchstring/core/errors'
import Credentials from '@latchstring/core/providers/credentials'
import Latchstring, { AuthError, type LatchstringNode } from '@latchstring/node'
import { ask, Jar, judge, type Server } from '@latchstring/framework-conformance'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hosts } from './hosts.mjs'
import { rows } from './rows/index.mjs'
import type { Host, UnitResults } from './types.d.ts'

/** Ways an application may be wrong. */
interface Faults {
  /** The session of the first request is used for all requests. */
  readonly sharesScope?: boolean
  /** Forms are taken from wherever they are sent. */
  readonly takesForeignForms?: boolean
  /** Only the last cookie of a response is sent. */
  readonly dropsCookies?: boolean
  /** Protected routes are open. */
  readonly isOpen?: boolean
}

const counted = { handler: 0, session: 0 }

function configure(): LatchstringNode {
  return Latchstring(
    {
      trustHost: true,
      session: { updateAge: 0 },
      logger: { error: () => undefined, warn: () => undefined },
      callbacks: {
        session({ session }) {
          counted.session += 1
          return session
        },
        jwt: ({ token, user }) =>
          user?.name === 'linus' ? { ...token, long: 'x'.repeat(7000) } : token,
      },
      providers: [
        Credentials({
          authorize({ username, password }) {
            if (password !== 'correct') throw new CredentialsSignin()
            const name = String(username)
            return { id: name, name, email: `${name}@example.com` }
          },
        }),
      ],
    },
    { env: { AUTH_SECRET: 'Zq8vL2nR5tXw7yB1cD4fG6hJ9kM0pS3u' } },
  )
}

/** As a proxy would that keeps headers by name. */
function keepLastCookie(response: ServerResponse): void {
  // Bound, because it is called without its object.
  const writeHead = response.writeHead.bind(response) as (status: number, headers: object) => void
  Object.assign(response, {
    writeHead(status: number, given: Readonly<Record<string, unknown>> = {}) {
      const cookies: unknown = given['Set-Cookie']
      const last: unknown = Array.isArray(cookies) ? cookies.at(-1) : undefined
      writeHead(status, last === undefined ? given : { ...given, 'Set-Cookie': last })
      return response
    },
  })
}

/** The part of the fixture for Node.js that the rows of this test need. */
class Application {
  readonly #latchstring = configure()
  readonly #faults: Faults
  #first: { user?: { name?: string | null } } | null = null

  constructor(faults: Faults) {
    this.#faults = faults
  }

  async #who(request: IncomingMessage, response: ServerResponse): Promise<string> {
    const session = await this.#latchstring.auth(request, response)
    this.#first ??= session
    const shown = this.#faults.sharesScope ? this.#first : session
    return `who:${shown?.user?.name ?? 'nobody'}`
  }

  async #form(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    if (this.#faults.takesForeignForms) {
      for (const name of ['origin', 'sec-fetch-site', 'referer']) {
        Reflect.deleteProperty(request.headers, name)
      }
    }
    const action = request.url === '/act/signin' ? 'signin' : 'signout'
    try {
      await this.#latchstring.form(request, response, action, new URLSearchParams(text))
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      response.writeHead(403).end()
    }
  }

  async #members(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { isOpen } = this.#faults
    if (!isOpen && !(await this.#latchstring.requireSession(request, response))) return
    counted.handler += 1
    response.end('members-content')
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?')
    if (this.#faults.dropsCookies) keepLastCookie(response)
    if (await this.#latchstring.handle(request, response)) return
    if (path.startsWith('/act/')) return this.#form(request, response)
    if (path.startsWith('/members')) return this.#members(request, response)
    if (path === '/count') response.end(JSON.stringify(counted))
    else if (path === '/whoami') response.end(await this.#who(request, response))
    else if (path === '/twice') {
      const first = await this.#who(request, response)
      response.end(`${first} ${await this.#who(request, response)}`)
    } else response.writeHead(404).end()
  }
}

async function start(faults: Faults): Promise<{ server: Server; close: () => Promise<void> }> {
  const application = new Application(faults)
  const listener = createServer((request, response) => {
    application.serve(request, response).catch(() => response.destroy())
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on a port has an address of this kind.
  const { port } = listener.address() as AddressInfo
  const server: Server = {
    port,
    origin: `http://127.0.0.1:${port}`,
    basePath: '/auth',
    ask: (path, given) => ask(port, path, given),
    log: () => '',
    stop: () => Promise.resolve(0),
  }
  return {
    server,
    async close() {
      listener.closeAllConnections()
      listener.close()
      await once(listener, 'close')
    },
  }
}

const HOST: Host = {
  id: 'test',
  package: 'node',
  title: 'Test',
  start: [],
  features: [],
  variances: [],
}

/** Which of the rows do not hold. */
async function redRows(ids: readonly string[], faults: Faults): Promise<readonly string[]> {
  const { server, close } = await start(faults)
  const red: string[] = []
  try {
    for (const row of rows.filter(({ id }) => ids.includes(id))) {
      const tools = {
        host: HOST,
        folder: '',
        serve: () => Promise.resolve(server),
        visit: () => Promise.reject(new Error('These rows have no browser.')),
      }
      await row.run(server, tools).catch(() => red.push(row.id))
    }
  } finally {
    await close()
  }
  return red
}

const ROWS = ['H1', 'C1', 'C2', 'C3', 'C9', 'G1', 'G2', 'G4', 'S5', 'F1', 'F3', 'F5', 'I1', 'I2']

describe('the rows about frameworks', () => {
  const CASES: Readonly<Record<string, { faults: Faults; red: readonly string[] }>> = {
    'an application that is right': { faults: {}, red: [] },
    'one scope for all requests': {
      faults: { sharesScope: true },
      red: ['C3', 'S5', 'F1', 'F3', 'F5', 'I1', 'I2'],
    },
    'forms of other sites': { faults: { takesForeignForms: true }, red: ['F5'] },
    'only the last cookie of a response': {
      faults: { dropsCookies: true },
      // The cookie of the device is the last of a sign-in: the session is lost.
      red: ['C1', 'C2', 'C3', 'C9', 'S5', 'F3', 'F5', 'I1', 'I2'],
    },
    'routes that are open': { faults: { isOpen: true }, red: ['G1', 'G2', 'G4', 'I2'] },
  }

  test.each(Object.keys(CASES))('fail exactly where they have to, with %s', async (name) => {
    const { faults = {}, red = [] } = CASES[name] ?? {}
    expect(await redRows(ROWS, faults)).toEqual(red)
  })

  test('have unique ids, and hosts declare variances of existing rows only', () => {
    const ids = rows.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const named = hosts.flatMap(({ variances }) => variances.map(({ row }) => row))
    expect(named.filter((row) => !ids.includes(row))).toEqual([])
  })
})

describe('a declared variance of a framework', () => {
  const host = { ...HOST, variances: [{ row: 'H6', reason: 'It asks first.', failure: 'DELETE' }] }

  test('is accepted where the row fails in the declared way', () => {
    expect(judge('H6', host, 'DELETE: 403').kind).toBe('variance')
  })

  test('is an error where the row holds or fails in another way', () => {
    expect(judge('H6', host, undefined).kind).toBe('red')
    expect(judge('H6', host, 'HEAD: 500').kind).toBe('red')
  })
})

describe('the cookie jar of the rows', () => {
  let jar: Jar
  beforeAll(() => {
    jar = new Jar()
  })
  afterAll(() => expect(jar.names()).toEqual([]))

  test('keeps and drops cookies as a browser does', () => {
    jar.keep(['a=1; Path=/', 'b=2; Path=/; Secure', 'c=3; Path=/; Max-Age=0'])
    expect(jar.header()).toBe('a=1')
    jar.keep(['a=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])
    expect(jar.names()).toEqual([])
    expect(() => jar.keep(['d=1; Path=/auth'])).toThrow('path')
  })
})

describe('the replacement for vitest on other runtimes', () => {
  const TESTS = `
    import { beforeEach, Buffer as bytes, describe, expect, it, runTests, vi } from './units/vitest.mjs'
    const shown = { log: () => 'real' }
    let before = 0
    describe('a suite', () => {
      beforeEach(() => { before += 1 })
      it('holds', () => expect({ a: 1 }).toEqual({ a: 1 }))
      it('fails', () => expect(1).toBe(2))
      it('fails later', async () => { await Promise.resolve(); expect('a').toMatch(/b/) })
      it('rejects', () => expect(Promise.resolve(1)).rejects.toThrow())
      it.each([['a', 1], ['b', 2]])('%s is %s', (name, value) => expect(name).toBe(value === 1 ? 'a' : 'b'))
      it.each([[1], 2])('a table whose rows are single values', (value) => expect(value).not.toBe(1))
      it('replaces a function', () => {
        vi.spyOn(shown, 'log').mockReturnValue('other')
        expect(shown.log()).toBe('other')
      })
      it('puts it back', () => expect([shown.log(), before]).toEqual(['real', 10]))
      it('has fake timers', () => vi.useFakeTimers())
      it('has bytes of Node.js', () => expect(bytes.from('a')).toHaveLength(1))
    })
    console.log(JSON.stringify(await runTests()))`

  test('reports passed, failed and skipped tests', () => {
    const args = ['--input-type=module', '--eval', TESTS]
    const printed = execFileSync(process.execPath, args, { cwd: import.meta.dirname })
    // It has printed what the tests returned.
    const { passed, failed, leftOut } = JSON.parse(printed.toString()) as UnitResults
    expect(passed).toBe(7)
    expect(failed.map((text) => text.split(': ')[0])).toEqual([
      'a suite fails',
      'a suite fails later',
      'a suite rejects',
    ])
    expect(leftOut).toEqual(['a suite has fake timers', 'a suite has bytes of Node.js'])
  })
})
