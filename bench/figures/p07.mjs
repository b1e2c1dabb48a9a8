import * as oauth from 'oauth4webapi'
import { createApplication } from '../lib/application.mjs'
import { PLAIN, requestHeaders } from '../lib/configurations.mjs'
import { libraryBefore, ours } from '../lib/library.mjs'
import { startProvider } from '../lib/provider.mjs'
import { processorTime } from '../lib/method.mjs'
import { profile } from '../lib/profile.mjs'
import { median, shuffled, toMeasured } from '../lib/statistics.mjs'
import { CALLBACK, CLIENT, ORIGIN } from '../lib/values.mjs'

/**
 * @typedef {import('../lib/row.d.ts').Part} Part
 * @typedef {import('../lib/row.d.ts').Row} Row
 * @typedef {import('../lib/row.d.ts').Hot} Hot
 * @typedef {import('../lib/provider.mjs').Provider} Provider
 * @typedef {import('../lib/configurations.mjs').Configuration} Configuration
 */

const ID = 'P-07'

const ROUNDS = 60

/** Sign-ins of a round. */
const SLICE = 4

/** Sign-ins that a profile is made of. */
const PROFILED = 200

/** Rounds that are taken together, so that the garbage collector is paid for. */
const TOGETHER = 4

/** @type {(provider: Provider, perRequest: boolean) => Configuration} */
const configurationFor = ({ issuer }, perRequest) => ({
  name: perRequest ? 'a function that makes a new object for each request' : 'an object',
  perRequest,
  env: { AUTH_INSECURE_LOOPBACK: 'true' },
  make: () => ({
    providers: [
      {
        id: 'openid',
        name: 'OpenID',
        type: /** @type {const} */ ('oidc'),
        issuer,
        clientId: CLIENT.client_id,
        clientSecret: CLIENT.client_secret,
      },
    ],
  }),
})

/**
 * `start` gives the address of the authorization request, `finish` takes that of the callback.
 *
 * @typedef {object} Client
 * @property {() => Promise<{ url: string, state: unknown }>} start
 * @property {(url: string, state: unknown) => Promise<void>} finish
 */

/** @type {(configuration: Configuration, version?: import('../lib/library.mjs').Library) => Client} */
function library(configuration, version = ours) {
  const auth = createApplication(version, configuration)
  return {
    async start() {
      const headers = requestHeaders(PLAIN)
      const { url, cookies } = await auth.signIn({ headers }, 'openid', { redirectTo: '/' })
      return { url, state: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
    },
    async finish(url, state) {
      const response = await auth.handle(
        new Request(url, { headers: { cookie: String(state), 'sec-fetch-site': 'cross-site' } }),
      )
      const location = response.headers.get('location')
      if (location !== `${ORIGIN}/`) throw new Error(`The sign-in ends at ${location}.`)
    },
  }
}

/** The certified library by itself, with discovery done. @type {(issuer: string) => Promise<Client>} */
async function certified(issuer) {
  // Loopback has no TLS.
  const options = { [oauth.allowInsecureRequests]: true }
  const server = await oauth.processDiscoveryResponse(
    new URL(issuer),
    await oauth.discoveryRequest(new URL(issuer), options),
  )
  const client = { client_id: CLIENT.client_id }
  const authentication = oauth.ClientSecretPost(CLIENT.client_secret)
  return {
    async start() {
      const verifier = oauth.generateRandomCodeVerifier()
      const state = oauth.generateRandomState()
      const nonce = oauth.generateRandomNonce()
      const url = new URL(server.authorization_endpoint ?? '')
      url.search = new URLSearchParams({
        client_id: client.client_id,
        redirect_uri: CALLBACK,
        response_type: 'code',
        scope: 'openid profile email',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      }).toString()
      return { url: url.href, state: [verifier, state, nonce] }
    },
    async finish(address, kept) {
      // As `start` has it.
      const [verifier = '', state = '', nonce = ''] = /** @type {string[]} */ (kept)
      const parameters = oauth.validateAuthResponse(server, client, new URL(address), state)
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        parameters,
        CALLBACK,
        verifier,
        options,
      )
      await oauth.processAuthorizationCodeResponse(server, client, response, {
        expectedNonce: nonce,
        requireIdToken: true,
      })
    },
  }
}

/**
 * What a few sign-ins take of our processor; what the browser does meanwhile is not in it.
 *
 * @type {(client: Client, provider: Provider, count?: number) => Promise<number>} milliseconds for each
 */
async function signIn(client, provider, count = 1) {
  /** @type {{ url: string, state: unknown }[]} */
  const started = []
  let start = processorTime()
  for (let index = 0; index < count; index++) started.push(await client.start())
  const begun = processorTime() - start
  /** @type {[callback: string, state: unknown][]} */
  const approved = []
  for (const { url, state } of started) approved.push([await provider.approve(url), state])
  start = processorTime()
  for (const [callback, state] of approved) await client.finish(callback, state)
  return (begun + processorTime() - start) / count
}

/** Where our time goes after the provider has sent the browser back. @type {(client: Client, provider: Provider) => Promise<readonly Hot[]>} */
async function profileCallbacks(client, provider) {
  /** @type {[callback: string, state: unknown][]} */
  const approved = []
  for (let index = 0; index < PROFILED; index++) {
    const { url, state } = await client.start()
    approved.push([await provider.approve(url), state])
  }
  return profile(async () => {
    const [callback, state] = approved.pop() ?? []
    if (callback === undefined) return false
    await client.finish(callback, state)
    return true
  })
}

/** @type {(perRequest: boolean) => Part} */
const requests = (perRequest) => ({
  async run(run) {
    const provider = await startProvider()
    const configuration = configurationFor(provider, perRequest)
    run.progress(`outgoing requests, ${configuration.name}`)
    const client = library(configuration)
    await signIn(client, provider)
    await provider.requests()
    await signIn(client, provider)
    const sent = (await provider.requests()).filter((endpoint) => endpoint !== 'authorization')
    provider.close()
    return [
      {
        id: ID,
        what: 'outgoing requests of the second sign-in',
        configuration: configuration.name,
        unit: 'requests',
        ours: sent.length,
        target: { most: 1 },
        ...(sent.length > 1 && { note: sent.join(', ') }),
      },
    ]
  },
})

/**
 * Sign-ins of each client in turns, after a few that are not counted.
 *
 * @param {Readonly<Record<string, Client>>} clients
 * @param {Provider} provider
 * @param {number} rounds
 * @returns {Promise<{ floor: number[], ours: number[], before?: number[] }>} milliseconds for each sign-in of a round
 */
async function timeSignIns(clients, provider, rounds) {
  /** @type {{ floor: number[], ours: number[] } & Record<string, number[]>} */
  const times = { floor: [], ours: [] }
  for (const client of Object.values(clients)) await signIn(client, provider, rounds)
  for (let round = 0; round < rounds; round++) {
    for (const [name, client] of shuffled(Object.entries(clients))) {
      times[name] = [...(times[name] ?? []), await signIn(client, provider, SLICE)]
    }
  }
  return times
}

/** @type {Part} */
const processor = {
  async run(run) {
    const provider = await startProvider()
    const configuration = configurationFor(provider, false)
    const earlier = await libraryBefore(run)
    const client = library(configuration)
    /** @type {Readonly<Record<string, Client>>} */
    const clients = {
      floor: await certified(provider.issuer),
      ours: client,
      ...(earlier && { before: library(configuration, earlier) }),
    }
    const rounds = run.smoke ? TOGETHER : ROUNDS
    run.progress(`${rounds * SLICE} sign-ins of each`)
    const { floor, ours: own, before } = await timeSignIns(clients, provider, rounds)
    const hot = run.smoke ? [] : await profileCallbacks(client, provider)
    provider.close()
    return [
      {
        id: ID,
        hot,
        what: 'our processor time for a sign-in',
        configuration: 'an object, warm',
        floor: median(floor) * 1000,
        ours: median(own) * 1000,
        toFloor: toMeasured(own, floor, TOGETHER),
        ...(before && {
          before: median(before) * 1000,
          toBefore: toMeasured(own, before, TOGETHER),
        }),
        target: { floor: { slices: 1.5, batches: 1.5 } },
      },
    ]
  },
}

/** @type {import('../lib/row.d.ts').Figure} */
export const figure = {
  id: ID,
  title: 'Sign-in with OpenID Connect, warm',
  notes: [
    'A real provider on loopback in a process of its own. The floor is oauth4webapi, the certified library, by itself with discovery done; a slice is four sign-ins, a batch sixteen.',
  ],
  parts: [requests(false), requests(true), processor],
}
