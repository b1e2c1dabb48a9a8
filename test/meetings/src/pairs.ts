import { type AuthConfig } from '@latchstring/core'
import { ENV, SECRETS, type Strategy, UNREACHED_PROVIDER } from '@latchstring/test-kit/app'
import { plantCookie } from '@latchstring/test-kit/people'
import { OLD_SECRET, version5 } from '../../peer/src/peer-tokens.ts'
import {
  type Documented,
  unopened,
  unopenedBack,
  WITHOUT_REVOCATION,
  BEFORE_THE_STEP,
  LOST,
  OTHER_NAME,
  OTHER_STRATEGY,
  FAR_APART,
} from './documented.ts'
import { type Between, featuresWith, type Side } from './meeting.ts'
import { laterMemos, memoFeature } from './memo-feature.ts'
import { type OperationName, OPERATIONS } from './operations.ts'

/** Two instances that differ in one thing, and meet in both directions. */
export interface Pair {
  readonly name: string
  readonly before: Side
  readonly after: Side
  readonly between?: Between
  readonly strategies?: readonly Strategy[]
  /** Operations that make sense between them. Default: all. */
  readonly operations?: readonly OperationName[]
  /** The first that fits a cell counts; otherwise the cell has to work. */
  readonly documented?: readonly Documented[]
}

// The member names are those of the table.
export const ALL_OPERATIONS = Object.keys(OPERATIONS) as OperationName[]

const { older, newer } = SECRETS
const OLD: Side = { env: { ...ENV, AUTH_SECRET: older } }
const STAGED: Side = { env: { ...ENV, AUTH_SECRET: older, AUTH_SECRET_NEXT: newer } }
const PROMOTED: Side = { env: { ...ENV, AUTH_SECRET: older, AUTH_SECRET_1: newer } }
const DONE: Side = { env: { ...ENV, AUTH_SECRET: newer } }
const list = (...secret: string[]): Side => ({ config: { secret } })

const configured = (
  name: string,
  after: Partial<AuthConfig>,
  documented: readonly Documented[] = [],
): Pair => ({ name, before: {}, after: { config: after }, documented })

const ahead = (seconds: number, documented: readonly Documented[] = []): Pair => ({
  name: `a clock ${seconds} s ahead`,
  before: {},
  after: { ahead: seconds },
  documented,
})

const DAY = 86_400

const MIGRATE = { from: 'next-auth', until: '2120-01-01', secret: OLD_SECRET } as const

const OF_A_SESSION = [
  'read a session',
  'renew a session',
  'update a session',
  'sign out at the first',
  'sign out at the second',
  'sign in again',
] as const satisfies readonly OperationName[]

const NEXT_AUTH = '__Secure-authjs.session-token'

/** What can be rolled or can differ, by its kind: something new is one more entry. */
export const PAIRS = {
  nothing: [{ name: 'two alike', before: {}, after: {} }],
  secret: [
    { name: 'the new secret is staged', before: OLD, after: STAGED },
    { name: 'the staged secret is promoted', before: STAGED, after: PROMOTED },
    { name: 'the old secret is removed after maxAge', before: PROMOTED, after: DONE },
    { name: 'a list gets a second secret', before: list(older), after: list(older, newer) },
    { name: 'a list is turned round', before: list(older, newer), after: list(newer, older) },
    {
      name: 'one step in place of two',
      before: OLD,
      after: PROMOTED,
      documented: [...unopened('sessions.md', 'after'), ...unopenedBack('sessions.md')],
    },
    { name: 'another secret alone', before: OLD, after: DONE, documented: unopened('sessions.md') },
  ],
  configuration: [
    configured('a shorter maxAge', { session: { maxAge: 7 * DAY } }, [
      {
        page: 'sessions.md',
        outcome: 'not renewed',
        operations: ['renew a session'],
        strategy: 'database',
        first: 'before',
      },
    ]),
    configured('a shorter updateAge', { session: { updateAge: 3600 } }),
    configured('an absoluteMaxAge', { session: { absoluteMaxAge: 90 * DAY } }),
    configured('a jwt callback that adds a claim', {
      callbacks: { jwt: ({ token }) => ({ ...token, role: 'member' }) },
    }),
    configured('a jwt callback whose sessions take several cookies', {
      callbacks: {
        jwt: ({ token, user }) => (user ? { ...token, large: 'x'.repeat(6000) } : token),
      },
    }),
    configured('a session callback', {
      callbacks: { session: ({ session }) => ({ expires: session.expires, user: { name: 'A' } }) },
    }),
    configured('a session cookie with SameSite=Strict', {
      cookies: { sessionToken: { options: { sameSite: 'strict' } } },
    }),
    configured(
      'a session cookie with another name',
      {
        cookies: { sessionToken: { name: '__Host-acme.session-token' } },
      },
      OTHER_NAME,
    ),
    {
      name: 'one more provider, in front',
      before: {},
      after: { providers: (all) => [{ ...UNREACHED_PROVIDER, id: 'island' }, ...all] },
    },
    {
      name: 'providers in another order',
      before: {},
      after: { providers: (all) => all.toReversed() },
    },
    {
      name: 'a shorter window of revocation',
      before: {},
      after: { config: { session: { revocation: { window: 20 } } } },
      strategies: ['jwt'],
    },
    {
      name: 'revocation and devices',
      before: { control: false },
      after: {},
      documented: WITHOUT_REVOCATION,
    },
    configured('no limits', { limits: false }),
    configured('an audience gets a second name', { audience: ['app.example', 'shop'] }),
    {
      name: 'an audience is turned round',
      before: { config: { audience: ['app.example', 'shop'] } },
      after: { config: { audience: ['shop', 'app.example'] } },
    },
    configured('another audience in one step', { audience: ['shop', 'app.example'] }, [
      ...unopened('sessions.md', 'after'),
      ...unopenedBack('sessions.md'),
    ]),
    {
      name: 'allowedHosts in place of AUTH_URL',
      before: {},
      after: {
        env: { NODE_ENV: 'test', AUTH_SECRET: older },
        config: { allowedHosts: ['app.example'] },
      },
    },
    {
      name: 'the other strategy',
      before: { control: false, config: { session: { strategy: 'jwt' } } },
      after: {},
      strategies: ['database'],
      documented: OTHER_STRATEGY,
    },
    configured('a theme and pages of its own', { pages: { signIn: '/enter' } }),
  ],
  clock: [ahead(16), ahead(60), ahead(300, FAR_APART)],
  schema: [
    {
      name: 'a table that gets a field',
      between: { store: 'sqlite' },
      before: {},
      after: { config: { features: featuresWith(memoFeature(laterMemos, { mood: 'calm' })) } },
      operations: ['change a row of a feature', 'drop a row of a feature'],
    },
    {
      name: 'control tables that one of them uses',
      between: { store: 'sqlite' },
      before: { control: false },
      after: {},
      documented: WITHOUT_REVOCATION,
    },
    {
      name: 'control tables that are not there',
      between: { store: 'sqlite before the step' },
      before: { control: false },
      after: {},
      documented: BEFORE_THE_STEP,
    },
  ],
  store: [
    {
      name: 'a store that goes back',
      between: { goesBack: 'later' },
      before: {},
      after: {},
      documented: LOST,
    },
    {
      name: 'a store that goes back at once',
      between: { goesBack: 'at once' },
      before: {},
      after: {},
      documented: LOST,
    },
  ],
  version: [
    {
      name: 'sessions of next-auth 5',
      between: {
        issue: async (browser) =>
          plantCookie(browser, NEXT_AUTH, await version5({ salt: NEXT_AUTH })),
      },
      before: { config: { migrate: MIGRATE } },
      after: { config: { migrate: MIGRATE, session: { maxAge: 7 * DAY } } },
      strategies: ['jwt'],
      operations: OF_A_SESSION,
    },
  ],
  runtime: [
    { name: 'a frozen runtime', before: {}, after: { runtime: 'workerd' } },
    {
      name: 'a frozen runtime with waitUntil',
      before: {},
      after: { runtime: 'workerd with waitUntil' },
    },
  ],
} as const satisfies Readonly<Record<string, readonly Pair[]>>
