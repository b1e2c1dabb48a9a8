import { type AuthConfig, createAuth } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import { expect, test } from 'vitest'
import { ENV } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { createControlStore } from '@latchstring/test-kit/control-store'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { client, oidcProvider, startIdp } from '@latchstring/test-kit/idp'
import { overNetwork, signInAt } from '@latchstring/test-kit/sign-in-at'
import { signOutAt } from '@latchstring/test-kit/sign-out-at'
import { readSession, requestAuthorization } from '@latchstring/test-kit/story'
import { startWebServer } from '@latchstring/test-kit/web-server'

const store = storeForEachTest()

const SESSIONS = {
  'a sealed session': { strategy: 'jwt', revocation: true },
  'a session in a database': { strategy: 'database', devices: true },
} as const

function adapter(): Adapter {
  const { capabilities, ...methods } = createControlStore().adapter
  return {
    ...store.adapter,
    ...methods,
    capabilities: { ...store.adapter.capabilities, ...capabilities },
  }
}

test.each(Object.entries(SESSIONS))(
  'A sign-out at a certified provider ends %s by the logout token that it sends (LGO-03 LGO-04)',
  async (_, session) => {
    const server = await startWebServer()
    const base = `${server.origin}/auth`
    const receiver = `${base}/backchannel-logout/harbour`
    const idp = await startIdp({
      clients: [
        client({
          redirect_uris: [`${base}/callback/harbour`],
          post_logout_redirect_uris: [`${base}/signed-out`],
          backchannel_logout_uri: receiver,
          backchannel_logout_session_required: true,
        }),
      ],
    })
    try {
      const errors: Error[] = []
      const config: AuthConfig = {
        providers: [oidcProvider(idp)],
        adapter: adapter(),
        session,
        logger: { error: (error) => void errors.push(error) },
      }
      server.use(createAuth(config, { env: { ...ENV, AUTH_URL: server.origin } }).handle)
      const signIn = async (who: string): Promise<{ here: Browser; there: Browser }> => {
        const [here, there] = [createBrowser(overNetwork()), createBrowser(overNetwork())]
        const request = await requestAuthorization(here, 'harbour', { base })
        await here.follow(await signInAt(request, { login: who, browser: there }))
        expect(await readSession(here, base)).not.toBeNull()
        return { here, there }
      }
      const ada = await signIn('ada')
      const again = await signIn('ada')
      const grace = await signIn('grace')
      server.requests.splice(0)
      const query = new URLSearchParams({ client_id: 'app' })
      await signOutAt(`${idp.issuer}/logout?${query}`, ada.there)
      await expect.poll(() => server.requests).toContain(new URL(receiver).pathname)
      await expect.poll(() => readSession(ada.here, base)).toBeNull()
      expect(await readSession(again.here, base)).not.toBeNull()
      expect(await readSession(grace.here, base)).not.toBeNull()
      expect(errors).toEqual([])
    } finally {
      await idp.close()
      await server.close()
    }
  },
)
