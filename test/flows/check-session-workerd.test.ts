import { createAuth } from '@latchstring/core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECRETS } from '@latchstring/test-kit/app'
import { PASSWORD, passwords, PEOPLE } from '@latchstring/test-kit/people'
import { startWorker, type TestWorker } from '../../adapters/sql/test/worker.ts'

/** The Worker of docs/check-at-the-edge.md, which says whom it sees in place of asking an application. */
const WORKER = `import { checkSession } from '@latchstring/core/check'
export default {
  async fetch(request, env) {
    const config = { secret: env.AUTH_SECRET, url: env.AUTH_URL }
    const session = await checkSession(request, config)
    return session ? Response.json(session.user) : Response.redirect(env.AUTH_URL + '/auth/signin', 303)
  },
}`

const ENV = { AUTH_URL: 'https://app.example', AUTH_SECRET: SECRETS.older }

async function bundleWorker(): Promise<string> {
  const build = await rolldown({
    input: 'the-worker',
    cwd: import.meta.dirname,
    platform: 'neutral',
    resolve: { conditionNames: ['@latchstring/source', 'workerd', 'worker', 'browser', 'import'] },
    plugins: [
      {
        name: 'worker',
        resolveId: (id) => (id === 'the-worker' ? `${import.meta.dirname}/the-worker.js` : null),
        load: (id) => (id.endsWith('the-worker.js') ? WORKER : null),
      },
    ],
  })
  const { output } = await build.generate({ format: 'esm' })
  await build.close()
  return output[0].code
}

let worker: TestWorker | undefined

beforeAll(async () => {
  worker = await startWorker(await bundleWorker(), ENV)
})

afterAll(() => worker?.close())

test('checkSession() in a Cloudflare Worker returns the session of the application, and none of a changed cookie (SES-04)', async () => {
  const auth = createAuth(
    {
      providers: [passwords()],
      callbacks: { jwt: ({ token }) => ({ ...token, filler: 'x'.repeat(6000) }) },
    },
    { env: { NODE_ENV: 'production', ...ENV } },
  )
  const fields = { username: 'ada', password: PASSWORD, redirectTo: '/' }
  const { cookies } = await auth.signIn({ headers: new Headers() }, 'credentials', fields)
  const ofSession = cookies.filter(({ name }) => name.includes('session-token'))
  const pairs = ofSession.map(({ name, value }) => `${name}=${value}`)
  expect(pairs.length).toBeGreaterThan(1)
  const cookie = pairs.join('; ')
  const { session } = await auth.session({ headers: new Headers({ cookie }), readOnly: true })
  const ask = worker?.ask ?? expect.fail('The Worker was started.')
  const { status, text } = await ask(cookie)
  expect(status).toBe(200)
  expect(JSON.parse(text)).toEqual(session?.user)
  expect(text).toContain(PEOPLE.ada.email)
  for (const other of ['', pairs[0] ?? '', `${cookie}x`, cookie.replace('.0=', '.0=a')]) {
    expect((await ask(other)).status).toBe(303)
  }
})
