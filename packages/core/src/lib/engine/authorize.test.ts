import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createCore, type ConfigSource } from './auth.ts'
import type { AuthorizeInput } from './asked-addresses.ts'
import { judge, judgeStranger } from './authorize.ts'
import { readSession } from './server-session.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Verdict } from '../types/scope.ts'

const SECRET = 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x'
const ORIGIN = 'https://app.example'

interface Line {
  readonly message: string
  readonly ref: string | undefined
}

let warnings: string[]
let errors: Line[]

const logger = {
  warn: (code: string, detail?: string) => void warnings.push(`${code}: ${detail}`),
  error: (error: Error & { readonly ref?: string }) =>
    void errors.push({ message: error.message, ref: error.ref }),
}

beforeEach(() => {
  warnings = []
  errors = []
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const coreOf = (source: ConfigSource, NODE_ENV: string) =>
  createCore(source, { env: { NODE_ENV, AUTH_SECRET: SECRET, AUTH_URL: ORIGIN } })

function question(path = '/inside', more: Partial<AuthorizeInput<object>> = {}) {
  const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
  const request = new Request(ORIGIN + path, { headers })
  const read = { session: null, cookies: [] }
  return { request, url: new URL(request.url), read, page: true, ...more }
}

async function ask(
  source: ConfigSource,
  more: Partial<AuthorizeInput<object>> = {},
  NODE_ENV = 'production',
): Promise<Verdict> {
  return (await judge(coreOf(source, NODE_ENV), source, question('/inside', more))).verdict
}

describe('A proxy without the `authorized` callback', () => {
  it.each([
    ['development', true, true],
    ['development', false, false],
    ['production', true, false],
  ])('in %s, alone: %s, is warned that it protects nothing: %s', async (env, sole, isWarned) => {
    expect(await ask({ providers: [], logger }, { sole }, env)).toEqual({ kind: 'allow' })
    const found = warnings.filter((warning) => warning.includes('protects nothing'))
    expect(found).toHaveLength(isWarned ? 1 : 0)
  })

  it('is not warned where the callback is set', async () => {
    const callbacks: AuthConfig['callbacks'] = { authorized: () => true }
    await ask({ providers: [], logger, callbacks }, { sole: true }, 'development')
    expect(warnings.join()).not.toContain('protects nothing')
  })
})

const failing = (): never => {
  throw new Error('The configuration is away.')
}

/** The page that a request gets. */
async function pageOf(verdict: Verdict): Promise<string> {
  if (verdict.kind !== 'respond') return verdict.kind
  return verdict.response.text()
}

describe.each([
  ['development', true],
  ['production', false],
])('A request that cannot be decided in %s', (NODE_ENV, explains) => {
  it(`is refused with a page that explains why: ${explains}`, async () => {
    const page = await pageOf(await ask(failing, {}, NODE_ENV))
    expect(page).toContain('<html')
    expect(page.includes('The configuration is away.')).toBe(explains)
  })

  it(`is refused to strangers with a page that explains why: ${explains}`, async () => {
    const verdict = await judgeStranger(coreOf(failing, NODE_ENV), question())
    const page = await pageOf(verdict)
    expect(page).toContain('<html')
    expect(page.includes('The configuration is away.')).toBe(explains)
  })
})

describe('A request without an authorized callback', () => {
  it('is allowed although the configuration is invalid, and the error is logged with a reference', async () => {
    const source = { providers: [], logger, basePath: 'no-slash?' }
    expect(await ask(source)).toEqual({ kind: 'allow' })
    expect(errors).toHaveLength(1)
    expect(errors[0]?.ref).toMatch(/^[\w-]{6,}$/)
  })
})

describe('A session that cannot be read', () => {
  it('counts as no session, and the error is logged with a reference', async () => {
    const source = { providers: [], logger, basePath: 'no-slash?' }
    const read = await readSession(coreOf(source, 'production'), { headers: new Headers() })
    expect(read).toEqual({ session: null, cookies: [] })
    expect(errors[0]?.ref).toMatch(/^[\w-]{6,}$/)
  })
})

describe('A page whose address middleware has rewritten', () => {
  const refusesMembers: AuthConfig['callbacks'] = {
    authorized: ({ request }) => new URL(request.url).pathname !== '/members',
  }
  const asked = (path: string, otherPath: string, pages: AuthConfig['pages'] = {}) => {
    const source = { providers: [], logger, callbacks: refusesMembers, pages }
    const core = coreOf(source, 'production')
    return judge(core, source, question(path, { otherPath }))
  }

  it.each([
    ['/en/members', '/members'],
    ['/en/Members', '/Members?a=1'],
    ['/members', '/en/members'],
    ['/auth/signin', '/members'],
    ['/login', '/members'],
  ])(
    'is refused when the rule refuses either address: %s, which is shown as %s (INT-02)',
    async (path, otherPath) => {
      const { verdict } = await asked(path, otherPath, { signIn: '/login' })
      expect(verdict.kind).toBe('redirect')
    },
  )

  it.each([
    ['/auth', '/en/members', '/members', 'redirect'],
    ['/app/auth', '/app/en/members', '/members', 'redirect'],
    ['/app/api/v1/auth', '/app/en/members', '/members', 'redirect'],
    ['/app/actions', '/app/en/members', '/members', 'redirect'],
    ['/auth', '/open', '/open', 'allow'],
    ['/auth', '/@ada/caf%C3%A9/', '/%40ada/café', 'allow'],
    // The path of the application is no rewriting.
    ['/app/auth', '/app/open', '/open', 'allow'],
    ['/app/actions', '/app/open', '/open', 'allow'],
  ])(
    'whose router knows its route, with actions at %s: %s, which is %s, gets %s (INT-02)',
    async (basePath, path, routePath, expected) => {
      const open = /^(?:\/app)?\/(?:en\/members|open|@ada\/caf%C3%A9)\/?$/
      const authorized: NonNullable<AuthConfig['callbacks']>['authorized'] = ({ request }) =>
        open.test(new URL(request.url).pathname)
      const source = { providers: [], logger, basePath, callbacks: { authorized } }
      const core = coreOf(source, 'production')
      const { verdict } = await judge(core, source, question(path, { routePath }))
      expect(verdict.kind).toBe(expected)
    },
  )

  it.each([
    ['/en/open', '/open'],
    ['/open', '/open/'],
    ['/login', '/login/'],
  ])('is allowed when the rule allows both: %s and %s (INT-02)', async (path, otherPath) => {
    const { verdict } = await asked(path, otherPath, { signIn: '/login' })
    expect(verdict).toEqual({ kind: 'allow' })
  })
})

describe('A path that is open without a session', () => {
  const refused = async (path: string, more: Partial<AuthConfig> = {}): Promise<boolean> => {
    const source = { providers: [], logger, callbacks: { authorized: () => false }, ...more }
    const core = coreOf(source, 'production')
    return (await judge(core, source, question(path))).verdict.kind !== 'allow'
  }

  it('contains the actions, and nothing else under the base path (ALT-02)', async () => {
    expect(await refused('/auth/signin')).toBe(false)
    expect(await refused('/auth/users')).toBe(true)
    expect(await refused('/authors')).toBe(true)
    expect(await refused('/other/auth/signin')).toBe(true)
  })

  it('leaves the paths of options that are off to the application (ALT-02)', async () => {
    expect(await refused('/auth/account')).toBe(true)
    expect(await refused('/auth/devices')).toBe(true)
    const pages = { signIn: '/desk/devices' }
    expect(await refused('/desk/devices', { pages })).toBe(false)
    expect(await refused('/auth-devices', { pages: { signIn: '/auth-devices' } })).toBe(false)
  })
})
