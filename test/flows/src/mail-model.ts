import type { LetterWithCode } from './letters.ts'

/** What is known of a mail from outside: what was done with it, and what must follow. */
interface KnownMail {
  readonly letter: LetterWithCode
  /** The sign-in it belongs to, as the browser that asked has it in the name of a cookie. */
  readonly id: string
}

/** What has to come of a step. */
export type Expected = { readonly signedIn: string } | 'again' | 'over'

/** Most sign-ins in progress whose cookies are read. */
const THREE = 3

const MAX_TRIED = 5

/** The rules of sign-in by mail, without cookies, hashes and rows. */
export interface MailModel {
  readonly mails: readonly KnownMail[]
  asked(id: string, letter: LetterWithCode): void
  /** Whether a link can be used. */
  isLive(mail: KnownMail): boolean
  /** A link is opened. */
  opens(mail: KnownMail): Expected
  /** A code is typed in a browser that has the cookies of some sign-ins. */
  types(ids: readonly string[], code: string): Expected
}

/** Starts with no mail. */
export function createMailModel(now: () => number): MailModel {
  const mails: KnownMail[] = []
  /** How many codes were compared with the one of a mail. */
  const tried = new Map<KnownMail, number>()
  /** Mails whose link or code was used. */
  const gone = new Set<KnownMail>()

  const isLive = (mail: KnownMail): boolean =>
    !gone.has(mail) && mail.letter.expires.getTime() > now()

  /** What typing a code does to one mail. */
  function typedFor(mail: KnownMail, code: string): 'right' | 'again' | 'over' {
    if (!isLive(mail)) return 'over'
    const before = tried.get(mail) ?? 0
    if (before >= MAX_TRIED) return 'over'
    if (mail.letter.code === code) {
      gone.add(mail)
      return 'right'
    }
    tried.set(mail, before + 1)
    return before + 1 < MAX_TRIED ? 'again' : 'over'
  }

  return {
    mails,
    asked: (id, letter) => void mails.push({ letter, id }),
    isLive,
    opens(mail) {
      const works = isLive(mail)
      gone.add(mail)
      return works ? { signedIn: mail.letter.identifier } : 'over'
    },
    types(ids, code) {
      let again = false
      for (const id of ids.toSorted().toReversed().slice(0, THREE)) {
        const mail = mails.find((one) => one.id === id)
        const result = mail ? typedFor(mail, code) : 'over'
        if (mail && result === 'right') return { signedIn: mail.letter.identifier }
        again ||= result === 'again'
      }
      return again ? 'again' : 'over'
    },
  }
}
