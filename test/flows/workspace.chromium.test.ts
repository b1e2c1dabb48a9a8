import { randomBytes } from 'node:crypto'
import { inPart } from '@latchstring/test-kit/in-part'
import { once } from 'node:events'
import { request as forward } from 'node:http'
import { createServer } from 'node:https'
import { createAuth } from '@latchstring/core'
import GitHub from '@latchstring/core/providers/github'
import { launchChromium } from '@latchstring/test-kit/chromium'
import { listen } from '@latchstring/test-kit/node-http'
import { openInMemory } from '@latchstring/test-kit/sqlite-store'
import { startWebServer } from '@latchstring/test-kit/web-server'
import { createLab } from '@latchstring/testing'
import { expect, test } from 'vitest'
import { createCertificate } from '../e2e/src/certificate.ts'

/** A random host for each port of this machine: a stand-in for the sandboxes that run in a browser. */
const makeTemplate = (): string => `https://${randomBytes(6).toString('hex')}--{port}--preview.test`

/** The proxy of a platform: TLS, and the port by the name of the host. */
async function startProxy(template: string) {
  const pattern = new RegExp(
    `^${new URL(template.replace('{port}', '0')).host.replace('--0--', String.raw`--(\d+)--`)}$`,
  )
  const server = createServer(createCertificate('preview.test'), (incoming, outgoing) => {
    const { host = '' } = incoming.headers
    const [, port] = pattern.exec(host) ?? []
    if (port === undefined) {
      outgoing.writeHead(404).end()
      return
    }
    const headers = { ...incoming.headers, 'x-forwarded-host': host, 'x-forwarded-proto': 'https' }
    const { method, url: path } = incoming
    const sent = forward({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    sent.once('error', () => outgoing.destroy())
    incoming.pipe(sent)
  })
  return { server, port: await listen(server) }
}

async function openWorkspace(strategy: 'jwt' | 'database', mode: 'development' | 'production') {
  const template = makeTemplate()
  const { server: proxy, port } = await startProxy(template)
  const emulators = await createLab().listen({ development: true, workspace: template })
  const adapter = await openInMemory()
  const application = await startWebServer()
  const auth = createAuth(
    { providers: [GitHub], adapter, session: { strategy }, logger: { error() {}, warn() {} } },
    {
      env: {
        NODE_ENV: mode,
        AUTH_SECRET: 'for tests alone, and long enough for one',
        LATCHSTRING_DEV: emulators.origin,
        LATCHSTRING_WORKSPACE: template,
      },
    },
  )
  application.use((request) => auth.handle(request))
  const browser = await launchChromium([`--host-resolver-rules=MAP *.test 127.0.0.1:${port}`])
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en' })
  return {
    page: await context.newPage(),
    context,
    origin: template.replace('{port}', new URL(application.origin).port),
    emulatorsAt: template.replace('{port}', new URL(emulators.origin).port),
    async [Symbol.asyncDispose]() {
      await browser.close()
      await Promise.all([application.close(), emulators.close(), adapter.close()])
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

test.each(inPart(['jwt', 'database'] as const, (strategy) => strategy === 'database'))(
  'In a sandbox whose ports have hosts of their own, a person signs in at an emulator and out again, with %s sessions',
  async (strategy) => {
    await using workspace = await openWorkspace(strategy, 'development')
    const { page, context, origin, emulatorsAt } = workspace
    await page.goto(`${origin}/auth/signin?callbackUrl=/auth/session`)
    await page.getByRole('button', { name: 'GitHub' }).click()
    await page.waitForURL(`${emulatorsAt}/github/**`)
    await page.getByText('Alan Turing').click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(`${origin}/auth/session`)
    expect(await page.textContent('body')).toContain('Alan Turing')
    const cookies = await context.cookies(origin)
    expect(cookies.map(({ secure }) => secure)).not.toContain(false)
    await page.goto(`${origin}/auth/signout?callbackUrl=/auth/session`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${origin}/auth/session`)
    expect(await page.textContent('body')).toBe('null')
  },
)

test('In production nothing of a sandbox leads to an emulator', async () => {
  await using workspace = await openWorkspace('jwt', 'production')
  const { page, origin } = workspace
  const answer = await page.goto(`${origin}/auth/signin`)
  expect(answer?.status()).toBeGreaterThanOrEqual(400)
  expect(await page.getByRole('button', { name: 'GitHub' }).count()).toBe(0)
})
