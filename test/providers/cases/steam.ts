import Steam from '@latchstring/core/providers/steam'
import { LOGIN, positiveAssertion, service } from '@latchstring/testing/services/steam'
import type { Service } from '@latchstring/testing'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

const GABE = '76561197960287930'
const VICTIM = '76561197960265728'
const NS = 'http://specs.openid.net/auth/2.0'
const SELECT = 'http://specs.openid.net/auth/2.0/identifier_select'

/** The service, with another way to send the browser back. */
function answering(assertion: (returnTo: string) => Promise<URL>): Partial<Service> {
  const { [LOGIN]: genuine } = service.endpoints ?? {}
  return {
    endpoints: {
      ...service.endpoints,
      [LOGIN]: async (request, context) => {
        const returnTo = new URL(request.url).searchParams.get('openid.return_to')
        if (returnTo !== null) return Response.redirect(await assertion(returnTo))
        return genuine?.(request, context) ?? new Response(null, { status: 404 })
      },
    },
  }
}

/** The service, with another answer to whether an assertion is its own. */
function confirming(status: number, body: string): Partial<Service> {
  const { [LOGIN]: genuine } = service.endpoints ?? {}
  return {
    endpoints: {
      ...service.endpoints,
      [LOGIN]: (request, context) =>
        request.method === 'GET' && genuine
          ? genuine(request, context)
          : new Response(body, { status }),
    },
  }
}

/** What Steam itself signed, but not for this sign-in, or not as an answer to it. */
const SIGNED_BY_STEAM: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'for another application': { return_to: 'https://shop.example/callback/steam?state=x' },
  'hours ago': { response_nonce: '2026-01-01T00:00:00Zold' },
  'without a time': { response_nonce: 'nonce' },
  'with another endpoint': { op_endpoint: 'https://steamcommunity.com/openid/login2' },
  'without the identity': { signed: 'op_endpoint,return_to,response_nonce,assoc_handle' },
  'with two identities': { identity: `https://steamcommunity.com/openid/id/${GABE}` },
  'for an identity elsewhere': {
    claimed_id: `https://steamcommunity.com.evil.example/openid/id/${VICTIM}`,
    identity: `https://steamcommunity.com.evil.example/openid/id/${VICTIM}`,
  },
  'for an identity with more behind it': {
    claimed_id: `https://steamcommunity.com/openid/id/${VICTIM}/x`,
    identity: `https://steamcommunity.com/openid/id/${VICTIM}/x`,
  },
  'for a group': {
    claimed_id: 'https://steamcommunity.com/openid/id/103582791429521412',
    identity: 'https://steamcommunity.com/openid/id/103582791429521412',
  },
  'in an older protocol': { ns: 'http://openid.net/signon/1.1' },
  'as a request for more': { mode: 'setup_needed' },
}

export const steam: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Steam,
  authorization: {
    url: 'https://steamcommunity.com/openid/login',
    clientIdParameter: null,
    redirectUriParameter: 'openid.return_to',
    params: {
      'openid.ns': NS,
      'openid.mode': 'checkid_setup',
      'openid.claimed_id': SELECT,
      'openid.identity': SELECT,
      'openid.realm': 'https://app.example',
    },
  },
  checks: ['state'],
  authentication: 'none',
  users: {
    documented: {
      id: GABE,
      name: 'Rabscuttle',
      email: null,
      image: 'https://avatars.steamstatic.com/c5d5_full.jpg',
      emailVerified: false,
    },
    minimal: idOnly('76561197960265729'),
  },
  quirks: {
    'needs no key, and then knows nothing but the SteamID': async (signIn) => {
      const { user, requests, account } = await signIn({ options: { clientSecret: undefined } })
      expect(user).toMatchObject({ id: GABE, name: null, image: null })
      expect(requests.map(({ url, method }) => `${method} ${url}`)).toEqual([`POST ${LOGIN}`])
      expect(account).not.toHaveProperty('access_token')
    },
    'takes the claimed identifier with http, too, as Steam writes it in its documentation': async (
      signIn,
    ) => {
      const id = `http://steamcommunity.com/openid/id/${GABE}`
      const { user } = await signIn({
        service: answering((to) => positiveAssertion(to, GABE, { claimed_id: id, identity: id })),
      })
      expect(user.id).toBe(GABE)
    },
    'keeps the key out of every address': async (signIn) => {
      const { requests, user } = await signIn()
      expect(user.name).toBe('Rabscuttle')
      const keys = requests.map(({ headers }) => headers.get('x-webapi-key'))
      expect(keys.at(-1)).toMatch(/^[0-9A-F]{32}$/)
      expect(requests.filter(({ url }) => url.includes(keys.at(-1) ?? ''))).toEqual([])
    },
    'refuses an answer that was changed after Steam signed it': async (signIn) => {
      const forged = answering(async (to) => {
        const url = await positiveAssertion(to, GABE)
        for (const name of ['openid.claimed_id', 'openid.identity']) {
          url.searchParams.set(name, `https://steamcommunity.com/openid/id/${VICTIM}`)
        }
        return url
      })
      await expect(signIn({ service: forged })).rejects.toThrow('not its own')
    },
    'asks Steam alone whether an answer is genuine': async (signIn) => {
      const forged = answering((to) =>
        positiveAssertion(to, VICTIM, { op_endpoint: 'https://evil.example/openid/login' }),
      )
      // The emulator has nothing at another address, and would say so.
      await expect(signIn({ service: forged })).rejects.toThrow('not one of Steam')
    },
    'refuses what Steam signed, but not as an answer to this sign-in': async (signIn) => {
      for (const [how, fields] of Object.entries(SIGNED_BY_STEAM)) {
        const replayed = answering((to) => positiveAssertion(to, VICTIM, fields))
        await expect(signIn({ service: replayed }), how).rejects.toThrow('not one of Steam')
      }
    },
    'believes nothing but a plain yes': async (signIn) => {
      const answers: readonly (readonly [number, string])[] = [
        [200, `ns:${NS}\nis_valid:false\n`],
        [200, `ns:${NS}\nis_valid:false\nerror: is_valid:true\n`],
        [200, `ns:${NS}\nis_valid:true or so\n`],
        [200, 'is_valid:true\n'],
        [200, `<html>ns:${NS} is_valid:true</html>`],
        [500, `ns:${NS}\nis_valid:true\n`],
      ]
      for (const [status, body] of answers) {
        await expect(signIn({ service: confirming(status, body) }), body).rejects.toThrow(
          'not its own',
        )
      }
    },
    'takes no name and picture of another person': async (signIn) => {
      const summaries = 'https://api.steampowered.com/ISteamUser/GetPlayerSummaries/v2/'
      const players = [{ steamid: VICTIM, personaname: 'Victim' }]
      const { user } = await signIn({
        service: {
          endpoints: {
            ...service.endpoints,
            [summaries]: () => Response.json({ response: { players } }),
          },
        },
      })
      expect(user).toMatchObject({ id: GABE, name: null })
    },
  },
}
