import { testBox } from '../../../../test/sealed-box.ts'
import { describe, expect, it } from 'vitest'
import { AUDIENCE } from '../../crypto/sealed-box.ts'
import { createOriginList } from '../../http/origin-list.ts'
import { type Forwarding, proxyState, sendOn } from './redirect-proxy.ts'

const PROXY = 'https://login.example'
const CALLBACK = 'https://pr-7.preview.example/auth/callback/acme'
const ID = 'mabcdefgh12345678'
const NOW = 1_800_000_000_000

const box = testBox(() => NOW)

const forwarding: Forwarding = {
  box,
  own: PROXY,
  origins: createOriginList(['https://*.preview.example'], 'redirectProxyOrigins'),
  provider: 'acme',
  posted: false,
}

const stateFor = (whole?: boolean): Promise<string> =>
  proxyState(box, {
    id: ID,
    proxy: PROXY,
    callback: CALLBACK,
    ...(whole === undefined ? {} : { whole }),
  })

/** A state with members of another version, or forged ones. */
const sealed = async (members: object): Promise<string> =>
  ID + (await box.seal('proxy', { id: ID, origin: CALLBACK, ...members }, 900))

type ResponseParameters = Readonly<Record<string, unknown>>

function send(
  answer: ResponseParameters,
  options: Partial<Forwarding> & { readonly twice?: string } = {},
) {
  const { twice, ...changes } = options
  const entries = Object.entries(answer)
  // A query has text only, as the parser of requests gives it.
  const query = new Map(changes.posted ? [] : (entries as [string, string][]))
  const body = new Map(changes.posted ? entries : [])
  const duplicates = new Set(twice === undefined ? [] : [twice])
  return sendOn({ query, body, duplicates }, { ...forwarding, ...changes })
}

const UNOPENED = {
  type: 'InvalidCheck',
  message:
    'The `state` cannot be opened: it was forged, was sealed with another secret or for another redirect proxy, or is over 15 minutes old.',
}

describe('A response that a redirect proxy forwards', () => {
  const more = { code: 'c', iss: 'https://id.example', scope: 'read', 'guild.member': 'ada' }

  it.each([undefined, false])(
    'has only the parameters of the protocol (OAU-29, complete: %j)',
    async (whole) => {
      const state = await stateFor(whole)
      const { to, ...rest } = await send({ ...more, state })
      const { searchParams, origin, pathname } = new URL(to)
      expect(rest).toEqual({ kind: 'redirect' })
      expect(origin + pathname).toBe(CALLBACK)
      expect(Object.fromEntries(searchParams)).toEqual({ code: 'c', iss: more.iss, state })
    },
  )

  it('is complete for a custom protocol (OAU-29)', async () => {
    const state = await stateFor(true)
    const { searchParams } = new URL((await send({ ...more, state })).to)
    expect(Object.fromEntries(searchParams)).toEqual({ ...more, state })
  })

  it.each([1, 'true', null])(
    'is complete only where the state says so, not %j (OAU-29)',
    async (whole) => {
      const { to } = await send({ ...more, state: await sealed({ whole }) })
      expect(new URL(to).searchParams.has('scope')).toBe(false)
    },
  )

  it('is posted again where it was posted, without a query (OAU-29)', async () => {
    const state = await stateFor()
    expect(await send({ ...more, state }, { posted: true })).toEqual({
      kind: 'redirect',
      to: CALLBACK,
      status: 307,
    })
  })

  it('is accepted with a state of an earlier version without a proxy (OAU-29)', async () => {
    const { to } = await send({ state: await sealed({}) })
    expect(new URL(to).origin + new URL(to).pathname).toBe(CALLBACK)
  })

  it('is accepted with any proxy in the state where the proxy does not know its URL (OAU-29)', async () => {
    const { own: _, ...unnamed } = forwarding
    const state = await sealed({ [AUDIENCE]: 'https://another.example' })
    const request = { query: new Map([['state', state]]), body: new Map(), duplicates: new Set('') }
    expect((await sendOn(request, unnamed)).to).toContain(CALLBACK)
  })
})

describe('A response that a redirect proxy refuses', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['no state', async () => undefined],
    ['a state that was not sealed', async () => `${ID}${'x'.repeat(30)}`],
    ['a truncated state', async () => ID],
    [
      'the id of another sign-in',
      async () => `${ID.replace('8', '9')}${(await stateFor()).slice(17)}`,
    ],
    ['a state without the id of a sign-in', async () => (await stateFor()).slice(17)],
    ['a state for another proxy', () => sealed({ [AUDIENCE]: 'https://another.example' })],
    ['no address', () => sealed({ origin: undefined })],
    ['an address that is a list', () => sealed({ origin: [CALLBACK] })],
    ['an invalid URL', () => sealed({ origin: '/auth/callback/acme' })],
  ])('has %s, with a possible cause in the log (OAU-29)', async (_, stateOf) => {
    const state = await stateOf()
    const parameters = { code: 'c', ...(state === undefined ? {} : { state }) }
    for (const posted of [false, true]) {
      await expect(send(parameters, { posted })).rejects.toMatchObject(UNOPENED)
    }
  })

  it('has its state in a list of the body (OAU-29)', async () => {
    const state = [await stateFor()]
    await expect(send({ state }, { posted: true })).rejects.toMatchObject(UNOPENED)
  })

  it('is from a provider other than requested (OAU-08, OAU-29)', async () => {
    for (const provider of ['other', 'cme', 'acme/acme']) {
      await expect(send({ state: await stateFor() }, { provider })).rejects.toMatchObject({
        type: 'InvalidCheck',
        message: `The sign-in was started with another provider than "${provider}".`,
      })
    }
  })

  it('is for an unlisted origin, and the log says which line to add (OAU-29)', async () => {
    const origins = createOriginList(['https://preview.example'], 'redirectProxyOrigins')
    await expect(send({ state: await stateFor() }, { origins })).rejects.toMatchObject({
      type: 'InvalidCheck',
      message:
        "The `state` names https://pr-7.preview.example, which `redirectProxyOrigins` does not list. If it is yours, add 'https://pr-7.preview.example' there.",
    })
  })

  it.each(['code', 'state', 'iss', 'error', 'error_description', 'error_uri'])(
    'has two %s parameters (OAU-11)',
    async (twice) => {
      const state = await stateFor()
      for (const posted of [false, true]) {
        await expect(send({ state, code: 'c' }, { twice, posted })).rejects.toMatchObject({
          type: 'InvalidRequest',
          message: 'The authorization response repeats a parameter.',
        })
      }
    },
  )

  it('repeats any parameter, for a custom protocol (OAU-11)', async () => {
    const twice = 'guild.member'
    const parameters = { [twice]: 'ada' }
    await expect(
      send({ ...parameters, state: await stateFor(true) }, { twice }),
    ).rejects.toMatchObject({ type: 'InvalidRequest' })
    const { to } = await send({ ...parameters, state: await stateFor() }, { twice })
    expect(new URL(to).searchParams.has(twice)).toBe(false)
  })
})
