import type { FeatureAction, FeatureInput } from '@latchstring/core/features'
import type { Settings } from './options.ts'

const CODE = { code: { kind: 'text', max: 64 } } as const satisfies Record<string, FeatureInput>
const ENROLMENT = { kind: 'text', max: 64 } as const
const LABEL = { kind: 'text', max: 100, optional: true } as const
const CONFIRMED = { ...CODE, enrolment: ENROLMENT, label: LABEL } as const
const SHOWN = { enrolment: { ...ENROLMENT, optional: true } } as const

/** Budgets of what compares a code. */
const TRIES = ['clients'] as const

const challenge = () => import('./actions/challenge.ts')
const enrol = () => import('./actions/enrol.ts')
const setUp = () => import('./actions/set-up.ts')
const apps = () => import('./actions/apps.ts')
const codes = () => import('./actions/codes.ts')
const raise = () => import('./actions/raise.ts')

/** Steps of a sign-in that waits. */
const steps = (settings: Settings): Readonly<Record<string, FeatureAction>> => ({
  challenge: {
    kind: 'page',
    session: 'pending',
    passkey: 'allowed',
    load: async () => ({ run: (await challenge()).challengePage(settings) }),
  },
  check: {
    kind: 'change',
    session: 'pending',
    step: 'challenge',
    inputs: CODE,
    budgets: TRIES,
    load: async () => ({ run: (await challenge()).checkCode }),
  },
  backup: {
    kind: 'page',
    session: 'pending',
    step: 'challenge',
    load: async () => ({ run: (await challenge()).backupPage }),
  },
  recover: {
    kind: 'change',
    session: 'pending',
    step: 'challenge',
    inputs: CODE,
    budgets: TRIES,
    load: async () => ({ run: (await challenge()).recover(settings) }),
  },
  enrol: {
    kind: 'page',
    session: 'pending',
    inputs: SHOWN,
    load: async () => ({ run: (await enrol()).enrolPage(settings) }),
  },
  'enrol-begin': {
    kind: 'change',
    session: 'pending',
    step: 'enrol',
    budgets: ['begins'],
    load: async () => ({ run: (await enrol()).enrolBegin(settings) }),
  },
  'enrol-confirm': {
    kind: 'change',
    session: 'pending',
    step: 'enrol',
    inputs: CONFIRMED,
    budgets: TRIES,
    load: async () => ({ run: (await enrol()).enrolConfirm(settings) }),
  },
  'enrol-done': {
    kind: 'change',
    session: 'pending',
    step: 'enrol',
    inputs: { enrolment: ENROLMENT },
    load: async () => ({ run: (await enrol()).enrolDone }),
  },
})

/** Setting up an app in a session, and raising one. */
const enrolment = (settings: Settings): Readonly<Record<string, FeatureAction>> => ({
  raise: { kind: 'page', load: async () => ({ run: (await raise()).raisePage }) },
  confirm: {
    kind: 'change',
    inputs: CODE,
    budgets: TRIES,
    load: async () => ({ run: (await raise()).confirm }),
  },
  'set-up': {
    kind: 'page',
    session: 'fresh',
    inputs: SHOWN,
    load: async () => ({ run: (await setUp()).setUpPage(settings) }),
  },
  begin: {
    kind: 'change',
    session: 'fresh',
    budgets: ['begins'],
    load: async () => ({ run: (await setUp()).begin(settings) }),
  },
  'turn-on': {
    kind: 'change',
    session: 'fresh',
    inputs: CONFIRMED,
    budgets: TRIES,
    load: async () => ({ run: (await setUp()).turnOn(settings) }),
  },
  keep: {
    kind: 'change',
    session: 'fresh',
    inputs: { enrolment: ENROLMENT },
    load: async () => ({ run: (await setUp()).keep }),
  },
})

/** What is done with apps and codes that there are. */
const management = (settings: Settings): Readonly<Record<string, FeatureAction>> => ({
  remove: {
    kind: 'change',
    session: 'fresh',
    inputs: { id: { kind: 'text', max: 10 }, sure: { kind: 'bool' } },
    load: async () => ({ run: (await apps()).remove(settings) }),
  },
  names: { kind: 'page', load: async () => ({ run: (await apps()).namesPage }) },
  rename: {
    kind: 'change',
    inputs: { id: { kind: 'text', max: 10 }, label: { kind: 'text', max: 100 } },
    load: async () => ({ run: (await apps()).rename }),
  },
  codes: {
    kind: 'page',
    session: 'fresh',
    load: async () => ({ run: (await codes()).showCodes }),
  },
  regenerate: {
    kind: 'change',
    session: 'fresh',
    budgets: ['begins'],
    load: async () => ({ run: (await codes()).regenerate(settings) }),
  },
})

/** All actions, by their words. */
export const actionsOf = (settings: Settings): Readonly<Record<string, FeatureAction>> => ({
  ...steps(settings),
  ...enrolment(settings),
  ...management(settings),
})
