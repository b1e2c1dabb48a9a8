import type { AuthConfig } from '@latchstring/core'
import Passkey, {
  passkeyDocuments,
  type PasskeyPages,
  type PasskeyUserConfig,
} from '@latchstring/core/providers/passkey'
import { BASE, createApp, ENV, ORIGIN } from '@latchstring/test-kit/app'
import { readJson } from '@latchstring/test-kit/json'
import { passwords } from '@latchstring/test-kit/people'
import { beforeEach, describe, expect, test } from 'vitest'
import { type GateStore, openGateStore } from './src/gate-world.ts'

const ENDPOINTS = `${ORIGIN}/.well-known/passkey-endpoints`
const RELATED = `${ORIGIN}/.well-known/webauthn`

let store: GateStore

beforeEach(async () => {
  store = await openGateStore()
})

describe.each(['an object', 'a function'])(
  'The documents about passkeys, with a configuration that is %s,',
  (form) => {
    async function read(
      url: string,
      options: PasskeyUserConfig = {},
      pages: PasskeyPages = {},
      config: Partial<AuthConfig> = {},
    ): Promise<Response> {
      const passkey = Passkey(options)
      const features = [passkeyDocuments(passkey, pages)]
      const whole: AuthConfig = {
        providers: [passkey, passwords()],
        adapter: store.adapter,
        account: { page: true },
        experimental: { enableWebAuthn: true },
        ...config,
      }
      const app =
        form === 'an object'
          ? createApp({ ...whole, features }, { env: ENV })
          : createApp(whole, { env: ENV, features }, 'each time')
      return app.openBrowser().open(url)
    }

    test('tell password managers where passkeys are added and managed', async () => {
      const response = await read(ENDPOINTS, {}, { enroll: '/settings/passkeys' })
      expect(await readJson(response)).toEqual({
        enroll: `${ORIGIN}/settings/passkeys`,
        manage: `${BASE}/account`,
      })
      const manage = 'https://id.example.com/passkeys'
      expect(await readJson(await read(ENDPOINTS, {}, { manage }))).toEqual({ manage })
      const none = await read(ENDPOINTS, {}, {}, { account: {} })
      expect([none.status, await readJson(none)]).toEqual([200, {}])
    })

    test('tell browsers the related origins of the provider, and no application of a phone', async () => {
      const own = [ORIGIN, 'https://example.co.uk']
      const origin = [...own, 'android:apk-key-hash:AAAA']
      const { hostname: id } = new URL(ORIGIN)
      const response = await read(RELATED, { relyingParty: { id, origin } })
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(await readJson(response)).toEqual({ origins: own })
    })

    test('have no related origins where the provider names no origins', async () => {
      expect((await read(RELATED)).status).toBe(404)
    })
  },
)

test.each<PasskeyPages>([
  { enroll: 'settings' },
  { enroll: '//example.com/passkeys' },
  { manage: 'http://example.com/passkeys' },
  { manage: 'javascript:void' },
])('The documents about passkeys cannot lead to %o', (pages) => {
  expect(() => passkeyDocuments(Passkey(), pages)).toThrow(TypeError)
})
