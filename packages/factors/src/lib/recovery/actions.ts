import type { ChangeAction, FeatureAction, PageAction } from '@latchstring/core/features'
import type { Settings } from '../options.ts'
import type { RecoverySettings } from './options.ts'

type Actions = Readonly<Record<string, FeatureAction>>

/** What was read of the options. */
type Read = Settings & { readonly recovery: RecoverySettings }

const ask = () => import('./ask.ts')
const cancelling = () => import('./cancel.ts')
const replace = () => import('./replace.ts')

/** Budgets of what compares a code. */
const TRIES = ['clients'] as const

/** Asking, by a sign-in that waits and then by a mail. */
const asking = ({ recovery }: Read): Actions => ({
  lost: {
    kind: 'page',
    session: 'pending',
    step: 'challenge',
    load: async () => ({ run: (await ask()).lostPage(recovery) }),
  },
  'lost-mail': {
    kind: 'change',
    session: 'pending',
    step: 'challenge',
    budgets: ['asks'],
    load: async () => ({ run: (await ask()).sendProof(recovery) }),
  },
  'recovery-confirm': {
    kind: 'page',
    session: 'proof',
    proof: 'recover',
    load: async () => {
      const { confirmPage } = await ask()
      return { run: (context) => confirmPage(context, recovery) }
    },
  },
  'recovery-begin': {
    kind: 'change',
    session: 'proof',
    proof: 'recover',
    load: async () => ({ run: (await ask()).begin(recovery) }),
  },
})

/** Cancelling, in a session. */
const CANCELLING: Actions = {
  recovery: { kind: 'page', load: async () => ({ run: (await cancelling()).cancelPage }) },
  'recovery-cancel': { kind: 'change', load: async () => ({ run: (await cancelling()).cancel }) },
}

/** The step of a sign-in that comes once it is due. */
const replacing = (settings: Read): Actions => ({
  replace: {
    kind: 'page',
    session: 'pending',
    inputs: { enrolment: { kind: 'text', max: 64, optional: true } },
    load: async () => ({ run: (await replace()).replacePage(settings) }),
  },
  'replace-begin': {
    kind: 'change',
    session: 'pending',
    step: 'replace',
    budgets: ['begins'],
    load: async () => ({ run: (await replace()).replaceBegin(settings) }),
  },
  'replace-confirm': {
    kind: 'change',
    session: 'pending',
    step: 'replace',
    inputs: {
      code: { kind: 'text', max: 64 },
      enrolment: { kind: 'text', max: 64 },
      label: { kind: 'text', max: 100, optional: true },
    },
    budgets: TRIES,
    load: async () => ({ run: (await replace()).replaceConfirm(settings) }),
  },
  'replace-found': {
    kind: 'change',
    session: 'pending',
    step: 'replace',
    inputs: { code: { kind: 'text', max: 64 } },
    budgets: TRIES,
    load: async () => ({ run: (await replace()).replaceFound(settings) }),
  },
})

/** A change that cancels what runs, where it lets a person pass. */
const andCancels = (action: ChangeAction): ChangeAction => ({
  ...action,
  load: async () => {
    const [{ run }, { cancelling: wrap }] = await Promise.all([action.load(), cancelling()])
    return { run: wrap(async (context) => run(context)) }
  },
})

/** The page for a backup code, with a way on for a person who has none. */
const andLost = (action: PageAction): PageAction => ({
  ...action,
  load: async () => {
    const [{ run }, { offerLost }] = await Promise.all([action.load(), ask()])
    return { run: async (context) => offerLost(context, await run(context)) }
  },
})

function extend(word: string, action: FeatureAction): FeatureAction {
  const passes = ['check', 'recover', 'confirm', 'keep'].includes(word)
  if (passes && action.kind === 'change') return andCancels(action)
  return word === 'backup' && action.kind === 'page' ? andLost(action) : action
}

/** The actions with those of the recovery: what shows a factor cancels it. */
export function withRecovery(actions: Actions, settings: Read): Actions {
  const extended = Object.entries(actions).map(
    ([word, action]) => [word, extend(word, action)] as const,
  )
  return {
    ...Object.fromEntries(extended),
    ...asking(settings),
    ...CANCELLING,
    ...replacing(settings),
  }
}
