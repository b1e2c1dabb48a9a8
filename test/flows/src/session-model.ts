import { DAY } from '@latchstring/test-kit/test-clock'

/** How long sessions of the application are good, in seconds. */
export const LIFETIMES = { maxAge: 2 * DAY, updateAge: 3600, absoluteMaxAge: 5 * DAY } as const

/** Seconds a sign-in at a provider may take. */
const MINUTES_15 = 900

/** Seconds that the clocks of instances may differ by. */
const TOLERANCE = 15

/** The cookies of a sign-in with OAuth; the id of the sign-in follows. */
export const PARTS = ['__Host-latchstring.state', '__Host-latchstring.pkce.code_verifier'] as const

/** The cookie of a session. */
export const SESSION = '__Host-latchstring.session-token'

/** Characters of the id that a `state` begins with. */
const ID_LENGTH = 17

/** A session, whatever cookies say of it. */
export interface KnownSession {
  readonly who: string
  /** In seconds. */
  readonly signedInAt: number
  /** When its row ends, in milliseconds. */
  expires: number
  /** Its row was deleted. */
  ended: boolean
}

/** Milliseconds by which the clocks of instances may differ before a row is deleted. */
const CLOCKS = 600_000

/** A sign-in with OAuth that a browser has set out on. */
export interface Journey {
  readonly provider: string
  readonly state: string
  readonly challenge: string
  /** In seconds. */
  readonly createdAt: number
  readonly startedBy: KnownSession | undefined
  /** An answer has come, with its cookies. */
  used: boolean
}

/** A mail with a link. */
export interface KnownMail {
  readonly url: string
  readonly address: string
  readonly secret: string
  /** In milliseconds. */
  readonly expires: number
}

/** An authorization response, as it comes to the application. */
export interface Answer {
  readonly provider: string
  readonly state: string
  readonly refused: boolean
  /** Whom the code signs in, if it came with the verifier of a challenge. */
  readonly memberFor: (challenge: string) => string | undefined
}

/** What was sealed, when and with which secret. */
interface Sealed {
  /** The name of the cookie that it is good in. */
  readonly name: string
  /** In seconds. */
  readonly at: number
  readonly ends: number
  readonly secret: string
}

/** What there is beside the model. */
export interface Surroundings {
  readonly now: () => number
  readonly strategy: 'jwt' | 'database'
  /** A store makes each sign-in good for one session, and knows who is who. */
  readonly stored: boolean
}

type Cookies = ReadonlyMap<string, string>

/** The rules of sessions, without keys, hashes and rows: every value that was given to a browser is known, and no other counts. */
export class SessionModel {
  readonly #around: Surroundings
  readonly #sealed = new Map<string, Sealed>()
  readonly #sessions = new Map<string, KnownSession>()
  readonly #ids = new Map<string, KnownSession>()
  readonly #journeys = new Map<string, Journey>()
  readonly #accounts = new Map<string, string>()
  readonly #used = new Set<KnownMail>()
  /** The newest seals; all open. */
  secrets: readonly string[] = []
  /** Who is to be signed in by the request under way. */
  due: string | undefined

  constructor(around: Surroundings) {
    this.#around = around
  }

  get #seconds(): number {
    return this.#around.now() / 1000
  }

  /** How many rows of sessions there are. */
  get rows(): number {
    if (this.#around.strategy === 'jwt') return 0
    return [...this.#ids.values()].filter(({ ended }) => !ended).length
  }

  /** A cookie of a sign-in was given to a browser. */
  sealed(name: string, value: string, maxAge: number = MINUTES_15): void {
    const [secret = ''] = this.secrets
    this.#sealed.set(value, { name, at: this.#seconds, ends: this.#seconds + maxAge, secret })
  }

  /**
   * A session cookie was given to a browser.
   *
   * @param id - what stays the same for as long as the session does
   * @param sent - the session cookie that the browser had
   * @throws Error when nothing says that it should have one
   */
  given(value: string, id: string, sent: string | undefined): void {
    const session = this.#ids.get(id)
    if (session && session !== this.standing(sent)) {
      throw new Error('The browser got a session of another user.')
    }
    const found = session ?? this.#begin(id, sent)
    this.#sessions.set(value, found)
    const left = found.signedInAt + LIFETIMES.absoluteMaxAge - this.#seconds
    this.sealed(SESSION, value, Math.min(LIFETIMES.maxAge, left))
  }

  #begin(id: string, sent: string | undefined): KnownSession {
    const who = this.due
    if (who === undefined) throw new Error('The browser got a session without a sign-in.')
    this.due = undefined
    this.end(sent)
    const expires = this.#around.now() + LIFETIMES.maxAge * 1000
    const session = { who, signedInAt: this.#seconds, expires, ended: false }
    this.#ids.set(id, session)
    return session
  }

  /** The row of a session is deleted. */
  end(value: string | undefined): void {
    const session = this.#sessions.get(value ?? '')
    if (session) session.ended = true
  }

  /** Whether a value is one that was given, unchanged, in time and readable. */
  #opens(name: string, value: string | undefined): boolean {
    const sealed = this.#sealed.get(value ?? '')
    if (sealed?.name !== name || !this.secrets.includes(sealed.secret)) return false
    return sealed.ends > this.#seconds && sealed.at <= this.#seconds + TOLERANCE
  }

  /** The session that a cookie is good for. */
  standing(value: string | undefined): KnownSession | undefined {
    const session = this.#sessions.get(value ?? '')
    if (!session) return undefined
    const { signedInAt, expires, ended } = session
    const over = this.#seconds >= signedInAt + LIFETIMES.absoluteMaxAge
    const good =
      this.#around.strategy === 'jwt'
        ? this.#opens(SESSION, value)
        : !ended && expires > this.#around.now()
    return good && !over ? session : undefined
  }

  /** Whether the clock of every instance says that a session is over: from then on a read deletes its row. */
  #isOverEverywhere(value: string | undefined): boolean {
    const session = this.#sessions.get(value ?? '')
    if (!session) return false
    const oldest = (session.signedInAt + LIFETIMES.absoluteMaxAge) * 1000
    return this.#around.now() - Math.min(session.expires, oldest) > CLOCKS
  }

  /** A browser shows its cookie: who it is signed in as. What has expired goes, and what is in use is extended. */
  reads(value: string | undefined): string | null {
    const session = this.standing(value)
    if (!session) {
      if (this.#isOverEverywhere(value)) this.end(value)
      return null
    }
    const { maxAge, updateAge, absoluteMaxAge } = LIFETIMES
    const now = this.#around.now()
    if (now >= session.expires - (maxAge - updateAge) * 1000) {
      const end = (session.signedInAt + absoluteMaxAge) * 1000
      session.expires = Math.max(session.expires, Math.min(now + maxAge * 1000, end))
    }
    return session.who
  }

  /** A browser has set out. */
  setsOut(journey: Omit<Journey, 'used' | 'createdAt'>): void {
    const id = journey.state.slice(0, ID_LENGTH)
    this.#journeys.set(id, { ...journey, createdAt: this.#seconds, used: false })
  }

  /** Which sign-in an answer belongs to, going by the cookies alone. It is used up by that. */
  #finds(cookies: Cookies, state: string): Journey | undefined {
    const id = state.slice(0, ID_LENGTH)
    const journey = this.#journeys.get(id)
    const own = PARTS.map((part) => `${part}.${id}`)
    if (!journey || !own.every((name) => this.#opens(name, cookies.get(name)))) return undefined
    if (!this.#around.stored) return journey
    const late = journey.createdAt + MINUTES_15 <= this.#seconds
    if (journey.used || late) return undefined
    journey.used = true
    return journey
  }

  /** An answer of a provider comes to a browser: who is signed in by it. */
  arrives(
    cookies: Cookies,
    current: KnownSession | undefined,
    { provider, state, refused, memberFor }: Answer,
  ): string | undefined {
    const journey = this.#finds(cookies, state)
    if (!journey || journey.provider !== provider || journey.state !== state) return undefined
    const member = refused ? undefined : memberFor(journey.challenge)
    if (member === undefined) return undefined
    const mine = journey.startedBy && journey.startedBy === current ? current.who : undefined
    return this.#owner(`${member} of ${provider}`, mine)
  }

  /** The user of an account; `undefined` when another user is signed in. */
  #owner(account: string, signedIn: string | undefined): string | undefined {
    if (!this.#around.stored) return account
    const owner = this.#accounts.get(account)
    if (owner !== undefined && signedIn !== undefined && owner !== signedIn) return undefined
    const who = owner ?? signedIn ?? account
    this.#accounts.set(account, who)
    return who
  }

  /** Whether the link of a mail may still be valid. */
  isOpen(mail: KnownMail): boolean {
    return !this.#used.has(mail)
  }

  /** The link of a mail is followed, and its button pressed where there is one. */
  follows(mail: KnownMail): string | undefined {
    if (!this.secrets.includes(mail.secret) || this.#used.has(mail)) return undefined
    this.#used.add(mail)
    return mail.expires > this.#around.now() ? mail.address : undefined
  }
}
