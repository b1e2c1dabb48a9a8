import type { Feature, FeatureMailTexts, FeaturePage } from '@latchstring/core/features'

/** What the accounts of the feature have: a word that the owner of an address chose. */
export const words = {
  name: 'auth_welcome_words',
  fields: { userId: { kind: 'id' }, word: { kind: 'text', max: 50 } },
  key: ['userId'],
  owner: 'userId',
} as const

/** What an application calls for the user of a request. */
export interface WelcomeOperations {
  invite(email: string): Promise<boolean>
}

/** What an application calls for any user. */
export interface WelcomeSystem {
  wordOf(userId: string): Promise<string | null>
  set(userId: string, word: string): Promise<void>
  invite(email: string): Promise<boolean>
}

const textsOf = (name: string): FeatureMailTexts => ({
  subject: `${name}-subject`,
  lead: `${name}-lead`,
  button: `${name}-button`,
})

const blocks = (action: string, submit: string): FeaturePage['blocks'] => [
  { kind: 'form', action, fields: [{ name: 'word', label: 'Word' }], submit },
]

/** Words shorter than this are refused. */
const SHORTEST = 4

/** A feature in which an address is proven to register, to choose another word, and to change the address. */
export const welcomeFeature = (
  minutes: number = 20,
): Feature<WelcomeOperations, WelcomeSystem> => ({
  name: 'welcome',
  tables: [words],
  texts: {
    'register-subject': 'Join {host}',
    'register-lead': 'Choose a word for {host}.',
    'register-button': 'Choose a word',
    'reset-subject': 'Choose another word at {host}',
    'reset-lead': 'Hello {name}.',
    'reset-button': 'Choose another word',
    'move-subject': 'Your new address at {host}',
    'move-lead': 'Confirm it.',
    'move-button': 'Confirm',
    'invite-subject': '{name} invites you to {host}',
    'invite-lead': 'Come in, {name} says.',
    'invite-button': 'Come in',
    'known-subject': 'You are at {host} already',
    'known-lead': 'There is an account with this address.',
    'known-button': 'Sign in',
    weak: 'The word is too short.',
    taken: 'There is an account already.',
    address: 'That is no address.',
  },
  translate: async (language) =>
    language === 'de'
      ? { 'register-subject': 'Willkommen bei {host}', 'register-button': 'Wort wählen' }
      : undefined,
  errors: {
    weak: { status: 422, text: 'weak' },
    taken: { status: 409, text: 'taken' },
    address: { status: 422, text: 'address' },
  },
  proofs: {
    register: { page: 'join', minutes, texts: textsOf('register') },
    reset: { page: 'again', minutes, texts: textsOf('reset') },
    move: { page: 'moved', texts: textsOf('move') },
    invite: { page: 'invited', minutes: 1440, texts: textsOf('invite') },
  },
  mails: { known: { texts: textsOf('known') } },
  actions: {
    start: {
      kind: 'page',
      session: 'none',
      load: async () => ({
        run: () => ({
          page: {
            title: 'Welcome',
            blocks: [
              {
                kind: 'form',
                action: 'ask',
                fields: [{ name: 'email', label: 'Email', type: 'email' }],
                submit: 'Go on',
              },
            ],
          },
        }),
      }),
    },
    ask: {
      kind: 'change',
      session: 'none',
      inputs: { email: { kind: 'text' } },
      load: async () => ({
        async run({ inputs, users, mail }) {
          const email = String(inputs['email'])
          const known = await users.findByEmail(email)
          const isAddress = known
            ? await mail.send('known', { email, instead: 'register' })
            : await mail.prove('register', { email, data: { from: 'ask' } })
          return isAddress ? { to: 'join' } : { refused: 'address' }
        },
      }),
    },
    join: {
      kind: 'page',
      session: 'proof',
      proof: 'register',
      load: async () => ({
        run: ({ proof }) => ({
          page: {
            title: 'Join',
            lead: proof ? `${proof.email} ${JSON.stringify(proof.data)}` : 'Look into your mail',
            blocks: blocks('enter', 'Join'),
          },
        }),
      }),
    },
    enter: {
      kind: 'change',
      session: 'proof',
      proof: 'register',
      inputs: { word: { kind: 'text', max: 50 } },
      load: async () => ({
        async run({ inputs, proof, users, records }) {
          const word = String(inputs['word'])
          if (word.length < SHORTEST) return { refused: 'weak', page: 'join' }
          const user = await users.register({ email: proof?.email ?? '', name: word })
          if (user === 'taken') return { refused: 'taken' }
          await records.insert(words, { userId: user.id, word })
          return { json: { id: user.id, verified: user.emailVerified } }
        },
      }),
    },
    forgot: {
      kind: 'change',
      session: 'none',
      inputs: { email: { kind: 'text' } },
      load: async () => ({
        async run({ inputs, users, mail }) {
          const email = String(inputs['email'])
          const user = await users.findByEmail(email)
          if (!user) await mail.send('known', { email, instead: 'reset' })
          else
            await mail.prove('reset', { email, userId: user.id, values: { name: user.name ?? '' } })
          return { to: 'again' }
        },
      }),
    },
    again: {
      kind: 'page',
      session: 'proof',
      proof: 'reset',
      load: async () => ({
        run: ({ proof }) => ({
          page: {
            title: 'Another word',
            lead: proof?.userId ?? 'Look into your mail',
            blocks: blocks('reset', 'Save'),
          },
        }),
      }),
    },
    reset: {
      kind: 'change',
      session: 'proof',
      proof: 'reset',
      inputs: { word: { kind: 'text', max: 50 } },
      load: async () => ({
        async run({ inputs, proof, users, records, endSessions }) {
          const word = String(inputs['word'])
          if (word.length < SHORTEST) return { refused: 'weak', page: 'again' }
          if (word === 'crash') throw new Error('The action broke off.')
          const userId = proof?.userId ?? ''
          await endSessions(userId, 'password-reset')
          const user = await users.proveEmail()
          const row = await records.get(words, { userId })
          if (row) await records.change(words, row, { word })
          else await records.insert(words, { userId, word })
          return { json: { id: user?.id ?? null, verified: user?.emailVerified ?? null } }
        },
      }),
    },
    move: {
      kind: 'change',
      inputs: { email: { kind: 'text' } },
      load: async () => ({
        async run({ inputs, user, mail }) {
          await mail.prove('move', { email: String(inputs['email']), userId: user?.id ?? '' })
          return { to: 'moved' }
        },
      }),
    },
    moved: {
      kind: 'page',
      session: 'proof',
      proof: 'move',
      load: async () => ({
        run: () => ({ page: { title: 'Address', blocks: blocks('keep', 'Confirm') } }),
      }),
    },
    keep: {
      kind: 'change',
      session: 'proof',
      proof: 'move',
      inputs: { word: { kind: 'text', optional: true } },
      load: async () => ({
        run: async ({ proof, users }) => ({
          json: { ...proof, proven: (await users.proveEmail())?.id ?? null },
        }),
      }),
    },
    invited: {
      kind: 'page',
      session: 'proof',
      proof: 'invite',
      load: async () => ({
        run: ({ proof }) => ({
          page: { title: 'Come in', lead: proof?.email ?? '', blocks: blocks('accept', 'Come in') },
        }),
      }),
    },
    accept: {
      kind: 'change',
      session: 'proof',
      proof: 'invite',
      inputs: { word: { kind: 'text', optional: true } },
      load: async () => ({ run: ({ proof }) => ({ json: { ...proof } }) }),
    },
  },
  operations: {
    invite: async ({ mail, user }, email) =>
      mail.prove('invite', { email, data: user.id, values: { name: user.name ?? '' } }),
  },
  system: {
    async wordOf({ records }, userId) {
      return (await records.get(words, { userId }))?.word ?? null
    },
    async set({ records }, userId, word) {
      await records.insert(words, { userId, word })
    },
    invite: async ({ mail }, email) => mail.prove('invite', { email, values: { name: 'App' } }),
  },
})
