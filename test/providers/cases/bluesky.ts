import { service } from '@latchstring/testing/services/bluesky'
import Bluesky from '@latchstring/core/providers/bluesky'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

const issuer = 'https://bsky.social'
const dataServer = 'https://amanita.us-east.host.bsky.network'
const resource = `${dataServer}/.well-known/oauth-protected-resource`
const document = 'https://plc.directory/{did}'
const did = 'did:plc:ewvi7nxzyoun6zhxrhs64oiz'
const { documented } = service.persons

function serverEntry(serviceEndpoint: string): object {
  return { id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint }
}

export const bluesky: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Bluesky,
  authorization: {
    url: `${issuer}/oauth/authorize`,
    pushedTo: `${issuer}/oauth/par`,
    params: { response_type: 'code', scope: 'atproto' },
  },
  checks: ['pkce', 'state'],
  authentication: 'none',
  users: {
    documented: {
      id: did,
      name: 'Ada Lovelace',
      email: null,
      image: `https://cdn.bsky.app/img/avatar/plain/${did}/bafkrei`,
      emailVerified: false,
    },
    minimal: idOnly('did:plc:44ybard66vv44zksje25o7dz'),
  },
  quirks: {
    'pushes the request, and sends the browser with nothing but a reference to it': async (
      signIn,
    ) => {
      const { authorization, requests } = await signIn()
      expect([...authorization.searchParams.keys()].toSorted()).toEqual([
        'client_id',
        'request_uri',
      ])
      const pushes = requests.filter(({ url }) => url === `${issuer}/oauth/par`)
      const body = new URLSearchParams(await pushes.at(-1)?.clone().text())
      expect(Object.fromEntries(body)).toMatchObject({
        scope: 'atproto',
        response_type: 'code',
        code_challenge_method: 'S256',
      })
      expect(body.has('client_secret')).toBe(false)
    },
    'proves one key to every endpoint, each time with the nonce of the server': async (signIn) => {
      const { requests, account } = await signIn()
      const bound = requests.filter(({ method }) => method === 'POST')
      expect(bound.every(({ headers }) => headers.has('dpop'))).toBe(true)
      expect(new Set(bound.map(({ headers }) => headers.get('dpop'))).size).toBe(bound.length)
      expect(account['token_type']).toBe('dpop')
    },
    'refuses an account whose data server names another authorization server': async (signIn) => {
      for (const servers of [
        ['https://evil.example'],
        [issuer, 'https://evil.example'],
        [],
        issuer,
      ]) {
        const elsewhere = { resource: dataServer, authorization_servers: servers }
        const answers = { ...documented.answers, [resource]: elsewhere }
        await expect(signIn({ person: { ...documented, answers } })).rejects.toThrow(
          /not the authorization server/,
        )
      }
    },
    'refuses the profile of another person': async (signIn) => {
      const profile = 'https://public.api.bsky.app/xrpc/app.bsky.actor.getProfile'
      const another = { did: 'did:plc:44ybard66vv44zksje25o7dz', handle: 'else.example.com' }
      const answers = { ...documented.answers, [profile]: another }
      await expect(signIn({ person: { ...documented, answers } })).rejects.toThrow(
        /profile of another user/,
      )
    },
    'refuses a DID document that is about another person, or names no data server': async (
      signIn,
    ) => {
      const right = [serverEntry(dataServer)]
      for (const wrong of [
        { id: 'did:plc:44ybard66vv44zksje25o7dz', service: right },
        { id: did },
        { id: did, service: [serverEntry('http://amanita.us-east.host.bsky.network')] },
        { id: did, service: [serverEntry('https://127.0.0.1')] },
        { id: did, service: [serverEntry('https://localhost')] },
        { id: did, service: [serverEntry('https://pds.local')] },
      ]) {
        const answers = { ...documented.answers, [document]: wrong }
        await expect(signIn({ person: { ...documented, answers } })).rejects.toThrow(
          /names no personal data server/,
        )
      }
    },
    'refuses a subject that is not a DID, without a request about it': async (signIn) => {
      for (const sub of [
        'ada.example.com',
        'did:key:z6Mk',
        'did:web:localhost',
        'did:web:10.0.0.1',
        'did:web:metadata.internal',
      ]) {
        await expect(signIn({ person: { ...documented, token: { sub } } })).rejects.toThrow(
          /is not a DID/,
        )
      }
    },
    'refuses a token response without the scope `atproto`': async (signIn) => {
      const token = { sub: did, scope: 'transition:generic' }
      await expect(signIn({ person: { ...documented, token } })).rejects.toThrow(/atproto/)
    },
    'signs in an account of did:web': async (signIn) => {
      const web = 'did:web:ada.example.com'
      const { user } = await signIn({
        service: {
          resources: {
            ...service.resources,
            'https://ada.example.com/.well-known/did.json': { token: 'none' },
          },
        },
        person: {
          token: { sub: web },
          answers: {
            ...documented.answers,
            'https://ada.example.com/.well-known/did.json': {
              id: web,
              service: [serverEntry(dataServer)],
            },
            'https://public.api.bsky.app/xrpc/app.bsky.actor.getProfile': {
              did: web,
              handle: 'ada.example.com',
            },
          },
        },
      })
      expect(user).toMatchObject({ id: web, name: 'ada.example.com' })
    },
    'signs in an account without a profile at Bluesky': async (signIn) => {
      const { user } = await signIn({
        service: {
          resources: {
            ...service.resources,
            'https://public.api.bsky.app/xrpc/app.bsky.actor.getProfile': {
              token: 'none',
              answer: () => Response.json({ error: 'InvalidRequest' }, { status: 400 }),
            },
          },
        },
      })
      expect(user).toMatchObject({ id: did, name: null })
    },
  },
}
