import type { Feature } from '@latchstring/core/features'
import { leavingRequests } from './requests-table.ts'
import { texts } from './texts/en.ts'
import { translate } from './texts/translate.ts'
import type { LeavingOperations, LeavingOptions, LeavingSystem } from './types.ts'
import type { Settings } from './requests.ts'

const loadActions = () => import('./actions.ts')
const loadRequests = () => import('./requests.ts')
const loadErase = () => import('./erase.ts')

const MOST_DAYS = 365

/** @throws TypeError for options that cannot be used */
function readOptions({ days = 7, also }: LeavingOptions): Settings {
  if (!Number.isSafeInteger(days) || days < 0 || days > MOST_DAYS) {
    throw new TypeError(`leaving: \`days\` is a whole number from 0 to ${MOST_DAYS}.`)
  }
  if (also !== undefined && [also.export, also.erase].some((one) => typeof one !== 'function')) {
    throw new TypeError(
      'leaving: `also` needs `export` and `erase`, for both are about the same tables.',
    )
  }
  return Object.freeze({ days, also })
}

const actionsOf = (settings: Settings): NonNullable<Feature['actions']> => ({
  data: {
    kind: 'page',
    session: 'fresh',
    load: async () => ({ run: (await loadActions()).showData }),
  },
  export: {
    kind: 'change',
    session: 'fresh',
    load: async () => {
      const { answerExport } = await loadActions()
      return { run: (context) => answerExport(context, settings) }
    },
  },
  delete: {
    kind: 'page',
    session: 'fresh',
    load: async () => {
      const { showDelete } = await loadActions()
      return { run: (context) => showDelete(context, settings) }
    },
  },
  request: {
    kind: 'change',
    session: 'fresh',
    inputs: { sure: { kind: 'bool' } },
    load: async () => {
      const { answerRequest } = await loadActions()
      return { run: (context) => answerRequest(context, settings) }
    },
  },
  stay: {
    kind: 'page',
    session: 'pending',
    load: async () => ({ run: (await loadActions()).showStay }),
  },
  keep: {
    kind: 'change',
    session: 'pending',
    step: 'stay',
    load: async () => ({ run: (await loadActions()).answerKeep }),
  },
  stays: {
    kind: 'page',
    session: 'none',
    load: async () => ({ run: (await loadActions()).showStays }),
  },
})

const systemOf = (settings: Settings): NonNullable<Feature<object, LeavingSystem>['system']> => ({
  request: async (context, userId) =>
    (await loadRequests()).requestErasure(context, settings, userId),
  deleteDue: async (context, limit) => (await loadErase()).deleteDue(context, settings.also, limit),
  listDue: async (context, limit) => (await loadErase()).listDue(context, limit),
  eraseUser: async (context, userId) =>
    (await loadRequests()).eraseUser(context, settings.also, userId),
  exportUser: async (context, userId) =>
    (await loadRequests()).exportUser(context, settings.also, userId),
  async askErasure(context, userId) {
    const refusal = await (await loadErase()).askErasure(context, userId)
    return refusal === 'missing' ? null : refusal
  },
  async findUser({ users }, idOrEmail) {
    const user = (await users.find(idOrEmail)) ?? (await users.findByEmail(idOrEmail))
    return user?.id ?? null
  },
})

/**
 * Lets people delete their account and take their data with them. The account page has both; a sign-in of a user who is leaving leads to
 * a page that keeps the account.
 *
 * @param options - for how long an account can be kept after all, and the tables of the application
 * @returns a feature named `leaving`
 * @throws TypeError for options that cannot be used
 *
 * @example
 * ```ts
 * import { leaving } from '@latchstring/leaving'
 *
 * export const leave = leaving({ days: 14 })
 *
 * export const config = { features: [leave], providers: [] }
 * ```
 */
export function leaving(options: LeavingOptions = {}): Feature<LeavingOperations, LeavingSystem> {
  const settings = readOptions(options)
  const { also } = settings
  return {
    name: 'leaving',
    needs: ['records', 'endings'],
    tables: [leavingRequests],
    texts,
    translate,
    errors: {
      begun: { status: 403, text: 'begun' },
      gone: { status: 404, text: 'deleted' },
      'not-now': { status: 409, text: 'notNow' },
      unsure: { status: 400, text: 'unsure' },
    },
    actions: actionsOf(settings),
    gate: {
      phase: 'assure',
      load: async () => ({ ask: (await loadActions()).askGate }),
    },
    account: { place: 'last', load: async () => ({ show: (await loadActions()).showAccount }) },
    operations: {
      request: async (context) =>
        (await loadRequests()).requestErasure(context, settings, context.user.id),
      keep: async (context) => (await loadRequests()).keepAccount(context, context.user.id),
      state: async (context) => (await loadRequests()).readState(context, context.user.id),
      export: async (context) => (await loadRequests()).exportOwn(context, also),
    },
    system: systemOf(settings),
  }
}
