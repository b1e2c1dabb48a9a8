import { setTimeout as sleep } from 'node:timers/promises'
import { countEach } from './count-each.ts'
import { createVisitor, type Visitor } from './visitor.ts'

/** What visitors saw. */
export interface Seen {
  /** Sign-ins that were begun. */
  readonly attempts: number
  /** Those that ended with a session. */
  readonly signedIn: number
  /** Times that a session was asked for. */
  readonly reads: number
  /** What was answered otherwise, by status or code. */
  readonly errors: Readonly<Record<string, number>>
  /** Answers that ended a session without a sign-out. */
  readonly signedOut: number
  /** People who signed in; each is to be one user. */
  readonly people: number
  /** People who cannot sign in any more: a user was stored for them, and the account was not. */
  readonly stranded: number
}

/** Visitors who use the application until `stop`. */
export interface Load {
  /** Those who hold a session. */
  readonly residents: readonly Visitor[]
  /** What was answered so far that is not a success. */
  errors(): readonly string[]
  /** Lets the last requests end, and says what was seen. */
  stop(): Promise<Seen>
}

/** Twelve people who stay, and two lines of new ones. */
const RESIDENTS = 12
const LINES = 2

/** Number of tries of a sign-in; with the pauses, longer than any server is away. */
const TRIES = 100

class Ledger {
  attempts = 0
  signedIn = 0
  reads = 0
  signedOut = 0
  people = 0
  stranded = 0
  readonly errors: string[] = []

  /** Signs in, again and again while the application cannot. */
  async admit(visitor: Visitor, login: string): Promise<void> {
    this.people += 1
    for (let tries = 0; tries < TRIES; tries += 1) {
      this.attempts += 1
      const outcome = await visitor.signIn(login)
      if (outcome === 'in') {
        this.signedIn += 1
        return
      }
      this.errors.push(`sign-in: ${outcome}`)
      if (outcome === 'OAuthAccountNotLinked') {
        this.stranded += 1
        return
      }
      await sleep(50)
    }
    throw new Error(`${login} could not sign in: ${JSON.stringify(countEach(this.errors))}`)
  }

  async read(visitor: Visitor): Promise<void> {
    const { status, session } = await visitor.read()
    this.reads += 1
    if (status !== 200) this.errors.push(`session: HTTP ${status}`)
    if (!visitor.hasCookie() || (status === 200 && session === null)) this.signedOut += 1
  }
}

/** Signs people in and lets them read their sessions, until the load is stopped. */
export async function startLoad(origin: string, name: string): Promise<Load> {
  const ledger = new Ledger()
  const residents = Array.from({ length: RESIDENTS }, () => createVisitor(origin))
  await Promise.all(
    residents.map((visitor, index) => ledger.admit(visitor, `${name}-resident-${index}`)),
  )
  let running = true

  async function stay(visitor: Visitor): Promise<void> {
    while (running) {
      await ledger.read(visitor)
      await sleep(20)
    }
  }

  async function arrive(line: number): Promise<void> {
    for (let number = 0; running; number += 1) {
      const visitor = createVisitor(origin)
      await ledger.admit(visitor, `${name}-guest-${line}-${number}`)
      if (visitor.hasCookie()) await ledger.read(visitor)
    }
  }

  const work = Promise.allSettled([
    ...residents.map((visitor) => stay(visitor)),
    ...Array.from({ length: LINES }, (_, line) => arrive(line)),
  ])
  return {
    residents,
    errors: () => ledger.errors,
    async stop() {
      running = false
      const failed = (await work).find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
      const { attempts, signedIn, reads, signedOut, people, stranded, errors } = ledger
      return { attempts, signedIn, reads, signedOut, people, stranded, errors: countEach(errors) }
    },
  }
}
