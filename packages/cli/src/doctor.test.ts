import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createAuth } from '@latchstring/core'
import type { FrameworkAuthConfig } from '@latchstring/core/framework'
import Credentials from '@latchstring/core/providers/credentials'
import type GitHub from '@latchstring/core/providers/github'
import type { AuthConfig } from '@latchstring/core/types'
import { afterEach, describe, expect, it } from 'vitest'
import {
  CLIENT_SECRET,
  type Files,
  HEALTHY,
  SECRET,
  authFile,
  withInstalled,
  withVariables,
  writeApplication,
  hasPage,
} from '../test/application.ts'
import { MISTAKES } from '../test/mistakes.ts'
import { makeProject, manifest } from '../test/projects.ts'
import { containing, type Ran, run } from '../test/run.ts'
import { KNOWN } from './lib/doctor/check-options.ts'
import { checkVersion } from './lib/doctor/check-packages.ts'
import { checkNode } from './lib/doctor/check-packages.ts'
import { listNeeded } from './lib/doctor/check-providers.ts'
import { providerVariable } from './lib/doctor/providers.ts'
import { readProviderEntries } from './lib/provider-catalogue.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

async function doctor(files: Files, argv: readonly string[] = []): Promise<Ran> {
  const application = await writeApplication(files)
  cleanUps.push(() => application.remove())
  return run(['doctor', ...argv], { folder: application.folder })
}

interface Found {
  readonly id: string
  readonly level: string
  readonly what: string
  readonly why: string
  readonly fix: string
  readonly docs: string
}

function readFindings({ out }: Ran): readonly Found[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command writes
  return (JSON.parse(out) as { readonly findings: readonly Found[] }).findings
}

describe('latchstring doctor', () => {
  it('finds nothing in an application as the guide shows it, in development and in production', async () => {
    const development = await doctor({})
    expect(development).toEqual({
      code: 0,
      out: 'Nothing is wrong as far as can be seen here.\n',
      err: '',
    })
    const deployed = withVariables({ AUTH_URL: 'https://app.example.com' })
    expect(await doctor(deployed, ['--production', '--json'])).toMatchObject({
      code: 0,
      out: containing('"findings": []'),
    })
  })

  it('has but notes about the demo, whose routes also read sessions and roles', async () => {
    const folder = fileURLToPath(new URL('../../../apps/demo-next', import.meta.url))
    const ran = await run(['doctor', '--json'], { folder, env: { AUTH_SECRET: SECRET } })
    expect(readFindings(ran).map(({ level, id }) => `${level} ${id}`)).toEqual([
      'note password-hash',
      'note leaving-without-job',
    ])
  })

  it.each(MISTAKES)('names $name', async ({ files, argv = [], finds, says }) => {
    const ran = await doctor(files, [...argv, '--json'])
    const findings = readFindings(ran)
    // The first is what a person reads first, and nothing else is called broken.
    expect(findings.filter(({ level }, index) => index === 0 || level === 'broken')).toEqual([
      expect.objectContaining({ id: finds }),
    ])
    for (const text of says)
      expect(JSON.stringify(findings[0])).toContain(JSON.stringify(text).slice(1, -1))
    expect(ran.code).toBe(findings[0]?.level === 'broken' ? 1 : 0)
    for (const { docs, fix } of findings) {
      expect({ docs, there: hasPage(docs) }).toEqual({ docs, there: true })
      expect(fix).not.toBe('')
    }
    for (const secret of [SECRET, CLIENT_SECRET, 'pw-9f2c7a1b', 're_9f2c7a1be4d8']) {
      expect(ran.out + ran.err).not.toContain(secret)
    }
  })

  it.each([
    ['as usual', 'revocation: true', ['within 30 seconds', 'for 300 seconds']],
    ['as set', 'revocation: { window: 5, graceWithoutStore: 60 }', ['within 5 ', 'for 60 ']],
    ['partly as set', 'revocation: { graceWithoutStore: 0 }', ['within 30 ', 'for 0 ']],
  ])('notes for how long ended sessions are taken: %s', async (_, option, says) => {
    const options = `{ providers: [GitHub], session: { strategy: 'jwt', ${option} } }`
    const ran = await doctor({ 'auth.ts': authFile(options), 'proxy.ts': null }, ['--json'])
    const [finding, ...others] = readFindings(ran)
    expect(others).toEqual([])
    expect(finding).toMatchObject({ id: 'ended-sessions', level: 'note' })
    for (const text of says) expect(`${finding?.what} ${finding?.why}`).toContain(text)
    expect(hasPage(finding?.docs ?? '')).toBe(true)
    expect(ran.code).toBe(0)
  })

  it.each([
    ['nothing notes endings', "{ strategy: 'jwt' }"],
    ['endings are switched off', "{ strategy: 'jwt', revocation: false }"],
    ['sessions are rows', '{ revocation: true }'],
    ['a number comes from elsewhere', "{ strategy: 'jwt', revocation: { window: Number('9') } }"],
  ])('notes nothing of ended sessions where %s', async (_, session) => {
    const options = `{ providers: [GitHub], session: ${session} }`
    const files = { 'auth.ts': authFile(options), 'proxy.ts': null }
    expect(readFindings(await doctor(files, ['--json']))).toEqual([])
  })

  it('prints what, why, fix and page of a finding for people, and a count', async () => {
    const { out, code } = await doctor(withVariables({ AUTH_GITHUB_ID: null }))
    expect(out).toBe(`broken provider-variable-missing auth.ts
  The provider "github" has no \`clientId\`: AUTH_GITHUB_ID is not set.
  Why: The provider is not offered, and signing in with it fails.
  Fix: Add AUTH_GITHUB_ID=… to .env.local; docs/providers/github.md says where to get it.
  npx @latchstring/cli docs docs/deployment.md#providers-without-settings

1 broken
`)
    expect(code).toBe(1)
  })

  it.each([
    { of: 'Next.js', dependency: 'next', file: '.env.local' },
    { of: 'Express', dependency: 'express', file: '.env' },
    { of: 'SvelteKit', dependency: '@sveltejs/kit', file: '.env' },
  ])('has variables of $of written to the file that it reads, $file', async (row) => {
    const project = await makeProject({
      'package.json': manifest({ [row.dependency]: '5.0.0' }),
      'auth.js': authFile('{ providers: [GitHub] }'),
    })
    cleanUps.push(() => project.remove())
    const ran = await run(['doctor', '--json'], { folder: project.folder })
    const missing = readFindings(ran).filter(({ id }) =>
      /^(?:provider-without-keys|secret-missing)$/.test(id),
    )
    expect(missing.map(({ id, fix }) => [id, /\.env[.\w]*/.exec(fix)?.[0]])).toEqual([
      ['secret-missing', row.file],
      ['provider-without-keys', row.file],
    ])
  })

  it('has a note for a provider without any of its keys, which is broken in production and where emulators are off', async () => {
    const none = { AUTH_GITHUB_ID: null, AUTH_GITHUB_SECRET: null }
    const levels = async (files: Files, ...argv: readonly string[]): Promise<readonly string[]> =>
      readFindings(await doctor(files, ['--json', ...argv])).map(
        ({ level, id }) => `${level} ${id}`,
      )
    expect(await levels(withVariables(none))).toEqual(['note provider-without-keys'])
    expect((await doctor(withVariables(none))).code).toBe(0)
    const broken = Array.from({ length: 2 }, () => 'broken provider-variable-missing')
    const url = { AUTH_URL: 'https://app.example.com' }
    expect(await levels(withVariables({ ...none, ...url }), '--production')).toEqual(broken)
    expect(await levels(withVariables({ ...none, LATCHSTRING_DEV: 'off' }))).toEqual(broken)
  })

  it.each([
    ['v20.18.3', ['node-version']],
    ['v18.20.0', ['node-version']],
    ['v20.19.0', []],
    ['v24.1.0', []],
  ])('judges Node.js %s', (version, ids) => {
    expect(checkNode(version).map(({ id }) => id)).toEqual(ids)
  })

  it('reads modules that export names of each other, and an expression of 1,500 parts', async () => {
    const ran = await doctor({
      'auth.ts': authFile(
        '{ providers, callbacks: { authorized: () => false } }',
        "import { providers } from './one'",
      ),
      'one.ts': "// latchstring\nexport { providers } from './two'\n",
      'two.ts': "// latchstring\nexport { providers } from './one'\n",
      'sum.ts': `// latchstring\nexport const sum = ${'1 + '.repeat(1500)}1\n`,
    })
    expect(ran).toEqual({
      code: 0,
      out: 'Nothing is wrong as far as can be seen here.\n',
      err: '',
    })
  })

  it('reads the configuration of a module of NestJS, and does not mistake a decorator for one', async () => {
    const project = await makeProject({
      'package.json': manifest({ '@nestjs/core': '12.0.0', '@latchstring/nestjs': '0.0.0' }),
      'src/app.controller.ts': `import { Session } from '@latchstring/nestjs'
import { Controller, Get } from '@nestjs/common'

@Controller()
export class AppController {
  @Get()
  home(@Session() session: object | null) {
    return session
  }
}
`,
      'src/app.module.ts': `import { LatchstringModule } from '@latchstring/nestjs'
import { Module } from '@nestjs/common'

@Module({ imports: [LatchstringModule.forRoot({ providers: [], callbaks: {} })] })
export class AppModule {}
`,
    })
    cleanUps.push(() => project.remove())
    const ran = await run(['doctor', '--json'], {
      folder: project.folder,
      env: { AUTH_SECRET: SECRET },
    })
    expect(readFindings(ran)).toContainEqual(
      expect.objectContaining({ file: 'src/app.module.ts', what: containing('callbaks') }),
    )
  })

  it.each([
    ['made by a factory', 'LatchstringModule.forRootAsync({ useFactory: () => (OPTIONS) })'],
    [
      'made by a factory of injected settings',
      'LatchstringModule.forRootAsync({ inject: [Keys], async useFactory(keys) { return OPTIONS } })',
    ],
    [
      'made for each request by a factory',
      'LatchstringModule.forRootAsync({ useFactory: () => () => (OPTIONS) })',
    ],
    ['given to a namespace', 'nest.LatchstringModule.forRoot(OPTIONS)'],
  ])('reads the configuration of a module of NestJS that is %s', async (_, call) => {
    const ran = await doctor({
      'package.json': manifest({ '@nestjs/core': '12.0.0', '@latchstring/nestjs': '0.0.0' }),
      'auth.ts': `import { LatchstringModule } from '@latchstring/nestjs'
import * as nest from '@latchstring/nestjs'
export const imports = [${call.replace('OPTIONS', '{ providers: [], callbaks: {} }')}]
`,
    })
    expect(ran.out).toContain('`callbaks` is not an option.')
  })

  it('reads a package.json and variables with byte order marks', async () => {
    const ran = await doctor({
      'package.json': `\uFEFF${HEALTHY['package.json']}`,
      '.env.local': `\uFEFFAUTH_SECRET=${SECRET}\n${withVariables({ AUTH_SECRET: null })['.env.local']}`,
    })
    expect(ran).toMatchObject({ code: 0, err: '' })
  })

  it('reads variables that name others as Next.js does', async () => {
    const variables = { AUTH_URL: 'http://$HOST:${PORT:-3000}', HOST: 'localhost' }
    const ran = await doctor(withVariables(variables))
    expect(ran).toMatchObject({ code: 0, err: '' })
    const other = await doctor(withVariables({ ...variables, HOST: '127.0.0.1' }))
    expect(other.out).toContain('url-loopback-name')
  })

  it.each(['nothing', 'oracle://u:pw-9f2c7a1b@h/d', 'file://other-host/data.db'])(
    'goes on where the database has the address %s',
    async (url) => {
      const ran = await doctor({
        ...withVariables({ DATABASE_URL: url }),
        ...withInstalled('@libsql/client'),
        'auth.ts': authFile(
          "{ providers: [GitHub], adapter: openSqlAdapter(process.env.DATABASE_URL ?? ''), secret: 'short' }",
          "import { openSqlAdapter } from '@latchstring/adapter-sql'",
        ),
      })
      expect(ran.out).toContain('broken store-unreachable')
      expect(ran.out).toContain('warning secret-in-source')
      expect(ran.code).toBe(1)
      expect(ran.out).not.toContain('pw-9f2c7a1b')
    },
  )

  it.each([
    ['{ sessionControl: true, records: [passkeyNames] }', ' --session-control --records passkeys'],
    ['{ sessionControl: true, records: [] }', ' --session-control'],
    ['{ records: [passkeyNames] }', ' --records passkeys'],
    ['{ records: [emailMails, passkeyNames] }', ' --records mails,passkeys'],
    ['{ records: true, sessionControl: true }', ' --session-control --records all'],
    ['{ records: false }', ''],
    ['{ records: undefined }', ''],
    ['{ sessionControl: false }', ''],
    ['{ sessionControl: undefined }', ''],
    ['on', ' --session-control'],
    ['off', ''],
  ])('looks for the tables of the options %s', async (options, flags) => {
    const { out } = await doctor({
      ...withInstalled('@libsql/client'),
      'auth.ts': authFile(
        `{ providers: [GitHub], adapter: openSqlAdapter('file:./data.db', ${options}) }`,
        `import { emailMails, openSqlAdapter, passkeyNames } from '@latchstring/adapter-sql'
const on = { sessionControl: true }
const off = { sessionControl: false }`,
      ),
    })
    expect(/Run: (.*)/.exec(out)?.[1]).toBe(
      `npx @latchstring/cli migrate --apply${flags} --url file:./data.db`,
    )
    expect(out.includes('revocations')).toBe(flags.includes('--session-control'))
  })

  it.each([
    ['sessionControl', "process.env.SOME === 'yes'"],
    ['records', '[theirs]'],
    ['records', 'theirs'],
  ])('looks for no tables where its text does not say what %s is: %s', async (option, value) => {
    const { out } = await doctor({
      ...withInstalled('@libsql/client'),
      'auth.ts': authFile(
        `{ providers: [GitHub], adapter: openSqlAdapter('file:./data.db', { ${option}: ${value} }) }`,
        "import { openSqlAdapter } from '@latchstring/adapter-sql'",
      ),
    })
    expect(out).not.toContain('tables-missing')
  })

  it.each([
    { module: 'steam', variables: {}, missing: [] },
    { module: 'gitea', variables: { ID: 'a', SECRET: 'b' }, missing: ['AUTH_GITEA_ISSUER'] },
    { module: 'microsoft-entra-id', variables: { ID: 'a', SECRET: 'b' }, missing: [] },
    {
      module: 'ory-hydra',
      variables: { ID: 'a', ISSUER: 'https://h' },
      missing: ['AUTH_HYDRA_SECRET'],
    },
    {
      module: 'mastodon',
      variables: { ISSUER: 'https://h', SECRET: 'b' },
      missing: ['AUTH_MASTODON_ID'],
    },
    { module: 'bluesky', variables: { ID: 'https://h/client.json' }, missing: [] },
  ])('names the variables that $module lacks: $missing', async ({ module, variables, missing }) => {
    const prefix = `AUTH_${(module === 'ory-hydra' ? 'hydra' : module).toUpperCase().replaceAll('-', '_')}_`
    const set = Object.entries(variables).map(
      ([name, value]) => [`${prefix}${name}`, value] as const,
    )
    const { out } = await doctor({
      ...withVariables(Object.fromEntries(set)),
      'auth.ts': authFile(
        '{ providers: [GitHub, Other], callbacks: { authorized: () => false } }',
        `import Other from '@latchstring/next/providers/${module}'`,
      ),
    })
    const found = [...out.matchAll(/: (AUTH_\w+) is not set/g)].map(([, name]) => name)
    expect(found).toEqual(missing)
  })

  it('says so when the folder has no application', async () => {
    const { code, err } = await doctor({ 'package.json': '{' })
    expect({ code, says: err.includes('no package.json here that can be read') }).toEqual({
      code: 1,
      says: true,
    })
  })
})

/** An option of each name; the compiler compares them with the types of the library. */
const OPTION_NAMES = {
  '': {
    providers: 0,
    adapter: 0,
    adapterRequires: 0,
    features: 0,
    basePath: 0,
    secret: 0,
    weakSecret: 0,
    audience: 0,
    session: 0,
    account: 0,
    jwt: 0,
    callbacks: 0,
    events: 0,
    pages: 0,
    cookies: 0,
    texts: 0,
    theme: 0,
    limits: 0,
    clientAddress: 0,
    debug: 0,
    logger: 0,
    experimental: 0,
    migrate: 0,
    redirectProxyUrl: 0,
    redirectProxyOrigins: 0,
    skipCSRFCheck: 0,
    trustHost: 0,
    allowedHosts: 0,
    useSecureCookies: 0,
    raw: 0,
  } satisfies Record<Extract<keyof AuthConfig, string>, 0>,
  session: {
    strategy: 0,
    maxAge: 0,
    updateAge: 0,
    absoluteMaxAge: 0,
    endAllOnSignOut: 0,
    revocation: 0,
    devices: 0,
    endOn: 0,
    generateSessionToken: 0,
  } satisfies Record<keyof NonNullable<AuthConfig['session']>, 0>,
  callbacks: {
    signIn: 0,
    redirect: 0,
    jwt: 0,
    session: 0,
    deviceInfo: 0,
    authorized: 0,
  } satisfies Record<keyof NonNullable<FrameworkAuthConfig['callbacks']>, 0>,
  pages: {
    signIn: 0,
    signOut: 0,
    error: 0,
    verifyRequest: 0,
    newUser: 0,
  } satisfies Record<keyof NonNullable<AuthConfig['pages']>, 0>,
}

/** A server that answers the commands of one connection as Redis does. */
async function startRedis(answers: readonly string[]): Promise<{
  readonly port: number
  readonly heard: string[]
}> {
  const heard: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (text) => {
      heard.push(String(text))
      socket.write(answers.join(''))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  cleanUps.push(async () => void server.close())
  // A server that listens on a port has an address of this kind.
  return { port: (server.address() as AddressInfo).port, heard }
}

describe('what doctor says of a Redis', () => {
  const redis = (client: string, url: string): Files => ({
    ...withVariables({ REDIS_URL: url }),
    'auth.ts': authFile(
      `{ providers: [GitHub], adapter: redisAdapter(${client}) }`,
      "import { redisAdapter } from '@latchstring/adapter-redis'\nimport { Redis } from 'ioredis'\nimport { createClient } from 'redis'",
    ),
    'proxy.ts': null,
  })
  const memory = (policy: string): string => {
    const text = `# Memory\r\nused_memory:1\r\nmaxmemory_policy:${policy}\r\n`
    return `$${text.length}\r\n${text}\r\n`
  }

  it.each([
    ["new Redis(process.env['REDIS_URL'] ?? 'redis://x')", 'allkeys-lru', 'redis-evicts'],
    ['createClient({ url: process.env.REDIS_URL })', 'volatile-ttl', 'redis-evicts'],
    ['new Redis(process.env.REDIS_URL)', 'noeviction', undefined],
  ])('of the client %s, which answers %s', async (client, policy, id) => {
    const { port, heard } = await startRedis(['+OK\r\n', memory(policy)])
    const ran = await doctor(redis(client, `redis://ada:pw-9f2c7a1b@127.0.0.1:${port}`), ['--json'])
    expect(readFindings(ran).map((found) => found.id)).toEqual(id === undefined ? [] : [id])
    if (id !== undefined) expect(readFindings(ran)[0]?.what).toContain(policy)
    expect(heard.join('')).toContain('\r\nada\r\n$11\r\npw-9f2c7a1b\r\n')
    expect(ran.out + ran.err).not.toContain('pw-9f2c7a1b')
    expect(ran.code).toBe(id === undefined ? 0 : 1)
  })

  it.each([
    ['that forbids the question', ['-NOPERM no permissions\r\n']],
    ['that is something else', ['HTTP/1.1 400 Bad Request\r\n\r\n', 'x'.repeat(70_000)]],
  ])('is a hint for one %s', async (_, answers) => {
    const { port } = await startRedis(answers)
    const ran = await doctor(redis('new Redis(process.env.REDIS_URL)', `redis://127.0.0.1:${port}`))
    expect(ran.out).toContain('redis-policy-unknown')
    expect(ran).toMatchObject({ code: 0, err: '' })
  })

  it.each(['redis://127.0.0.1:1', 'nothing', 'https://redis.example'])(
    'is a hint for one at %s',
    async (url) => {
      const ran = await doctor(redis('client', url), ['--json'])
      const [found] = readFindings(ran)
      expect(found).toMatchObject({ id: 'redis-policy-unknown', level: 'note' })
      expect(found?.fix).toContain('noeviction')
      expect(hasPage(found?.docs ?? '')).toBe(true)
    },
  )
})

describe('what doctor says of an installed framework', () => {
  it.each([
    ['next', '15.2.2', true],
    ['next', '15.5.17', true],
    ['next', '15.5.18', false],
    ['next', '16.2.5', true],
    ['next', '16.4.6', false],
    ['next', '17.0.0', false],
    ['astro', '5.18.2', false],
    ['astro', '6.4.7', true],
    ['nuxt', '4.4.5', true],
    ['hono', '4.13.0', false],
    ['koa', '2.16.3', true],
    ['koa', '3.1.2', false],
    ['express', '5.0.0', false],
  ])('names the advisory of %s %s: %s (HST-08)', (name, version, isNamed) => {
    const found = checkVersion(name, version)
    expect(found.map(({ id }) => id)).toEqual(isNamed ? ['bypassed-version'] : [])
    if (isNamed) expect(found[0]?.what).toMatch(/GHSA-|CVE-/)
  })
})

describe('what doctor knows of the library', () => {
  it.each(Object.entries(OPTION_NAMES))(
    'names the options of "%s" as its types do',
    (group, names) => {
      expect(KNOWN[group]?.toSorted()).toEqual(Object.keys(names).toSorted())
      expect(Object.keys(KNOWN)).toEqual(Object.keys(OPTION_NAMES))
    },
  )

  const bare = readProviderEntries().filter(
    ({ type, example }) => /^(?:oauth|oidc)$/.test(type) && example === undefined,
  )

  it.each(bare)(
    'needs the variables of $id without which the library does not offer it',
    async (entry) => {
      const loaded: unknown = await import(`../../core/src/providers/${entry.module}.ts`)
      // What a module of a provider has.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      const { default: factory } = loaded as { readonly default: typeof GitHub }
      const needed = listNeeded(entry)
      const offered = async (suffixes: readonly string[]): Promise<boolean> => {
        const env: Record<string, string> = { AUTH_SECRET: SECRET, AUTH_URL: 'http://localhost' }
        for (const suffix of suffixes) {
          const value = suffix === 'ISSUER' ? 'https://issuer.example' : 'value'
          env[providerVariable(entry.id, suffix)] = value
        }
        const logger = { error: () => undefined, warn: () => undefined }
        const other = Credentials({ authorize: () => null })
        const { handle } = createAuth({ providers: [factory, other], logger }, { env })
        const response = await handle(new Request('http://localhost/auth/providers'))
        return JSON.stringify(await response.json()).includes(`"${entry.id}":`)
      }
      const suffixes = needed.map(({ suffix }) => suffix)
      expect(await offered(suffixes)).toBe(true)
      // Whether there are public clients is up to the service.
      for (const suffix of suffixes.filter((one) => one !== 'SECRET')) {
        const others = suffixes.filter((one) => one !== suffix)
        expect([suffix, await offered(others)]).toEqual([suffix, false])
      }
    },
  )
})
