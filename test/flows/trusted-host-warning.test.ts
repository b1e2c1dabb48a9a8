import { type AuthConfig, createAuth } from '@latchstring/core'
import type { Env } from '@latchstring/core/types'
import { describe, expect, test } from 'vitest'
import { SECRETS } from '@latchstring/test-kit/app'
import { passwords } from '@latchstring/test-kit/people'

interface Case {
  readonly what: string
  readonly config?: Partial<AuthConfig>
  readonly env?: Env
}

/** The codes that an application warns of in three requests and a read on the server, with what they answered. */
async function warnedOf({ config, env }: Case, source: string): Promise<readonly string[]> {
  const codes: string[] = []
  const logger = { warn: (code: string) => void codes.push(code), error: () => undefined }
  const make = (): AuthConfig => ({
    providers: [passwords()],
    logger,
    clientAddress: 'peer',
    ...config,
  })
  const auth = createAuth(source === 'an object' ? make() : () => make(), {
    env: { AUTH_SECRET: SECRETS.older, ...env },
  })
  for (const path of ['providers', 'csrf', 'session']) {
    await auth.handle(new Request(`https://app.example/auth/${path}`))
  }
  await auth.session({ headers: new Headers({ host: 'app.example' }) })
  return codes
}

const BELIEVING: readonly Case[] = [
  { what: 'the option `trustHost`', config: { trustHost: true }, env: { NODE_ENV: 'production' } },
  { what: 'AUTH_TRUST_HOST', env: { NODE_ENV: 'production', AUTH_TRUST_HOST: 'true' } },
  { what: 'no NODE_ENV, which counts as production', config: { trustHost: true } },
  {
    what: '`trustHost` on a platform that guarantees the host',
    config: { trustHost: true },
    env: { NODE_ENV: 'production', VERCEL: '1' },
  },
]

const SAFE: readonly Case[] = [
  {
    what: 'AUTH_URL beside `trustHost`',
    config: { trustHost: true },
    env: { NODE_ENV: 'production', AUTH_URL: 'https://app.example' },
  },
  {
    what: '`allowedHosts` beside `trustHost`',
    config: { trustHost: true, allowedHosts: ['app.example'] },
    env: { NODE_ENV: 'production' },
  },
  { what: 'a platform alone', env: { NODE_ENV: 'production', VERCEL: '1' } },
  { what: '`trustHost: false`', config: { trustHost: false }, env: { NODE_ENV: 'production' } },
  { what: 'development', config: { trustHost: true }, env: { NODE_ENV: 'development' } },
  { what: 'a test', config: { trustHost: true }, env: { NODE_ENV: 'test' } },
]

describe.each(['an object', 'a function'])('A configuration that is %s', (source) => {
  test.each(BELIEVING)(
    'warns once that any host is trusted, with $what (HST-02)',
    async (given) => {
      expect(await warnedOf(given, source)).toEqual(['trust-host'])
    },
  )

  test.each(SAFE)('does not warn with $what (HST-02)', async (given) => {
    expect(await warnedOf(given, source)).toEqual([])
  })
})
