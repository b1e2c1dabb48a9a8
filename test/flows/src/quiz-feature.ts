import type { Feature } from '@latchstring/core/features'

/** A row for each user who has to answer. */
export const quizAnswers = {
  name: 'auth_quiz_answers',
  fields: {
    userId: { kind: 'id' },
    answer: { kind: 'text', max: 50 },
  },
  key: ['userId'],
  owner: 'userId',
} as const

/** What an application calls for any user. */
export interface QuizSystem {
  ask(userId: string, answer: string): Promise<void>
}

/** A gate that wants an answer from users who have one. It stands for a second factor. */
export const quizFeature = (): Feature<object, QuizSystem> => ({
  name: 'quiz',
  tables: [quizAnswers],
  texts: { title: 'One more question', answer: 'Answer', submit: 'Go on', wrong: 'That is wrong.' },
  errors: { wrong: { status: 400, text: 'wrong' } },
  gate: {
    phase: 'assure',
    load: async () => ({
      async ask({ records, signIn: { user, done } }) {
        if (done || user === null) return 'pass'
        const row = await records.get(quizAnswers, { userId: user.id })
        return row ? { step: 'question' } : 'pass'
      },
    }),
  },
  actions: {
    question: {
      kind: 'page',
      session: 'pending',
      load: async () => ({
        run: ({ text, user }) => ({
          page: {
            title: text('title'),
            lead: user?.email ?? '',
            blocks: [
              {
                kind: 'form',
                action: 'answer',
                fields: [{ name: 'answer', label: text('answer') }],
                submit: text('submit'),
              },
            ],
          },
        }),
      }),
    },
    answer: {
      kind: 'change',
      session: 'pending',
      step: 'question',
      inputs: { answer: { kind: 'text', max: 50 } },
      load: async () => ({
        async run({ records, user, inputs }) {
          const row = await records.get(quizAnswers, { userId: user?.id ?? '' })
          if (row?.answer === inputs['answer']) return { passed: ['kba'] }
          return { refused: 'wrong', page: 'question' }
        },
      }),
    },
  },
  system: {
    async ask({ records }, userId, answer) {
      await records.insert(quizAnswers, { userId, answer })
    },
  },
})
