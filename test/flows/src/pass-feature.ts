import type {
  ChangeAnswer,
  ChangeContext,
  Feature,
  FeatureProvider,
  VerifiedForm,
  VerifyContext,
} from '@latchstring/core/features'

type Awaitable<T> = T | Promise<T>

/** What the feature does in place of the usual. */
export interface PassOptions {
  /** What its form is verified by. Default: the password of everyone is `pass-` and the id. */
  readonly verify?: (context: VerifyContext) => Awaitable<VerifiedForm>
  /** What follows the proof. Default: the sessions of the user end, and they are signed in. */
  readonly answer?: (context: ChangeContext) => Awaitable<ChangeAnswer>
  readonly provider?: Partial<FeatureProvider>
}

/** The password of a user. */
export const passOf = (userId: string): string => `pass-${userId}`

async function verifyPass({ inputs, users }: VerifyContext): Promise<VerifiedForm> {
  const user = await users.findByEmail(String(inputs['email']))
  return user && inputs['pass'] === passOf(user.id) ? { userId: user.id } : null
}

async function signInUser({ proof, users, endSessions }: ChangeContext): Promise<ChangeAnswer> {
  const userId = proof?.userId ?? ''
  await endSessions(userId, 'password-reset')
  await users.proveEmail()
  return { signIn: userId }
}

/** A feature with a form on the sign-in page, and a mail that signs in. */
export const passFeature = ({
  verify = verifyPass,
  answer = signInUser,
  provider = {},
}: PassOptions = {}): Feature => ({
  name: 'pass',
  texts: {
    name: 'Pass',
    email: 'Email',
    pass: 'Pass word',
    wrong: 'That pass is wrong.',
    forgot: 'Forgot the pass?',
    subject: 'A new pass for {host}',
    button: 'Choose a pass',
    weak: 'Too weak.',
  },
  translate: async (language) =>
    language === 'de'
      ? { name: 'Losung', pass: 'Losungswort', wrong: 'Falsch.', forgot: 'Losung vergessen?' }
      : undefined,
  errors: { weak: { status: 422, text: 'weak' } },
  provider: {
    id: 'pass',
    name: 'name',
    inputs: {
      email: { label: 'email', type: 'email' },
      pass: { label: 'pass', type: 'password', max: 60 },
    },
    refusal: 'wrong',
    links: [{ page: 'forgot', label: 'forgot' }],
    load: async () => ({ verify }),
    ...provider,
  },
  proofs: { reset: { page: 'again', texts: { subject: 'subject', button: 'button' } } },
  actions: {
    forgot: {
      kind: 'page',
      session: 'none',
      load: async () => ({ run: ({ text }) => ({ page: { title: text('forgot'), blocks: [] } }) }),
    },
    ask: {
      kind: 'change',
      session: 'none',
      inputs: { email: { kind: 'text' } },
      load: async () => ({
        async run({ inputs, users, mail }) {
          const email = String(inputs['email'])
          const user = await users.findByEmail(email)
          await mail.prove('reset', { email, ...(user && { userId: user.id }) })
          return { to: 'again' }
        },
      }),
    },
    again: {
      kind: 'page',
      session: 'proof',
      proof: 'reset',
      load: async () => ({
        run: () => ({
          page: {
            title: 'Another pass',
            blocks: [{ kind: 'form', action: 'reset', submit: 'Save' }],
          },
        }),
      }),
    },
    reset: {
      kind: 'change',
      session: 'proof',
      proof: 'reset',
      load: async () => ({ run: answer }),
    },
    work: {
      kind: 'change',
      session: 'none',
      load: async () => ({ run: () => ({ busy: 7 }) }),
    },
    hook: { kind: 'machine', load: async () => ({ run: () => ({ busy: 7 }) }) },
  },
})
