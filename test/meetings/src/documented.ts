import type { Strategy } from '@latchstring/test-kit/app'
import type { OperationName } from './operations.ts'
import type { Outcome } from './outcomes.ts'

/** An outcome that the documents name in place of `works`, and where. */
export interface Documented {
  readonly outcome: Outcome
  /** The page that says so. */
  readonly page: string
  readonly operations?: readonly OperationName[]
  readonly strategy?: Strategy
  /** Which of the two comes first. Default: both. */
  readonly first?: 'before' | 'after'
}

/** Operations that end a session. */
export const ENDINGS = [
  'sign out at the first',
  'sign out at the second',
  'sign in again',
  'end the sessions of a user',
  'end all sessions',
] as const satisfies readonly OperationName[]

/** Operations of which the second instance opens something that the first has sealed, besides a session. */
const SEALED = [
  'update a session',
  'sign in with a password',
  'sign in at a provider',
  'open the link of a mail',
  'type the code of a mail',
  'open the link of a mail in another browser',
  'add a passkey',
  'sign in with a passkey',
  'sign out at the second',
  'sign in again',
  'do the step of a sign-in',
  'change a row of a feature',
] as const satisfies readonly OperationName[]

/** Operations that need a session, and nothing else that is sealed. */
const OF_SESSIONS = [
  'read a session',
  'renew a session',
  'end the sessions of a user',
  'end all sessions',
  'drop a row of a feature',
] as const satisfies readonly OperationName[]

/** The second instance cannot open what the first seals. */
export const unopened = (page: string, first?: 'before' | 'after'): readonly Documented[] => [
  { page, outcome: 'kept', operations: SEALED, ...(first && { first }) },
  { page, outcome: 'kept', operations: OF_SESSIONS, strategy: 'jwt', ...(first && { first }) },
]

/** Operations after which the first instance has nothing to open that the second has sealed. */
const SEALS_NOTHING: ReadonlySet<OperationName> = new Set([
  'sign out at the second',
  'change a row of a feature',
])

/** The first instance cannot open what the second seals. */
export const unopenedBack = (page: string): readonly Documented[] => [
  {
    page,
    outcome: 'not at the first',
    operations: [...SEALED.filter((name) => !SEALS_NOTHING.has(name)), 'renew a session'],
    strategy: 'jwt',
    first: 'before',
  },
]

/** What `sessions()` does. */
const OFFERED = [
  'end the sessions of a user',
  'end all sessions',
  'end a sign-in that waits',
] as const satisfies readonly OperationName[]

/** A configuration without `session.revocation` knows no endings, and offers none. */
export const WITHOUT_REVOCATION: readonly Documented[] = [
  {
    page: 'sessions.md',
    outcome: 'not offered',
    operations: OFFERED,
    strategy: 'jwt',
    first: 'before',
  },
  { page: 'upgrades.md', outcome: 'accepted', operations: ENDINGS, strategy: 'jwt' },
]

/** Operations that stand on rows of tables that are data. */
const ROWS = [
  'do the step of a sign-in',
  'do the step of a sign-in twice',
  'end a sign-in that waits',
  'open the link of a mail twice',
  'change a row of a feature',
  'drop a row of a feature',
] as const satisfies readonly OperationName[]

/** The tables are added before the new version starts: it answers 503 until they are there. */
export const BEFORE_THE_STEP: readonly Documented[] = [
  ...WITHOUT_REVOCATION.filter(({ outcome }) => outcome === 'not offered'),
  {
    page: 'migrations.md',
    outcome: 'refused',
    operations: [
      'sign in at a provider',
      'open the link of a mail',
      'add a passkey',
      'sign in with a passkey',
      'do the step of a sign-in',
    ],
    first: 'before',
  },
  {
    page: 'migrations.md',
    outcome: 'kept',
    operations: [
      'sign in with a password',
      'type the code of a mail',
      'open the link of a mail in another browser',
      'sign in again',
    ],
    first: 'before',
  },
  {
    page: 'migrations.md',
    outcome: 'kept',
    operations: [
      'read a session',
      'renew a session',
      'update a session',
      'change a row of a feature',
      'drop a row of a feature',
    ],
    strategy: 'jwt',
    first: 'before',
  },
  {
    page: 'sessions.md',
    outcome: 'accepted',
    operations: ['sign out at the first'],
    strategy: 'jwt',
    first: 'before',
  },
  {
    page: 'errors.md',
    outcome: 'incomplete',
    operations: ['sign out at the second'],
    strategy: 'jwt',
    first: 'before',
  },
  {
    page: 'migrations.md',
    outcome: 'unavailable',
    operations: [
      ...OF_SESSIONS,
      ...ENDINGS,
      'update a session',
      'open the link of a mail in another browser',
      'add a passkey',
      'sign in with a passkey',
      ...ROWS,
    ],
    first: 'after',
  },
  {
    page: 'migrations.md',
    outcome: 'not at the first',
    strategy: 'jwt',
    first: 'after',
  },
]

/** What was written last is lost, with stored sessions also what ended them. */
export const LOST: readonly Documented[] = [
  {
    page: 'many-instances.md',
    outcome: 'refused',
    operations: [
      'sign in at a provider',
      'open the link of a mail',
      'type the code of a mail',
      'open the link of a mail in another browser',
      'do the step of a sign-in',
      'change a row of a feature',
    ],
  },
  {
    page: 'many-instances.md',
    outcome: 'accepted',
    operations: [
      'do the step of a sign-in twice',
      'open the link of a mail twice',
      'drop a row of a feature',
    ],
  },
  {
    page: 'many-instances.md',
    outcome: 'accepted',
    operations: [
      'end a sign-in that waits',
      'sign out at the first',
      'sign out at the second',
      'end the sessions of a user',
      'end all sessions',
    ],
    strategy: 'database',
  },
]

/** Another name of the session cookie. */
export const OTHER_NAME: readonly Documented[] = [
  {
    page: 'cookies.md',
    outcome: 'not at the first',
    operations: [
      'sign in with a password',
      'sign in at a provider',
      'open the link of a mail',
      'type the code of a mail',
      'open the link of a mail in another browser',
      'sign in with a passkey',
      'do the step of a sign-in',
    ],
  },
  {
    page: 'cookies.md',
    outcome: 'kept',
    operations: [
      ...OF_SESSIONS,
      'change a row of a feature',
      'update a session',
      'add a passkey',
      'sign out at the second',
      'sign in again',
    ],
  },
]

/** The cookies of the two strategies have one name, and each refuses those of the other. */
export const OTHER_STRATEGY: readonly Documented[] = [
  {
    page: 'sessions.md',
    outcome: 'not offered',
    operations: OFFERED,
    first: 'before',
  },
  {
    page: 'sessions.md',
    outcome: 'accepted',
    operations: ['sign out at the first'],
    first: 'before',
  },
  ...OTHER_NAME.map((one) => ({ ...one, page: 'sessions.md' })),
]

/** An instance that is over a minute behind refuses what the other seals; a passkey has to be used within five. */
export const FAR_APART: readonly Documented[] = [
  {
    page: 'many-instances.md',
    outcome: 'works',
    operations: ['renew a session'],
    first: 'after',
  },
  {
    page: 'passkeys.md',
    outcome: 'refused',
    operations: ['add a passkey', 'sign in with a passkey'],
    first: 'before',
  },
  ...unopened('many-instances.md', 'after'),
  ...unopenedBack('many-instances.md'),
]
