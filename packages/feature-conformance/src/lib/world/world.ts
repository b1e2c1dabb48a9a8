import assert from 'node:assert/strict'
import type { AnyFeature, FeatureUser, Offered } from '@latchstring/core/features'
import type { AnyOptions, GivenInputs, PreparedWorld, TestFeatureOptions } from '../options.ts'
import { type Answer, type Browser, INSIDE, openBrowser, ORIGIN } from './browser.ts'
import { listen, type Said } from './log.ts'
import { type Person, PROVIDERS } from './services.ts'
import { ACTS } from './acting-feature.ts'
import { createInstance, type Instance, type Strategy } from './instance.ts'
import type { Run } from './watched-feature.ts'
import { noSecrets, type SecretTexts } from './watched-records.ts'
import { createWatchedStore, type WatchedStore } from './watched-store.ts'

/** A user, with a browser that has a session. */
export interface Member {
  readonly user: FeatureUser
  readonly person: Person
  /** What must not be seen by others. */
  readonly canary: string
  readonly browser: Browser
}

/** An application with the feature, in this process and without a server. */
export interface World {
  readonly feature: AnyFeature
  readonly store: WatchedStore
  readonly said: Said
  /** The runs of the feature so far. */
  readonly runs: Run[]
  /** What secret fields have held so far. */
  readonly secrets: SecretTexts
  readonly openBrowser: () => Browser
  /** What mails lead to, by their addresses, the newest last. */
  readonly inbox: ReadonlyMap<string, string>
  /** What functions of the options are given for a user. */
  readonly preparedFor: (member: Member) => PreparedWorld<object>
  /** Advances the clock. @param seconds - by how much */
  readonly wait: (seconds: number) => void
  /** Stores a user without a session. */
  readonly addUser: () => Member
  /** Stores a user, signs in, and prepares the user. */
  readonly join: () => Promise<Member>
  readonly prepare: (member: Member) => Promise<void>
  /** A browser in which an administrator acts for a user. */
  readonly actFor: (member: Member) => Promise<Browser>
  /** Makes a user one whom the gate stops. */
  readonly stop: (member: Member) => Promise<void>
  /** The same where `prepare` does not do it. */
  readonly hold: (member: Member) => Promise<void>
  /** Whether an action ends the session of its user. */
  readonly endsSession: (word: string) => boolean
  /** Sets of inputs that an action accepts of a user. */
  readonly inputsOf: (word: string, member: Member) => readonly GivenInputs[]
  /** A valid credential of a user. */
  readonly credentialOf: (member: Member) => Promise<string>
  /** Asks for the principal of a request with a credential, beside the session of a browser. */
  readonly askFor: (credential: string, asking?: Asking) => Promise<AskedPrincipal>
  /** Calls an operation for the user of a browser. */
  readonly callOperation: (name: string, browser: Browser) => Promise<unknown>
}

/** Where and how a credential is sent. */
export interface Asking {
  /** Whose cookies are sent as well. */
  readonly browser?: Browser
  /** Default: the first. */
  readonly instance?: number
}

/** What was found out about a request with a credential. */
export type AskedPrincipal =
  | { readonly userId: string; readonly kind: string; readonly text: string }
  | { readonly refused: string }

/** Asks for the principal of a request. */
async function askFor<Operations, System>(
  { auth, feature }: Instance<Operations, System>,
  credential: string,
  browser: Browser | undefined,
): Promise<AskedPrincipal> {
  const cookie = [...(browser?.cookies ?? [])].map((pair) => pair.join('=')).join('; ')
  const headers = { cookie, authorization: `Bearer ${credential}` }
  const source = new Request(`${ORIGIN}/api`, { headers })
  const { principal, refused } = await auth.principal(source, { accepts: ['session', feature] })
  if (!principal) return { refused: refused.reason }
  const { user, kind } = principal
  return { userId: user.id, kind, text: JSON.stringify(principal) }
}

const hex = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 16)

const asList = (given: GivenInputs | readonly GivenInputs[]): readonly GivenInputs[] =>
  // A list is no set of inputs.
  Array.isArray(given) ? (given as readonly GivenInputs[]) : [given as GivenInputs]

/** Inputs that fit what an action declares. */
export function makeInputs(
  { actions = {} }: AnyFeature,
  word: string,
  canary: string,
): GivenInputs {
  const entries = Object.entries(actions[word]?.inputs ?? {}).map(
    ([name, { kind, max = 255 }]): readonly [string, string | number | boolean] => {
      if (kind === 'int') return [name, 1] as const
      return [name, kind === 'bool' ? true : canary.slice(0, max)] as const
    },
  )
  return Object.fromEntries(entries)
}

/** Stores a user who can sign in by every kind of proof. */
function storeUser({ tables }: WatchedStore): Omit<Member, 'browser'> {
  const [id, name, canary] = [crypto.randomUUID(), `Ada ${hex()}`, `canary-${hex()}`]
  const email = `${hex()}@people.example`
  const person = { id: hex(), email, name }
  const key = { provider: PROVIDERS.oauth, providerAccountId: person.id }
  tables.users.set(id, { id, name, email, emailVerified: new Date(0), image: null })
  tables.accounts.set(JSON.stringify(Object.values(key)), { ...key, type: 'oauth', userId: id })
  return { user: { id, name, email, emailVerified: true }, person, canary }
}

/** The steps that a sign-in waits for, done with the inputs that are valid. */
export async function doSteps(
  world: Pick<World, 'feature' | 'inputsOf'>,
  member: Member,
  { browser, answer }: { readonly browser: Browser; readonly answer: Answer },
  instance = 0,
): Promise<Answer> {
  const { name, actions = {} } = world.feature
  const isStep = ({ location = '' }: Answer): boolean => location.startsWith(`/auth/${name}/`)
  let last = answer
  for (let steps = 0; steps < 5; steps += 1) {
    const step = last.location?.match(/^\/auth\/([^/?]+)\/([^/?]+)/)
    if (step?.[1] !== name) return last
    const forms = Object.entries(actions).filter(
      ([word, { kind, session, ...rest }]) =>
        kind === 'change' &&
        session === 'pending' &&
        ('step' in rest && rest.step !== undefined ? rest.step : word) === step[2],
    )
    for (const [word] of forms) {
      for (const inputs of world.inputsOf(word, member)) {
        last = await browser.post(`/auth/${name}/${word}`, inputs, { instance })
        if (last.status < 400) break
      }
      // One form of a step may end it, in place of another.
      if (last.location !== undefined && !isStep(last)) return last
    }
  }
  return last
}

/** Calls an operation for the user of a browser. */
async function callOperation<Operations, System>(
  { auth, feature }: Instance<Operations, System>,
  name: string,
  { cookies }: Browser,
): Promise<unknown> {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  const source = new Request(`${ORIGIN}/`, { headers: { cookie } })
  const operation: unknown = Reflect.get(auth.feature(feature, source), name)
  const result: unknown = typeof operation === 'function' && Reflect.apply(operation, undefined, [])
  return result
}

/** Signs a user in, and does the steps that a gate wants of everyone. */
async function enter(world: World, member: Member): Promise<void> {
  const { browser } = member
  const answer = await browser.signIn('oauth', member.person)
  const last = await doSteps(world, member, { browser, answer })
  const why = world.said.failures.join('; ')
  assert.equal(last.location, INSIDE, `A new user cannot sign in: ${why}`)
}

/** Two instances over one store, and what they do. */
function createParts<Operations, System>(
  options: TestFeatureOptions<Operations, System> & Pick<AnyOptions, 'over'>,
  strategy: Strategy,
) {
  const store = createWatchedStore(options.over)
  const inbox = new Map<string, string>()
  const runs: Run[] = []
  const secrets = noSecrets()
  const { said, ...log } = listen()
  // A whole second, so that no time is rounded.
  let now = Date.UTC(2030, 0, 1)
  const note = (run: Run): void => void runs.push(run)
  const create = (): Instance<Operations, System> =>
    createInstance(options, { strategy, store, inbox, log, note, secrets, now: () => now })
  const instances = [create(), create()] as const
  return {
    store,
    inbox,
    said,
    runs,
    secrets,
    ...instances[0],
    askFor: (credential: string, { browser, instance = 0 }: Asking = {}) =>
      askFor(instances[instance] ?? instances[0], credential, browser),
    wait(seconds: number): void {
      now += seconds * 1000
    },
    openBrowser: (): Browser =>
      openBrowser({
        inbox,
        handle: (request, instance) => (instances[instance] ?? instances[0]).auth.handle(request),
      }),
  }
}

/** Sets up the library with the feature, in two instances over one store. */
export function createWorld<Operations, System>(
  options: TestFeatureOptions<Operations, System> & Pick<AnyOptions, 'over'>,
  strategy: Strategy,
): World {
  const { auth, feature, ...parts } = createParts(options, strategy)
  const { store } = parts
  const system: Offered<System> = auth.system(feature)
  const preparedFor = ({ user, canary }: Member): PreparedWorld<System> => ({
    system,
    canary,
    rows: (table) =>
      store.rows(table).filter(({ [table.owner ?? '']: owner = user.id }) => owner === user.id),
  })
  const world: World = {
    ...parts,
    feature,
    preparedFor,
    addUser: () => ({ ...storeUser(store), browser: parts.openBrowser() }),
    async prepare(member) {
      await options.prepare?.(preparedFor(member), member.user)
    },
    async stop(member) {
      await (options.stop ?? options.prepare)?.(preparedFor(member), member.user)
    },
    async hold(member) {
      if (options.stop) await world.stop(member)
    },
    endsSession: (word) => options.endsSession?.includes(word) === true,
    async join() {
      const member = world.addUser()
      await enter(world, member)
      await world.prepare(member)
      return member
    },
    async actFor({ user }) {
      const { browser } = await world.join()
      await browser.post(`/auth/${ACTS}/act`, { user: user.id })
      assert.match(await browser.session(), /"actor"/, 'The suite cannot act for a user.')
      return browser
    },
    inputsOf(word, member) {
      const given = options.inputs?.[word]
      const valid =
        typeof given === 'function' ? given(preparedFor(member), member.user) : (given ?? {})
      const made = makeInputs(feature, word, member.canary)
      return asList(valid).map((one) => ({ ...made, ...one }))
    },
    async credentialOf(member) {
      const { credential } = options
      assert.ok(
        credential,
        'The feature reads credentials. Give the option `credential`, which makes one.',
      )
      return credential(preparedFor(member), member.user)
    },
    callOperation: (name, browser) => callOperation({ auth, feature }, name, browser),
  }
  return world
}
