import type { SentLetter } from './letters.ts'

/** What is known of a mail from outside: what was done with it, and what must follow. */
interface KnownMail {
  readonly letter: SentLetter
  /** The sign-in it belongs to, as the browser that asked has it in the name of a cookie. */
  readonly id: string
}

/** What has to come of a step. */
export type Expected = { readonly signedIn: string } | 'again' | 'over'

/** Most sign-ins in progress whose cookies are read, and most mails of an address that work. */
const THREE = 3

const MAX_TRIED = 5

/** The rules of sign-in by mail, without cookies, hashes and rows. */
export interface MailModel {
  readonly mails: readonly KnownMail[]
  asked(id: string, letter: SentLetter): void
  /** The response to a link in a browser without cookies, before a confirmation; `undefined` where both are right. */
  saysAtOnce(mail: KnownMail): 'dead' | 'live' | undefined
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
  /** Mails whose link or code was used, or that were found to be replaced. */
  const gone = new Set<KnownMail>()
  /** Mails that were not among the newest three of their address, at some time. */
  const replaced = new Set<KnownMail>()

  const expired = ({ letter }: KnownMail): boolean => letter.expires.getTime() <= now()
  const live = (address: string): readonly KnownMail[] =>
    mails.filter(
      (mail) =>
        mail.letter.identifier === address &&
        !replaced.has(mail) &&
        !gone.has(mail) &&
        !expired(mail),
    )

  /** What typing a code does to one mail. */
  function typedFor(mail: KnownMail, code: string): 'right' | 'again' | 'over' {
    if (gone.has(mail) || expired(mail)) return 'over'
    if (replaced.has(mail)) {
      gone.add(mail)
      return 'over'
    }
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
    asked(id, letter) {
      mails.push({ letter, id })
      for (const mail of live(letter.identifier).slice(0, -THREE)) replaced.add(mail)
    },
    saysAtOnce(mail) {
      if (expired(mail)) return 'dead'
      return live(mail.letter.identifier).includes(mail) ? 'live' : undefined
    },
    opens(mail) {
      const works = live(mail.letter.identifier).includes(mail)
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
