import { askClub } from './club-feature.ts'
import {
  faultyQuiz,
  type Mistake,
  quizAnswers,
  suite,
  withClub,
  withGate,
  withSteps,
} from './mistakes.ts'

type Steps = Parameters<typeof withSteps>[0]
type Answering = Extract<Steps[string], { readonly kind: 'change' }>
type Run = Awaited<ReturnType<Answering['load']>>['run']

/** The quiz whose answer is compared in another way. */
const withAnswer = (
  run: Run,
  inputs: Answering['inputs'] = { answer: { kind: 'text', max: 50 } },
) =>
  withSteps({
    answer: {
      kind: 'change',
      session: 'pending',
      step: 'question',
      inputs: { ...inputs },
      load: async () => ({ run }),
    },
  })

/** The quiz whose page has another title. */
const withTitle = (title: (answer: string) => string) =>
  withSteps({
    question: {
      kind: 'page',
      session: 'pending',
      load: async () => ({
        async run({ records, user }) {
          const row = await records.get(quizAnswers, { userId: user?.id ?? '' })
          return { page: { title: title(row?.answer ?? ''), blocks: [] } }
        },
      }),
    },
  })

const GATES: readonly Mistake[] = [
  suite(
    'a gate that passes where the store fails',
    withGate(async ({ records, signIn: { user, done } }) => {
      if (done || user === null) return 'pass'
      const row = await records.get(quizAnswers, { userId: user.id }).catch(() => null)
      return row ? { step: 'question' } : 'pass'
    }),
    'the gate lets no one pass where the store goes wrong',
    /lets a sign-in pass/,
  ),
  suite(
    'a gate that does not look at what was done',
    withGate(async ({ records, signIn: { user } }) =>
      user && (await records.get(quizAnswers, { userId: user.id })) ? { step: 'question' } : 'pass',
    ),
    'the gate stops a sign-in by oauth',
    /The step does not end/,
  ),
  ...(['oauth', 'email', 'credentials'] as const).map((kind) =>
    suite(
      `a gate that trusts sign-ins by ${kind}`,
      withGate(async ({ records, signIn: { user, done, kind: shown } }) => {
        if (done || user === null || shown === kind) return 'pass'
        return (await records.get(quizAnswers, { userId: user.id })) ? { step: 'question' } : 'pass'
      }),
      `the gate stops a sign-in by ${kind}`,
      /lets a sign-in by/,
    ),
  ),
  suite(
    'a gate that asks a person once in a process',
    faultyQuiz(() => {
      const asked = new Set<string>()
      return {
        gate: {
          phase: 'assure',
          load: async () => ({
            ask({
              signIn: { user, done },
            }: {
              signIn: { user: { id: string } | null; done: boolean }
            }) {
              if (done || user === null || asked.has(user.id)) return 'pass'
              asked.add(user.id)
              return { step: 'question' }
            },
          }),
        },
      }
    }),
    'the gate answers the same each time',
    /answers differently/,
  ),
]

const STEPS: readonly Mistake[] = [
  suite(
    'a step that passes for a part of the answer',
    withAnswer(async ({ records, user, inputs }) => {
      const row = await records.get(quizAnswers, { userId: user?.id ?? '' })
      return row?.answer.includes(String(inputs['answer']))
        ? { passed: ['kba'] }
        : { refused: 'wrong' }
    }),
    'a step passes for no wrong inputs',
    /passes for ""/,
  ),
  suite(
    'a step that passes without an answer',
    withAnswer(
      async ({ records, user, inputs }) => {
        const row = await records.get(quizAnswers, { userId: user?.id ?? '' })
        const { answer = row?.answer } = inputs
        return row?.answer === answer ? { passed: ['kba'] } : { refused: 'wrong' }
      },
      { answer: { kind: 'text', max: 50, optional: true } },
    ),
    'a step passes for no wrong inputs',
    /passes for undefined/,
  ),
  suite(
    'a step that passes for any answer',
    withAnswer(() => ({ passed: ['kba'] })),
    'a step passes for no other user',
    /what another user has/,
  ),
  suite(
    'a step that passes where the store fails',
    withAnswer(async ({ records, user, inputs }) => {
      const row = await records.get(quizAnswers, { userId: user?.id ?? '' }).catch(() => undefined)
      if (row === undefined || row?.answer === inputs['answer']) return { passed: ['kba'] }
      return { refused: 'wrong' }
    }),
    'a step passes for no one where the store fails',
    /passes where the store fails/,
  ),
  suite(
    'a step that says the right answer',
    withAnswer(async ({ records, user, inputs }) => {
      const row = await records.get(quizAnswers, { userId: user?.id ?? '' })
      return row?.answer === inputs['answer']
        ? { passed: ['kba'] }
        : { json: { expected: row?.answer } }
    }),
    'a step passes for no wrong inputs',
    /shows what the step asks for/,
  ),
  suite(
    'a page that shows the answer',
    withTitle((answer) => answer),
    'a step does not show',
    /shows what the step asks for/,
  ),
  suite(
    'a step that never passes',
    withAnswer(() => ({ refused: 'wrong' })),
    'the gate stops a sign-in by email',
    /The step does not end/,
  ),
  suite(
    'a form of another step',
    withSteps({
      answer: {
        kind: 'change',
        session: 'pending',
        inputs: { answer: { kind: 'text', max: 50 } },
        load: async () => ({ run: () => ({ passed: ['kba'] }) }),
      },
    }),
    'the gate stops a sign-in by credentials',
    /belongs to the step "answer", which is no page/,
  ),
]

const CLUB: readonly Mistake[] = [
  suite(
    'a gate before the sign-in that passes where the store fails',
    withClub((context) => Promise.resolve(askClub(context)).catch(() => 'pass' as const)),
    'the gate lets no one pass where the store goes wrong',
    /lets a sign-in pass/,
  ),
  suite(
    'a gate before the sign-in that trusts mail',
    withClub((context) => (context.signIn.kind === 'email' ? 'pass' : askClub(context))),
    'the gate stops a sign-in by email',
    /lets a sign-in by email pass/,
  ),
  {
    ...suite(
      'a gate before the sign-in that wants a step',
      withClub(() => ({ step: 'question' })),
      'the gate stops a sign-in by oauth',
      /no page with the session "pending"|input did not match/,
    ),
    by: 'run',
  },
]

/** Faulty variants of the quiz and of the club. */
export const QUIZ: readonly Mistake[] = [...GATES, ...STEPS, ...CLUB]
