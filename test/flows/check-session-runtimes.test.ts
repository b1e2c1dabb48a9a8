import { runInNewContext } from 'node:vm'
import { createAuth, type Auth } from '@latchstring/core'
import type { CheckedSession } from '@latchstring/core/check'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, test } from 'vitest'
import { SECRETS } from '@latchstring/test-kit/app'
import { PASSWORD, passwords } from '@latchstring/test-kit/people'

/** What bundlers of proxies and edges resolve by. */
const CONDITIONS: Readonly<Record<string, readonly string[]>> = {
  'the Edge runtime of Next.js': ['edge-light', 'import'],
  'workerd, of Cloudflare Workers': ['workerd', 'worker', 'browser', 'import'],
  'a browser, or a service worker': ['browser', 'import'],
  'any other runtime': ['import'],
}

const NAME = '__Host-latchstring.session-token'
const ENV = { NODE_ENV: 'production', AUTH_URL: 'https://app.example', AUTH_SECRET: SECRETS.older }

/** Everything that such a runtime has, of what there is in Node.js. */
const GLOBALS = { crypto, TextEncoder, TextDecoder, atob, btoa, URL, Uint8Array }

/** The entry with all that it imports, as one script. */
async function bundle(conditions: readonly string[]): Promise<string> {
  const build = await rolldown({
    input: '@latchstring/core/check',
    cwd: import.meta.dirname,
    platform: 'neutral',
    resolve: { conditionNames: ['@latchstring/source', ...conditions] },
    external: [/^node:/],
  })
  const { output } = await build.generate({ format: 'iife', name: 'check' })
  await build.close()
  expect(output).toHaveLength(1)
  const [chunk] = output
  expect([...chunk.imports, ...chunk.dynamicImports]).toEqual([])
  return chunk.code
}

interface Check {
  readonly checkSession: (request: object, config: object) => Promise<CheckedSession | null>
}

let auth: Auth
let cookie: string

beforeAll(async () => {
  auth = createAuth({ providers: [passwords()] }, { env: ENV })
  const fields = { username: 'ada', password: PASSWORD, redirectTo: '/' }
  const { cookies } = await auth.signIn({ headers: new Headers() }, 'credentials', fields)
  const ofSession = cookies.filter(({ name }) => name.startsWith(NAME))
  cookie = ofSession.map(({ name, value }) => `${name}=${value}`).join('; ')
})

describe.each(Object.entries(CONDITIONS))('checkSession() in %s', (_name, conditions) => {
  test('needs only WebCrypto, and returns the session of the application (SES-04)', async () => {
    // What the script is.
    const { checkSession } = runInNewContext(`${await bundle(conditions)};check`, {
      ...GLOBALS,
    }) as Check
    const read = async (header: string, secret: unknown = SECRETS.older): Promise<unknown> => {
      const headers = new Headers({ cookie: header })
      const found = await checkSession({ headers }, { secret, url: ENV.AUTH_URL })
      return found && structuredClone({ user: found.user, expires: found.expires })
    }
    const { session } = await auth.session({ headers: new Headers({ cookie }), readOnly: true })
    expect(session).not.toBeNull()
    for (const secret of [SECRETS.older, [SECRETS.newer, SECRETS.older]]) {
      expect(await read(cookie, secret)).toEqual(session)
      expect(await read(cookie, secret)).toEqual(session)
    }
    expect(await read(cookie, SECRETS.newer)).toBeNull()
    expect(await read(`${cookie.slice(0, -1)}x`)).toBeNull()
    expect(await read(`${NAME}=junk`)).toBeNull()
    await expect(read(cookie, 'short')).rejects.toMatchObject({ type: 'WeakSecret' })
  })
})
