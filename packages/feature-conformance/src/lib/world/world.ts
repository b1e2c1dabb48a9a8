import assert from 'node:assert/strict'
import { createAuth } from '@latchstring/core'
import type { AnyFeature, Feature, FeatureUser, Offered } from '@latchstring/core/features'
import type { GivenInputs, PreparedWorld, TestFeatureOptions } from '../options.ts'
import { type Browser, INSIDE, openBrowser, type Answer } from './browser.ts'
import { listen, type Said } from './log.ts'
import {
  credentialsProvider,
  mailProvider,
  oauthProvider,
  type Person,
  PROVIDERS,
} from './services.ts'
import { type Run, watchFeature } from './watched-feature.ts'
import { createWatchedStore, type WatchedStore } from './watched-store.ts'

/** How sessions are kept. */
export type Strategy = 'database' | 'jwt'

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
  readonly acrossUsers: readonly string[]
  readonly openBrowser: () => Browser
  /** Advances the clock. @param seconds - by how much */
  readonly wait: (seconds: number) => void
  /** Stores a user without a session. */
  readonly addUser: () => Member
  /** Stores a user, signs in, and prepares the user. */
  readonly join: () => Promise<Member>
  readonly prepare: (member: Member) => Promise<void>
  /** Makes a user one whom the gate stops. */
  readonly stop: (member: Member) => Promise<void>
  /** Sets of inputs that an action accepts of a user. */
  readonly inputsOf: (word: string, member: Member) => readonly GivenInputs[]
  /** Calls an operation for the user of a browser. */
  readonly callOperation: (name: string, browser: Browser) => Promise<unknown>
}

const SECRET = 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x'

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
  const entries = Object.entries(actions[word]?.inputs ?? {}).map(([name, { kind, max = 255 }]) => {
    if (kind === 'int') return [name, 1] as const
    return [name, kind === 'bool' ? true : canary.slice(0, max)] as const
  })
  return Object.fromEntries(entries)
}

interface Instances<Operations, System> {
  readonly feature: Feature<Operations, System>
  readonly auth: ReturnType<typeof createAuth>
}

function createInstance<Operations, System>(
  options: TestFeatureOptions<Operations, System>,
  parts: Readonly<Record<'now', () => number>> & {
    readonly strategy: Strategy
    readonly store: WatchedStore
    readonly inbox: Map<string, string>
    readonly note: (run: Run) => void
    readonly log: Pick<ReturnType<typeof listen>, 'logger' | 'events'>
  },
): Instances<Operations, System> {
  const { strategy, store, inbox, now, log } = parts
  const feature = watchFeature(options.feature(), parts.note)
  const { configuration = {} } = options
  const byEmail = (email: string) =>
    [...store.tables.users.values()].find((user) => user.email === email)
  const auth = createAuth(
    {
      secret: SECRET,
      trustHost: true,
      account: { page: true },
      ...configuration,
      adapter: store.adapter,
      providers: [
        oauthProvider,
        mailProvider(inbox),
        credentialsProvider(byEmail),
        ...(configuration.providers ?? []),
      ],
      session: {
        // A cookie that was copied before a session was ended is of no use after it.
        ...(strategy === 'jwt' && { revocation: true }),
        ...configuration.session,
        strategy,
      },
      features: [...(configuration.features ?? []), feature],
      logger: log.logger,
      events: log.events,
    },
    { clock: now },
  )
  return { feature, auth }
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
    }
  }
  return last
}

/** Sets up the library with the feature, in two instances over one store. */
export function createWorld<Operations, System>(
  options: TestFeatureOptions<Operations, System>,
  strategy: Strategy,
): World {
  const store = createWatchedStore()
  const inbox = new Map<string, string>()
  const runs: Run[] = []
  const { said, ...log } = listen()
  // A whole second, so that no time is rounded.
  let now = Date.UTC(2030, 0, 1)
  const create = (): Instances<Operations, System> =>
    createInstance(options, {
      strategy,
      store,
      inbox,
      log,
      now: () => now,
      note: (run) => void runs.push(run),
    })
  const instances = [create(), create()] as const
  const [{ feature, auth }] = instances
  const system: Offered<System> = auth.system(feature)
  const open = (): Browser =>
    openBrowser({
      inbox,
      handle: (request, instance) => (instances[instance] ?? instances[0]).auth.handle(request),
    })
  const preparedFor = ({ user, canary }: Member): PreparedWorld<System> => ({
    system,
    canary,
    rows: (table) =>
      store.rows(table).filter(({ [table.owner ?? '']: owner = user.id }) => owner === user.id),
  })
  const world: World = {
    feature,
    store,
    said,
    runs,
    acrossUsers: options.acrossUsers ?? [],
    openBrowser: open,
    wait(seconds) {
      now += seconds * 1000
    },
    addUser: () => ({ ...storeUser(store), browser: open() }),
    async prepare(member) {
      await options.prepare?.(preparedFor(member), member.user)
    },
    async stop(member) {
      await (options.stop ?? options.prepare)?.(preparedFor(member), member.user)
    },
    async join() {
      const member = world.addUser()
      const { browser } = member
      const answer = await browser.signIn('oauth', member.person)
      const last = await doSteps(world, member, { browser, answer })
      assert.equal(last.location, INSIDE, `A new user cannot sign in: ${said.failures.join('; ')}`)
      await world.prepare(member)
      return member
    },
    inputsOf(word, member) {
      const given = options.inputs?.[word]
      const made = makeInputs(feature, word, member.canary)
      const valid = typeof given === 'function' ? given(preparedFor(member), member.user) : given
      return valid === undefined ? [made] : asList(valid).map((one) => ({ ...made, ...one }))
    },
    async callOperation(name, browser) {
      const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
      const source = new Request('https://app.example/', { headers: { cookie } })
      const operation: unknown = Reflect.get(auth.feature(feature, source), name)
      return typeof operation === 'function' ? Reflect.apply(operation, undefined, []) : undefined
    },
  }
  return world
}
