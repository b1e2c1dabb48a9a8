import type { EmailConfig, SendVerificationRequestParams } from '@latchstring/core/providers'

/** What was handed to a mail service. */
export type SentLetter = Pick<
  SendVerificationRequestParams,
  'identifier' | 'url' | 'code' | 'token' | 'expires'
>

/** A mail with a code. */
export type LetterWithCode = SentLetter & { readonly code: string }

/** A mail provider whose mails stay in this process. */
export interface LetterBox {
  readonly provider: EmailConfig
  /** All mails, in order. */
  readonly letters: readonly SentLetter[]
  /** The newest mail. */
  last(): LetterWithCode
  /** The same, where mails need not have codes. */
  lastLink(): SentLetter
}

/** Makes a provider that keeps its mails. */
export function createLetterBox(options: Partial<EmailConfig> = {}): LetterBox {
  const letters: SentLetter[] = []
  const provider: EmailConfig = {
    id: 'mail',
    name: 'Mail',
    type: 'email',
    sendVerificationRequest: ({ identifier, url, code, token, expires }) =>
      void letters.push({ identifier, url, ...(code !== undefined && { code }), token, expires }),
    ...options,
  }
  const lastLink = (): SentLetter => {
    const letter = letters.at(-1)
    if (!letter) throw new Error('No mail was sent.')
    return letter
  }
  return {
    provider,
    letters,
    lastLink,
    last() {
      const { code, ...letter } = lastLink()
      if (code === undefined) throw new Error('The mail has no code.')
      return { ...letter, code }
    },
  }
}

/** A code that is certainly another one. */
export function wrongCode(code: string): string {
  return (code.startsWith('A') ? 'B' : 'A') + code.slice(1)
}
