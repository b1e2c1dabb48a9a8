import { CHANGES } from './change-mistakes.ts'
import { KEEPING } from './keeping-mistakes.ts'
import { faultyNotes, type Mistake, suite } from './mistakes.ts'
import { PAGES } from './page-mistakes.ts'

const german = (change: object) =>
  faultyNotes(({ translate }) => ({
    translate: async (language: string) => {
      const texts = await translate?.(language)
      return texts && { ...texts, ...change }
    },
  }))

const notesTexts = { title: 'x', add: 'x', remove: 'x', text: 'x', full: 'x', about: 'x' }

let made = 0

/** Descriptions that are not whole. */
const DESCRIPTIONS: readonly Mistake[] = [
  suite(
    'a sentence that a language does not have',
    german({ full: undefined }),
    'has every text',
    /"full" .* missing in de/,
  ),
  suite(
    'a sentence without its value in a language',
    german({ title: 'Notizen' }),
    'has every text',
    /other values in braces/,
  ),
  suite(
    'a sentence of a language that there is not',
    german({ titel: 'x' }),
    'has every text',
    /none of the texts/,
  ),
  suite(
    'another name each time',
    faultyNotes(() => {
      made += 1
      return { texts: { ...notesTexts, extra: `x${made}` } }
    }),
    'is the same each time',
    /x/,
  ),
  suite(
    'a part of the account page that is kept for the next user',
    faultyNotes(() => {
      const kept: string[] = []
      return {
        account: {
          load: async () => ({
            show({ user }: { user: { email: string | null } | null }) {
              kept.push(user?.email ?? '')
              return [{ kind: 'text', text: kept[0] ?? '' }]
            },
          }),
        },
      }
    }),
    'pages show to each user their own',
    /The account page shows the email/,
  ),
  suite(
    'a part of the account page that fails',
    faultyNotes(() => ({
      account: { load: async () => ({ show: () => Promise.reject(new Error('It fails.')) }) },
    })),
    'the account page writes nothing',
    /It fails/,
  ),
]

/** Faulty variants of the notes. */
export const NOTES: readonly Mistake[] = [...PAGES, ...CHANGES, ...KEEPING, ...DESCRIPTIONS]
