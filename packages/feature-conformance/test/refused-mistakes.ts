import type { FeatureAction } from '@latchstring/core/features'
import { faultyNotes, type Mistake, quizAnswers, withActions, withGate } from './mistakes.ts'

const nothing = async () => ({ run: () => ({ json: {} }) })

/** What cannot be asked of types in a variant that is made of data. */
const untyped = (value: object) => value as FeatureAction

const atStart = (what: string, part: object, says: RegExp): Mistake => ({
  what,
  by: 'start',
  options: faultyNotes(() => part),
  found: 'is accepted by the library',
  says,
})

const action = (given: object) => ({ actions: { wrong: { load: nothing, ...given } } })

/** An action that spends a budget. */
const spending = (tries: object) => ({
  budgets: { tries },
  ...action({ kind: 'change', budgets: ['tries'] }),
})

/** What the library refuses when the configuration is resolved. */
export const START: readonly Mistake[] = [
  atStart('a part that there is not, such as a hook', { hooks: {} }, /`hooks` is no part/),
  atStart('the name of an action of the library', { name: 'session' }, /name is that of an action/),
  atStart(
    'a kind of action that there is not',
    action({ kind: 'hook' }),
    /of no kind that there is/,
  ),
  atStart(
    'a session that there is not',
    action({ kind: 'change', session: 'any' }),
    /cannot have the session/,
  ),
  atStart(
    'a program with a session',
    action({ kind: 'machine', session: 'fresh' }),
    /cannot have the session/,
  ),
  atStart(
    'the CSRF token as an input',
    action({ kind: 'change', inputs: { csrfToken: { kind: 'text' } } }),
    /cannot be the name of an input/,
  ),
  atStart(
    'an input without an end',
    action({ kind: 'change', inputs: { text: { kind: 'text', max: 1e6 } } }),
    /max of the input/,
  ),
  atStart(
    'a step of no sign-in that waits',
    action({ kind: 'change', step: 'question' }),
    /without the session "pending"/,
  ),
  atStart(
    'what needs a recent sign-in, open to who acts for the user',
    action({ kind: 'change', session: 'fresh', actor: 'allowed' }),
    /exclude each other/,
  ),
  atStart(
    'acting for users without a recent sign-in',
    action({ kind: 'change', begins: 'acting' }),
    /is of a change with the session "fresh"/,
  ),
  atStart(
    'an operation that there is not, open to who acts for the user',
    { actor: { missing: 'allowed' } },
    /is no operation/,
  ),
  atStart(
    'a table by a name of its own choice',
    { tables: [{ ...quizAnswers, name: 'users' }] },
    /name|auth_/,
  ),
  atStart(
    'the table of another feature',
    { tables: [quizAnswers] },
    /has to begin with auth_notes_/,
  ),
  atStart(
    'rows that stay for ever',
    { tables: [{ name: 'auth_notes_kept', fields: { id: { kind: 'id' } }, key: ['id'] }] },
    /none stays for ever/,
  ),
  atStart(
    'an error without a sentence',
    { errors: { full: { status: 409, text: 'missing' } } },
    /has no sentence/,
  ),
  atStart(
    'an error that is a success',
    { errors: { full: { status: 200, text: 'full' } } },
    /from 400 to 499/,
  ),
  atStart(
    'a phase of a gate that there is not',
    { gate: { phase: 'after', load: nothing } },
    /may or assure/,
  ),
  atStart('a budget without a window', spending({ limit: 3, by: 'user' }), /the window of/),
  atStart(
    'a budget by what is no input',
    spending({ limit: 3, window: 60, by: 'email' }),
    /none of its inputs/,
  ),
  atStart(
    'a budget that no action spends',
    { budgets: { tries: { limit: 3, window: 60, by: 'client' } } },
    /no action spends/,
  ),
  atStart(
    'a budget that there is not',
    action({ kind: 'change', budgets: ['tries'] }),
    /none of its budgets/,
  ),
  atStart('a point that there is not', { points: { created: { load: nothing } } }, /is no point/),
  atStart('a point without a function', { points: { tokens: {} } }, /has no `load`/),
  atStart('the need of a feature that is not there', { needs: ['missing'] }, /needs the feature/),
  atStart('the need of itself', { needs: ['notes'] }, /needs itself/),
  atStart(
    'a prefix that any token may have',
    { principal: { prefix: 'e', load: nothing } },
    /the prefix of its `principal`/,
  ),
  atStart(
    'a document at another address',
    { wellKnown: { '../admin': { load: nothing } } },
    /cannot be a name below/,
  ),
  atStart(
    'an operation that is a promise',
    { operations: Object.fromEntries(['then'].map((name) => [name, nothing])) },
    /name of an operation/,
  ),
]

const atRun = (what: string, word: string, given: object, says: RegExp): Mistake => ({
  what,
  by: 'run',
  options: withActions({ [word]: untyped(given) }),
  found: `${word}: answers valid inputs`,
  says,
})

const page = { kind: 'page' } as const
const post = { kind: 'change' } as const

/** What the library refuses when the feature runs. Types refuse what is marked. */
export const RUN: readonly Mistake[] = [
  {
    what: 'a page that writes',
    by: 'run',
    options: withActions({
      wrong: {
        kind: 'page',
        load: async () => ({
          async run({ records, user }) {
            // @ts-expect-error -- a page has no verb that writes
            await records.insert(quizAnswers, { userId: user?.id ?? '', answer: 'x' })
            return { to: 'list' }
          },
        }),
      },
    }),
    found: 'wrong: answers valid inputs',
    says: /insert is not a function/,
  },
  {
    what: 'a page that answers JSON of its own',
    by: 'run',
    options: withActions({
      // @ts-expect-error -- a page answers with a page
      wrong: {
        kind: 'page',
        load: async () => ({ run: () => ({ json: {} }) }),
      },
    }),
    found: 'wrong: answers valid inputs',
    says: /has to answer with page, to or refused/,
  },
  {
    what: 'a program that is answered with a page',
    by: 'run',
    options: withActions({
      // @ts-expect-error -- programs read no pages
      wrong: {
        kind: 'machine',
        load: async () => ({ run: () => ({ page: { title: 'x', blocks: [] } }) }),
      },
    }),
    found: 'wrong: answers valid inputs',
    says: /has to answer with json, refused or busy/,
  },
  {
    what: 'the table of another feature, by its description',
    by: 'run',
    options: withActions({
      wrong: {
        kind: 'page',
        load: async () => ({
          async run({ records, user }) {
            await records.get(quizAnswers, { userId: user?.id ?? '' })
            return { to: 'list' }
          },
        }),
      },
    }),
    found: 'wrong: answers valid inputs',
    says: /has no table "auth_quiz_answers"/,
  },
  atRun(
    'a refusal that is none of its errors',
    'wrong',
    { ...post, load: async () => ({ run: () => ({ refused: 'unknown' }) }) },
    /none of its errors/,
  ),
  atRun(
    'an address of elsewhere',
    'wrong',
    { ...post, load: async () => ({ run: () => ({ to: 'https://elsewhere.example' }) }) },
    /leads to what is no page/,
  ),
  atRun(
    'a page of another session on a refused form',
    'wrong',
    {
      ...post,
      session: 'none',
      load: async () => ({ run: () => ({ refused: 'full', page: 'list' }) }),
    },
    /takes none|needs another session/,
  ),
  atRun(
    'a step that is done without a sign-in that waits',
    'wrong',
    { ...post, load: async () => ({ run: () => ({ passed: ['otp'] }) }) },
    /no step of a sign-in that waits/,
  ),
  atRun(
    'a text that there is not',
    'wrong',
    {
      ...page,
      load: async () => ({
        run: ({ text }: { text: (name: string) => string }) => ({
          page: { title: text('missing'), blocks: [] },
        }),
      }),
    },
    /has no text "missing"/,
  ),
  atRun(
    'a random text that can be guessed',
    'wrong',
    {
      ...post,
      load: async () => ({
        run: ({ random }: { random: (bytes: number) => string }) => ({ json: { code: random(2) } }),
      }),
    },
    /16 to 64 bytes/,
  ),
  {
    what: 'a gate with a word of its own',
    by: 'run',
    // @ts-expect-error -- it passes, refuses or wants a step
    options: withGate(() => 'yes'),
    found: 'the gate stops a sign-in by oauth',
    says: /has to answer "pass"|AccessDenied/,
  },
  {
    what: 'a gate that wants a step that there is not',
    by: 'run',
    options: withGate(({ signIn: { done } }) => (done ? 'pass' : { step: 'answer' })),
    found: 'the gate stops a sign-in by oauth',
    says: /has to answer "pass"|AccessDenied/,
  },
]
