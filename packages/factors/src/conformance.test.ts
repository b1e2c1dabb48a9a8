import { type PreparedWorld, testFeature } from '@latchstring/feature-conformance'
import type { RecordValues } from '@latchstring/core/adapters'
import type { FeatureUser } from '@latchstring/core/features'
import { Secret, TOTP } from 'otpauth'
import * as runner from 'vitest'
import { beforeEach, vi } from 'vitest'
import { enrolments, factors, type FactorsOfUsers } from './index.ts'
import { SECRET_BYTES, STEP_SECONDS } from './lib/one-time-code.ts'

/** The clock of the suite begins here, and codes of the steps beside it are taken. */
const START = Date.UTC(2030, 0, 1)

/** The secret of every new app. */
const SECRET = new Uint8Array(SECRET_BYTES).fill(7)

const codeOf = (secret: Uint8Array<ArrayBuffer>, step: number): string =>
  TOTP.generate({
    secret: new Secret({ buffer: secret.buffer }),
    timestamp: START + step * STEP_SECONDS * 1000,
  })

/** The secret of an app that a user has from elsewhere. */
const secretOf = ({ id }: FeatureUser): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(id.slice(0, SECRET_BYTES))

/** The codes of a user, of whichever app. */
const codesOf = (_: unknown, user: FeatureUser) =>
  [secretOf(user), SECRET].flatMap((secret) =>
    [1, 0, -1].map((step) => ({ code: codeOf(secret, step) })),
  )

const random = crypto.getRandomValues.bind(crypto)
const deriveBits = crypto.subtle.deriveBits.bind(crypto.subtle)

beforeEach(() => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) =>
    array instanceof Uint8Array && array.length === SECRET_BYTES
      ? (array.set(SECRET), array)
      : random(array),
  )
  // What the rounds cost is of no interest here.
  vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation((algorithm, key, length) =>
    deriveBits(
      typeof algorithm === 'object' && 'iterations' in algorithm
        ? { ...algorithm, iterations: 1 }
        : algorithm,
      key,
      length ?? null,
    ),
  )
})

type World = PreparedWorld<FactorsOfUsers>

const idOf = (world: World, isIt: (row: RecordValues) => boolean): string =>
  JSON.stringify(world.rows(enrolments).findLast(isIt)?.['id'] ?? '').slice(1, -1)

/** What confirms the app that is being set up: with the oldest code, so that newer ones are left. */
const confirmed = (world: World) => ({
  code: codeOf(SECRET, -1),
  label: 'Phone',
  enrolment: idOf(world, (row) => row['confirmedAt'] === null),
})

const finished = (world: World) => ({
  enrolment: idOf(world, (row) => row['confirmedAt'] !== null),
})

const inputs = {
  check: codesOf,
  confirm: codesOf,
  'set-up': { enrolment: '' },
  enrol: { enrolment: '' },
  'enrol-confirm': confirmed,
  'enrol-done': finished,
  'turn-on': confirmed,
  keep: finished,
  remove: [
    { id: '2', sure: true },
    { id: '1', sure: false },
  ],
  rename: { id: '1', label: 'Phone' },
} as const

/** What shows the key of the app that is being set up. */
const showsSecrets = ['begin', 'set-up', 'turn-on', 'enrol', 'enrol-begin', 'enrol-confirm']

testFeature({
  name: 'the feature factors, for users who have an app',
  runner,
  feature: () =>
    factors({ backupCodes: 5, require: 'always', recovery: { delay: 24, notify: true } }),
  inputs,
  unreached: [
    'enrol',
    'enrol-begin',
    'enrol-confirm',
    'enrol-done',
    'recover',
    'turn-on',
    'keep',
    // No time passes between asking and signing in.
    'replace',
    'replace-begin',
    'replace-confirm',
    'replace-found',
  ],
  proofs: { recover: { action: 'lost-mail' } },
  showsSecrets,
  // The name of an app may be the id of another user.
  acrossUsers: ['rename'],
  stop: async ({ system }, user) => {
    await system.importTotp(user.id, { secret: { raw: secretOf(user) } })
  },
})

/** Users who have come in before an app was asked of them. */
const asked = new Set<string>()

testFeature({
  name: 'the feature factors, for users who have no app and need one',
  runner,
  feature: () => factors({ backupCodes: 5, require: ({ id }) => asked.has(id) }),
  inputs,
  unreached: [
    'challenge',
    'check',
    'backup',
    'recover',
    'confirm',
    'remove',
    'rename',
    'codes',
    'regenerate',
    'enrol-confirm',
    'enrol-done',
    'turn-on',
    'keep',
  ],
  showsSecrets,
  // As before.
  acrossUsers: ['turn-on'],
  prepare: async (_, { id }) => void asked.add(id),
})
