/** The sentences about browsers that are not asked again, in English. */
export const en = {
  /** The language of the sentences, for numbers in them. */
  trustLanguage: 'en',
  trust: 'Don’t ask again in this browser for {time}',
  trustHint: 'Leave this off on a shared device.',
  trustTitle: 'Browsers that don’t need a code',
  trustUntil: 'No code needed until {date}',
  trustEnd: 'Ask for a code again',
  trustLost:
    'This browser doesn’t need a code when you sign in. To use a backup code, choose “{button}” first.',
  trustHere: 'This browser',
  trustUnknown: 'Unknown browser',
  trustBrowserOn: '{browser} on {system}',
} as const

/** The sentences in another language. */
export type TrustTexts = Readonly<Record<keyof typeof en, string>>
