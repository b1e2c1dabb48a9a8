import type { AnyFeature, ChangeContext, PageContext } from '@latchstring/core/features'
import {
  type WelcomeSystem,
  welcomeFeature,
  words,
} from '../../../test/flows/src/welcome-feature.ts'
import type { TestFeatureOptions } from '../src/index.ts'
import { type Mistake, suite, type SuiteOptions } from './mistakes.ts'

type WelcomeOptions = Omit<TestFeatureOptions<object, WelcomeSystem>, 'runner'>
type Actions = NonNullable<AnyFeature['actions']>

/** Options for the welcome, or for a faulty variant of it. */
export const welcomeOptions = (
  vary: (sound: ReturnType<typeof welcomeFeature>) => object = () => ({}),
): WelcomeOptions => ({
  feature() {
    // In one language, which is complete.
    const { translate: _, ...sound } = welcomeFeature()
    return { ...sound, ...vary(sound) }
  },
  prepare: ({ system, canary }, { id }) => system.set(id, canary),
  inputs: {
    ask: (_, { email }) => ({ email: `new.${email}` }),
    forgot: (_, { email }) => ({ email: String(email) }),
    move: (_, { email }) => ({ email: `new.${email}` }),
  },
  proofs: {
    register: { action: 'ask', inputs: (_, { email }) => ({ email: `new.${email}` }) },
    reset: { action: 'forgot', inputs: (_, { email }) => ({ email: String(email) }) },
    move: { action: 'move', inputs: (_, { email }) => ({ email: `new.${email}` }) },
    invite: ({ system }, { email }) => system.invite(`new.${email}`),
  },
})

const withActions = (actions: Actions, more: Partial<WelcomeOptions> = {}): SuiteOptions => {
  const options = {
    ...welcomeOptions((sound) => ({ actions: { ...sound.actions, ...actions } })),
    ...more,
  }
  // The operations are not looked at.
  return options as unknown as SuiteOptions
}

const email = { email: { kind: 'text' } } as const

const asks = (run: (context: ChangeContext) => Promise<object>): Actions[string] => ({
  kind: 'change',
  session: 'none',
  inputs: email,
  // What is wrong is what it does, and its answers are some that there are.
  load: async () => ({ run: async (context) => (await run(context)) as { to: string } }),
})

const resets = (
  run: (context: ChangeContext) => Promise<object>,
  inputs: Actions[string]['inputs'] = {},
): Actions[string] => ({
  kind: 'change',
  session: 'proof',
  proof: 'reset',
  inputs: { word: { kind: 'text', max: 50 }, ...inputs },
  // As above.
  load: async () => ({ run: async (context) => (await run(context)) as { to: string } }),
})

/** Sets the word of a user. */
async function setWord({ records, inputs }: ChangeContext, userId: string): Promise<void> {
  const row = await records.get(words, { userId })
  const word = String(inputs['word'])
  if (row) await records.change(words, row, { word })
}

const showsWord = async ({ records, inputs }: PageContext) => {
  const row = await records.get(words, { userId: String(inputs['userId']) })
  return { page: { title: row?.word ?? 'None', blocks: [] } }
}

const FORGOT = 'sessions: database > the proof reset: what asks for it'

/** Mistakes about proofs by mail. */
export const WELCOME: readonly Mistake[] = [
  suite(
    'a form that says that there is no account',
    withActions({
      forgot: asks(async ({ users, mail, inputs }) => {
        const user = await users.findByEmail(String(inputs['email']))
        if (!user) return { refused: 'address' }
        await mail.prove('reset', { email: String(inputs['email']), userId: user.id })
        return { to: 'again' }
      }),
    }),
    FORGOT,
    /answers a known address otherwise/,
  ),
  suite(
    'a form that sends an unknown address no mail',
    withActions({
      forgot: asks(async ({ users, mail, inputs }) => {
        const user = await users.findByEmail(String(inputs['email']))
        if (user) await mail.prove('reset', { email: user.email ?? '', userId: user.id })
        return { to: 'back' }
      }),
    }),
    FORGOT,
    /known address otherwise|alone, which its time tells/,
  ),
  suite(
    'a notice that does not stand in place of the other mail',
    withActions({
      forgot: asks(async ({ users, mail, inputs }) => {
        const address = String(inputs['email'])
        const user = await users.findByEmail(address)
        if (user) await mail.prove('reset', { email: address, userId: user.id })
        else await mail.send('known', { email: address })
        return { to: 'again' }
      }),
    }),
    FORGOT,
    /answers a known address otherwise/,
  ),
  suite(
    'a change for the user whom the form names',
    withActions(
      {
        reset: resets(
          async (context) => {
            await setWord(context, String(context.inputs['userId']))
            return { json: {} }
          },
          { userId: { kind: 'text' } },
        ),
      },
      {
        inputs: {
          ...welcomeOptions().inputs,
          reset: (_, { id }) => ({ userId: id, word: 'mine' }),
        },
      },
    ),
    'sessions: database > reset: does nothing for another user',
    /changes rows of another user with a proof/,
  ),
  suite(
    'a change that writes and refuses then',
    withActions({
      reset: resets(async (context) => {
        await setWord(context, context.proof?.userId ?? '')
        return String(context.inputs['word']).length < 4 ? { refused: 'weak' } : { json: {} }
      }),
    }),
    'sessions: database > reset: does nothing where it refuses',
    /has changed rows, and refused/,
  ),
  suite(
    'a change that refuses its own proof',
    withActions({ reset: resets(async () => ({ refused: 'weak' })) }),
    'sessions: database > reset: takes its proof once',
    /reset refuses its proof/,
  ),
  suite(
    'a page that shows the user whom its address names',
    withActions(
      {
        again: {
          kind: 'page',
          session: 'proof',
          proof: 'reset',
          inputs: { userId: { kind: 'text' } },
          load: async () => ({ run: showsWord }),
        },
      },
      { inputs: { ...welcomeOptions().inputs, again: (_, { id }) => ({ userId: id }) } },
    ),
    'sessions: database > again: shows nothing without its proof',
    /shows the canary of a user without a proof/,
  ),
  suite(
    'a page that runs with its proof alone, and is not reached by it',
    withActions({
      again: {
        kind: 'page',
        session: 'proof',
        proof: 'reset',
        load: async () => ({ run: ({ proof }) => (proof ? { to: 'back' } : { to: 'start' }) }),
      },
    }),
    'sessions: database > again: shows nothing without its proof',
    /is answered 303 with a proof/,
  ),
]
