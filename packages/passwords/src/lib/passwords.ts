import type {
  AnyFeature,
  ChangeAction,
  Feature,
  FeatureMailTexts,
  FeatureProvider,
  PageAction,
} from '@latchstring/core/features'
import { once } from './once.ts'
import type { PasswordOperations, PasswordSystem } from './operations.ts'
import type { PasswordsOptions } from './options.ts'
import { createParts, type Parts } from './parts.ts'
import { hashes, usernames } from './tables.ts'
import { en, type PasswordTexts } from './texts/en.ts'
import { fillIn, translate } from './texts/translate.ts'

/** UTF-16 code units of a password that is looked at: longer ones than may be chosen are refused with a sentence. */
const LONGEST_PASSWORD = 4096

const PASSWORD = { kind: 'text', max: LONGEST_PASSWORD, secret: true } as const
const EMAIL = { kind: 'text', max: 300 } as const
const NAME = { kind: 'text', max: 120 } as const

/** Minutes that the link of a mail can be used. */
const MINUTES = 30

const mailOf = (name: string, button: keyof PasswordTexts): FeatureMailTexts => ({
  subject: `${name}Subject`,
  lead: `${name}Lead`,
  button,
})

type Errors = NonNullable<AnyFeature['errors']>

const refusal = (status: number, text: keyof PasswordTexts): Errors[string] => ({ status, text })

const ERRORS: Errors = {
  'too-short': refusal(422, 'tooShort'),
  'too-long': refusal(422, 'tooLong'),
  unusable: refusal(422, 'unusable'),
  common: refusal(422, 'common'),
  personal: refusal(422, 'personal'),
  breached: refusal(422, 'breached'),
  policy: refusal(422, 'policy'),
  wrong: refusal(403, 'wrong'),
  email: refusal(422, 'address'),
  exists: refusal(409, 'exists'),
  gone: refusal(409, 'gone'),
  'no-password': refusal(409, 'noPassword'),
  'has-password': refusal(409, 'hasPassword'),
  'username-form': refusal(422, 'usernameForm'),
  'username-taken': refusal(409, 'usernameTaken'),
}

const loadRegister = once(() => import('./run/register.ts'))
const loadReset = once(() => import('./run/reset.ts'))
const loadChange = once(() => import('./run/change.ts'))
const loadName = once(() => import('./run/username.ts'))
const loadOperations = once(() => import('./run/operations.ts'))

type Actions = Readonly<Record<string, PageAction | ChangeAction>>

/** Registering: a page, its form, and the page and form of the mail. */
const signUpActions = (parts: Parts): Actions => ({
  'sign-up': {
    kind: 'page',
    session: 'none',
    load: async () => ({ run: (await loadRegister()).showSignUp }),
  },
  register: {
    kind: 'change',
    session: 'none',
    inputs: { email: EMAIL, name: { ...NAME, optional: true } },
    load: async () => ({ run: (await loadRegister()).register }),
  },
  join: {
    kind: 'page',
    session: 'proof',
    proof: 'register',
    load: async () => ({ run: (await loadRegister()).showJoin(parts) }),
  },
  finish: {
    kind: 'change',
    session: 'proof',
    proof: 'register',
    inputs: { password: PASSWORD, ...(parts.settings.username && { username: NAME }) },
    budgets: ['choices', 'clients'],
    load: async () => ({ run: (await loadRegister()).finish(parts) }),
  },
})

/** A forgotten password: a page, its form, and the page and form of the mail. */
const resetActions = (parts: Parts): Actions => ({
  forgotten: {
    kind: 'page',
    session: 'none',
    load: async () => ({ run: (await loadReset()).showForgotten }),
  },
  forgot: {
    kind: 'change',
    session: 'none',
    inputs: { email: EMAIL },
    load: async () => ({ run: (await loadReset()).forgot }),
  },
  renew: {
    kind: 'page',
    session: 'proof',
    proof: 'reset',
    load: async () => ({ run: (await loadReset()).showRenew }),
  },
  reset: {
    kind: 'change',
    session: 'proof',
    proof: 'reset',
    inputs: { password: PASSWORD },
    budgets: ['choices', 'clients'],
    load: async () => ({ run: (await loadReset()).reset(parts) }),
  },
})

/** For users who are signed in. */
const changeActions = (parts: Parts): Actions => ({
  edit: { kind: 'page', load: async () => ({ run: (await loadChange()).showEdit }) },
  change: {
    kind: 'change',
    inputs: { current: PASSWORD, password: PASSWORD },
    budgets: ['change', 'clients'],
    load: async () => ({ run: (await loadChange()).change(parts) }),
  },
  set: {
    kind: 'change',
    session: 'fresh',
    inputs: { password: PASSWORD },
    budgets: ['first', 'clients'],
    load: async () => ({ run: (await loadChange()).set(parts) }),
  },
})

const usernameActions = (parts: Parts): Actions => ({
  name: { kind: 'page', load: async () => ({ run: (await loadName()).showName(parts) }) },
  username: {
    kind: 'change',
    session: 'fresh',
    inputs: { username: NAME },
    budgets: ['username'],
    load: async () => ({ run: (await loadName()).username }),
  },
})

/** The form on the sign-in page. */
const formOf = (parts: Parts): FeatureProvider => {
  const { username, signUp } = parts.settings
  const password = { label: 'password', type: 'password', max: LONGEST_PASSWORD } as const
  return {
    id: 'password',
    name: 'password',
    inputs: username
      ? { username: { label: 'login', max: EMAIL.max }, password }
      : { email: { label: 'email', type: 'email', max: EMAIL.max }, password },
    refusal: username ? 'wrongLogin' : 'wrongEmail',
    links: [
      { page: 'forgotten', label: 'forgot' },
      ...(signUp ? [{ page: 'sign-up', label: 'signUp' }] : []),
    ],
    load: async () => {
      const { verify, has } = await import('./run/verify.ts')
      return { verify: verify(parts), has: has(parts) }
    },
  }
}

/** Tries of the current password, of names that are taken, and of new passwords, each of which costs a hash. */
const BUDGETS = {
  change: { limit: 5, window: 300, by: 'user' },
  first: { limit: 10, window: 300, by: 'user' },
  choices: { limit: 10, window: 300, by: 'proof' },
  clients: { limit: 60, window: 300, by: 'client' },
} as const

const USERNAMES = { username: { limit: 20, window: 3600, by: 'user' } } as const

type Part<Name extends keyof Feature<PasswordOperations, PasswordSystem>> = Required<
  Feature<PasswordOperations, PasswordSystem>
>[Name]

const operationsOf = (parts: Parts): Part<'operations'> => {
  const load = async () => (await loadOperations()).userOperations(parts)
  return {
    has: async (context) => (await load()).has(context),
    change: async (context, change) => (await load()).change(context, change),
    set: async (context, password) => (await load()).set(context, password),
    username: async (context) => (await load()).username(context),
    setUsername: async (context, name) => (await load()).setUsername(context, name),
  }
}

const systemOf = (parts: Parts): Part<'system'> => {
  const load = async () => (await loadOperations()).systemOperations(parts)
  return {
    has: async (context, userId) => (await load()).has(context, userId),
    register: async (context, user) => (await load()).register(context, user),
    setPassword: async (context, userId, password) =>
      (await load()).setPassword(context, userId, password),
    setHash: async (context, userId, hash) => (await load()).setHash(context, userId, hash),
    setUsername: async (context, userId, name) => (await load()).setUsername(context, userId, name),
    remove: async (context, userId) => (await load()).remove(context, userId),
  }
}

/**
 * Passwords, as a feature: a form on the sign-in page, pages to register, to reset and to change a password, and functions for your own
 * pages and scripts. It needs an email provider and an adapter with records, of which it has the tables {@link hashes} and
 * {@link usernames}.
 *
 * @throws InvalidConfiguration that names an option
 *
 * @example
 * ```ts
 * import { passwords } from '@latchstring/passwords'
 *
 * // In `features` of the configuration.
 * export const pw = passwords({ minLength: 15, words: ['acme'] })
 * ```
 */
export function passwords(
  options: PasswordsOptions = {},
): Feature<PasswordOperations, PasswordSystem> {
  const parts = createParts(options)
  const { signUp, username, minLength } = parts.settings
  return {
    name: 'passwords',
    needs: ['mail', 'records', 'endings'],
    tables: username ? [hashes, usernames] : [hashes],
    provider: formOf(parts),
    actions: {
      ...(signUp && signUpActions(parts)),
      ...resetActions(parts),
      ...changeActions(parts),
      ...(username && usernameActions(parts)),
    },
    proofs: {
      ...(signUp && {
        register: { page: 'join', minutes: MINUTES, texts: mailOf('register', 'join') },
      }),
      reset: { page: 'renew', minutes: MINUTES, single: true, texts: mailOf('reset', 'reset') },
    },
    mails: {
      ...(signUp && { known: { texts: mailOf('known', 'signIn') } }),
      without: { texts: mailOf('without', 'signIn') },
      unknown: { texts: mailOf('unknown', 'signIn') },
      changed: { texts: mailOf('changed', 'signIn') },
      added: { texts: mailOf('added', 'signIn') },
    },
    budgets: username ? { ...BUDGETS, ...USERNAMES } : BUDGETS,
    account: {
      place: 'first',
      load: async () => ({ show: (await loadName()).showAccount(parts) }),
    },
    errors: ERRORS,
    texts: fillIn(en, minLength),
    translate: async (language) => translate(language, minLength),
    operations: operationsOf(parts),
    system: systemOf(parts),
  }
}
