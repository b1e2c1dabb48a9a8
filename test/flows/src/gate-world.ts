import type { AuthConfig } from '@latchstring/core'
import type { Adapter, StoredRecord } from '@latchstring/core/adapters'
import type { AnyFeature } from '@latchstring/core/features'
import Passkey from '@latchstring/core/providers/passkey'
import type { ProviderType } from '@latchstring/core/types'
import { type App, BASE, createApp, ENV, ORIGIN, type Strategy } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  createAuthenticator,
  type FakeAuthenticator,
} from '@latchstring/test-kit/fake-authenticator'
import { guild, guildAnswer } from '@latchstring/test-kit/guild'
import { oidcProvider } from '@latchstring/test-kit/idp'
import { type LookAlikeRows, openLookAlikeStore } from '@latchstring/test-kit/look-alike-store'
import {
  ADA,
  passwords,
  signInWithPassword,
  storePeople,
  submitPassword,
} from '@latchstring/test-kit/people'
import { requestAuthorization, signInWith } from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import type { IdentityProvider } from '@latchstring/test-idp'
import { type RecordRows, recordVerbs, removeOwned } from '../../adapters/memory-records.ts'
import { WORD } from './door-feature.ts'
import { createLetterBox, type LetterBox } from './letters.ts'
import { addKey, useKey } from './passkeys.ts'

/** What the identity provider calls Ada. */
const ADA_THERE = 'ada-1815'

/** A store in memory, and what is in it. */
export interface GateStore {
  readonly adapter: Adapter
  readonly rows: LookAlikeRows
  readonly records: RecordRows
  /** The sign-ins that wait. */
  waiting(): readonly StoredRecord[]
}

/** Opens a store in which Ada and Grace are. */
export async function openGateStore(): Promise<GateStore> {
  const { adapter: own, rows } = openLookAlikeStore()
  const tables: { readonly records: RecordRows } = { records: new Map() }
  const adapter: Adapter = {
    ...own,
    async deleteUser(id) {
      removeOwned(tables, id)
      await own.deleteUser(id)
    },
    records: recordVerbs(tables, (id) => rows.users.some((user) => user.id === id)),
    capabilities: {
      accountUpdates: true,
      tokenReads: true,
      authenticatorDeletion: true,
      records: true,
    },
  }
  await storePeople(adapter, new Date(0))
  const waiting = (): readonly StoredRecord[] => [
    ...(tables.records.get('auth_sign_ins_waiting')?.values() ?? []),
  ]
  return { adapter, rows, records: tables.records, waiting }
}

/** Everything that an application with gates stands on. */
export interface GateWorld {
  readonly store: GateStore
  readonly clock: TestClock
  readonly box: LetterBox
  readonly key: FakeAuthenticator
  readonly idp: IdentityProvider
  /** Names of the events, in order. */
  readonly events: string[]
  /** An application over the store. */
  open(features: readonly AnyFeature[], config?: Partial<AuthConfig>): App
}

/** Makes a world in which Ada can come in every way. */
export async function openGateWorld(strategy: Strategy, idp: IdentityProvider): Promise<GateWorld> {
  const store = await openGateStore()
  // The identity provider has the clock of the machine.
  const clock = startClock(Date.now())
  const box = createLetterBox()
  const key = createAuthenticator({ origin: ORIGIN })
  const events: string[] = []
  const note = (name: string) => (): void => void events.push(name)
  const open: GateWorld['open'] = (features, config = {}) =>
    createApp(
      {
        providers: [passwords(), guild(), oidcProvider(idp), box.provider, Passkey()],
        adapter: store.adapter,
        session: { strategy, absoluteMaxAge: 36_000 },
        experimental: { enableWebAuthn: true },
        events: {
          signIn: note('signIn'),
          createUser: note('createUser'),
          linkAccount: note('linkAccount'),
        },
        features,
        ...config,
      },
      { env: ENV, clock: clock.now },
    )
  return { store, clock, box, key, idp, events, open }
}

/** A way in, as Ada goes it. */
export interface Way {
  readonly kind: ProviderType
  /** What has to be there before. */
  readonly before?: (world: GateWorld) => Promise<void>
  /** Up to the response that has a session or leads to a step. */
  readonly enter: (world: GateWorld, browser: Browser) => Promise<Response>
}

const link =
  (provider: string, type: 'oauth' | 'oidc', providerAccountId: string) =>
  async ({ store }: GateWorld): Promise<void> => {
    await store.adapter.linkAccount?.({ provider, type, providerAccountId, userId: ADA.id })
  }

/** Comes back from the service by redirect. */
export async function enterByGuild(browser: Browser, member = 'ada'): Promise<Response> {
  return browser.follow({
    url: guildAnswer(await requestAuthorization(browser, 'guild'), member).href,
  })
}

async function mailed({ box }: GateWorld, browser: Browser, email: string) {
  const csrfToken = await browser.csrf(BASE)
  await browser.submit(`${BASE}/signin/mail`, { csrfToken, callbackUrl: '/inside', email })
  return box.last()
}

/** Signs in with the link of a mail. */
export async function enterByLink(
  world: GateWorld,
  browser: Browser,
  email: string = ADA.email,
): Promise<Response> {
  return browser.open((await mailed(world, browser, email)).url)
}

/** Signs in with the code of a mail. */
export async function enterByCode(
  world: GateWorld,
  browser: Browser,
  email: string = ADA.email,
): Promise<Response> {
  const { code } = await mailed(world, browser, email)
  return browser.submit(`${BASE}/callback/mail`, {
    csrfToken: await browser.csrf(BASE),
    code: code ?? '',
  })
}

/** Every way in. A kind of provider without one does not compile. */
const WAYS_OF_KINDS: Readonly<Record<ProviderType, Readonly<Record<string, Omit<Way, 'kind'>>>>> = {
  oauth: {
    OAuth: { before: link('guild', 'oauth', 'ada'), enter: (_, browser) => enterByGuild(browser) },
  },
  oidc: {
    'OpenID Connect': {
      before: link('harbour', 'oidc', ADA_THERE),
      enter: (_, browser) => signInWith(browser, 'harbour'),
    },
  },
  email: { 'a link': { enter: enterByLink }, 'a code': { enter: enterByCode } },
  credentials: { 'a password': { enter: (_, browser) => submitPassword(browser, 'ada') } },
  webauthn: {
    'a passkey': {
      async before(world) {
        const browser = await signInWithPassword(world.open([]).openBrowser())
        await addKey(browser, world.key)
        world.events.splice(0)
      },
      enter: ({ key }, browser) => useKey(browser, key),
    },
  },
}

/** The same as a list, by name. */
export const WAYS: readonly (readonly [string, Way])[] = Object.entries(WAYS_OF_KINDS).flatMap(
  ([kind, ways]) =>
    Object.entries(ways).map(
      // The keys are those of the record.
      ([name, way]) => [name, { kind: kind as ProviderType, ...way }] as const,
    ),
)

/** Sends the form of a step. */
export async function say(
  browser: Browser,
  word: string = WORD,
  path = 'door/say',
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return browser.submit(`${BASE}/${path}`, { csrfToken: await browser.csrf(BASE), word }, headers)
}
