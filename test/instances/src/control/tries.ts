import { BASE, ORIGIN } from '@latchstring/test-kit/app'
import { PASSWORD } from '@latchstring/test-kit/people'
import { type Fleet, member, type Member, signIn } from './fleet.ts'
import { inParallel } from './in-parallel.ts'

const MINUTE = 60_000

/** How many requests are on their way at the same moment. */
const AT_ONCE = 100

/** One of the many addresses that an attacker may have. */
const addressAt = (index: number): string =>
  `198.${18 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`

/** A browser of a stranger, as far as a form needs one. */
interface Stranger {
  readonly csrfToken: string
  readonly cookie: string
}

async function meet(at: Member): Promise<Stranger> {
  const browser = at.openBrowser()
  const csrfToken = await browser.csrf(BASE)
  return { csrfToken, cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') }
}

interface Form {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  readonly address: string
}

type Answer = 'in' | 'wrong' | 'sent' | 'refused'

/** Sends a form, and says what its sender sees. */
async function submit(
  at: Member,
  { csrfToken, cookie }: Stranger,
  { action, fields, address }: Form,
): Promise<Answer> {
  const response = await at.send(
    new Request(`${BASE}/${action}`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'sec-fetch-site': 'same-origin', cookie, 'x-client': address },
      body: new URLSearchParams({ csrfToken, callbackUrl: '/inside', ...fields }),
    }),
  )
  const text = await response.text()
  if (response.status === 429) return 'refused'
  const location = response.headers.get('location') ?? ''
  if (location === `${ORIGIN}/inside`) return 'in'
  if (location.includes('error=CredentialsSignin')) return 'wrong'
  if (location.startsWith(`${BASE}/verify-request`)) return 'sent'
  throw new Error(
    `A form was answered with ${response.status}, to ${location || 'nowhere'}: ${text}`,
  )
}

/** What became of many tries of one password. */
export interface GuessFigures {
  readonly guesses: number
  readonly addresses: number
  /** Passwords that were compared. */
  readonly compared: number
  /** Those that were refused by a budget. */
  readonly refused: number
  readonly signedIn: number
  readonly seconds: number
}

const seconds = (since: number): number => Math.round((performance.now() - since) / 100) / 10

/** Guesses the password of an account at all processes at once; the clocks stand still meanwhile. */
export async function guess(
  fleet: Fleet,
  account: string,
  { guesses, addresses }: { readonly guesses: number; readonly addresses: number },
): Promise<GuessFigures> {
  const stranger = await meet(member(fleet, 0))
  const before = await fleet.counts()
  const began = performance.now()
  const answers = await inParallel(guesses, AT_ONCE, (index) =>
    submit(member(fleet, index), stranger, {
      action: 'callback/credentials',
      fields: { username: account, password: `guess ${index}` },
      address: addressAt(index % addresses),
    }),
  )
  const after = await fleet.counts()
  return {
    guesses,
    addresses,
    compared: after.compared - before.compared,
    refused: answers.filter((answer) => answer === 'refused').length,
    signedIn: answers.filter((answer) => answer === 'in').length,
    seconds: seconds(began),
  }
}

/** What became of many requests for mail to one inbox. */
export interface BombFigures {
  readonly requests: number
  readonly browsers: number
  /** Over how many hours. */
  readonly hours: number
  readonly mails: number
  readonly seconds: number
}

/** One inbox in several spellings. */
const SPELLINGS = [
  'victim.of.mails@gmail.com',
  'VictimOfMails@GMail.com',
  'victimofmails+a@gmail.com',
  'v.i.ctimofmails@gmail.com',
]

/** Asks for mails to one inbox, from many addresses and browsers. */
export async function bomb(
  fleet: Fleet,
  {
    requests,
    browsers,
    hours,
    start,
  }: {
    readonly requests: number
    readonly browsers: number
    readonly hours: number
    readonly start: number
  },
): Promise<BombFigures> {
  await fleet.setClock(start)
  const before = await fleet.counts()
  const began = performance.now()
  const steps = Math.max(1, hours * 2)
  for (let step = 0; step < steps; step += 1) {
    await fleet.setClock(start + step * 30 * MINUTE)
    const some = Math.ceil(browsers / steps)
    const strangers = await inParallel(some, AT_ONCE, (index) => meet(member(fleet, index)))
    await inParallel(Math.round(requests / steps), AT_ONCE, async (index) => {
      const stranger = strangers[index % some]
      if (!stranger) throw new Error('There are no browsers.')
      return submit(member(fleet, index), stranger, {
        action: 'signin/mail',
        fields: { email: SPELLINGS[index % SPELLINGS.length] ?? '' },
        address: addressAt(step * 10_000 + index),
      })
    })
  }
  const { mails } = await fleet.counts()
  return { requests, browsers, hours, mails: mails - before.mails, seconds: seconds(began) }
}

/** What became of an owner while strangers tried the account for an hour. */
export interface SiegeFigures {
  readonly guesses: number
  readonly addresses: number
  readonly compared: number
  /** Sign-ins from the known browser. */
  readonly ownerTries: number
  readonly ownerIn: number
  /** Wrong passwords that the owner typed meanwhile. */
  readonly ownerMistakes: number
  /** The right password from another browser when the hour was over. */
  readonly elsewhere: Answer
}

/** Minutes after which the owner types a wrong password. */
const SLIP = 20

/** Strangers try the account for an hour; its owner signs in from a browser that is known. */
export async function besiege(
  fleet: Fleet,
  {
    every,
    guesses,
    addresses,
    start,
  }: {
    /** Minutes between two sign-ins of the owner. */
    readonly every: number
    /** In each of these pauses. */
    readonly guesses: number
    readonly addresses: number
    readonly start: number
  },
): Promise<SiegeFigures> {
  const username = 'besieged'
  await fleet.setClock(start)
  const { cookie } = await signIn(member(fleet, 0), username)
  const [, device = ''] = /((?:__\w+-)?latchstring\.device=[^;]+)/.exec(cookie) ?? []
  const stranger = await meet(member(fleet, 0))
  const owner = { ...stranger, cookie: `${stranger.cookie}; ${device}` }
  const before = await fleet.counts()
  const attempt = (
    who: Stranger,
    minute: number,
    { address, password }: { readonly address: string; readonly password: string },
  ): Promise<Answer> =>
    submit(member(fleet, minute), who, {
      action: 'callback/credentials',
      fields: { username, password },
      address,
    })
  const address = '203.0.113.7'
  let [ownerTries, ownerIn, ownerMistakes] = [0, 0, 0]
  for (let minute = 0; minute < 60; minute += every) {
    await fleet.setClock(start + minute * MINUTE)
    await inParallel(guesses, AT_ONCE, (index) => {
      const place = addressAt((minute * guesses + index) % addresses)
      return attempt(stranger, minute + index, { address: place, password: `guess ${index}` })
    })
    if (minute % SLIP === 0) {
      await attempt(owner, minute, { address, password: 'a slip of a finger' })
      ownerMistakes += 1
    }
    ownerTries += 1
    const answer = await attempt(owner, minute, { address, password: PASSWORD })
    if (answer === 'in') ownerIn += 1
  }
  const { compared } = await fleet.counts()
  const elsewhere = await attempt(stranger, 1, { address: '203.0.113.8', password: PASSWORD })
  return {
    guesses: ownerTries * guesses,
    addresses,
    compared: compared - before.compared - ownerIn - ownerMistakes,
    ownerTries,
    ownerIn,
    ownerMistakes,
    elsewhere,
  }
}
