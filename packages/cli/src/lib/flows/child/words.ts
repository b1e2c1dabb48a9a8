import { describeError } from '../../describe-error.ts'
import { broken, type Finding, note, warning, type Words } from '../../doctor/finding.ts'
import { ERROR_CODES } from '../../error-codes.ts'
import { explainEntry } from '../../explain/rules.ts'
import { isObject } from '../../values.ts'
import { NotAsked } from './used.ts'
import { type Call, type Events, findPlace, type Logged } from './watch.ts'

/** A step of a flow. */
export interface Place {
  /** What is tried, such as `Signing in with "github"`. */
  readonly flow: string
  /** Such as `callback`. */
  readonly step: string
  /** The file of the configuration. */
  readonly file: string
  /** Where functions of the configuration are written, by name. */
  readonly places: Readonly<Record<string, string>>
}

const CALLBACKS = 'docs/callbacks-and-events.md'
const PAGES: Readonly<Record<string, string>> = {
  signIn: `${CALLBACKS}#signin-may-this-person-sign-in`,
  redirect: `${CALLBACKS}#redirect-where-may-the-browser-go`,
  jwt: `${CALLBACKS}#jwt-what-is-in-the-token`,
  session: `${CALLBACKS}#session-what-do-the-application-and-the-browser-see`,
  authorized: `${CALLBACKS}#authorized-may-this-request-continue`,
}

/** The page about a function of the configuration. */
function findPage(name: string): string {
  if (name.startsWith('event ')) return `${CALLBACKS}#events`
  return PAGES[name] ?? (name.startsWith('profile') ? 'docs/providers/custom.md' : CALLBACKS)
}

/** A function as its finding names it. */
function title(name: string): string {
  if (name.startsWith('event ')) return `The event \`${name.slice(6)}\``
  if (name.startsWith('profile of ')) return `\`profile\` of the provider ${name.slice(11)}`
  return name.includes('.') ? `\`${name}\`` : `The callback \`${name}\``
}

/** The step, in the middle of a sentence. */
const at = ({ flow, step }: Place): string => `${flow}, step "${step}"`

const firstCode = ({ logged: [first] }: Events): string =>
  first === undefined
    ? ''
    : ` (${first.code}${first.ref === undefined ? '' : `, ref ${first.ref}`})`

const findSource = (name: string, { places, file }: Place): string => places[name] ?? file

/** What follows where a function returns nothing. */
const NOTHING: Readonly<Record<string, { readonly why: string; readonly fix: string }>> = {
  signIn: {
    why: 'Nothing counts as false: nobody can sign in.',
    fix: 'Return true at its end, and in every branch that lets the person in.',
  },
  jwt: {
    why: 'Without a token there is no session: nobody is signed in.',
    fix: 'Return the token in every branch, also where there is no `user`: the callback runs again with each reading.',
  },
  session: {
    why: 'What it returns is the session, so that everybody is signed out.',
    fix: 'Return the session in every branch.',
  },
  authorized: {
    why: 'Nothing counts as false: everybody is sent to the sign-in page.',
    fix: 'Return true, false or a response in every branch.',
  },
  redirect: {
    why: 'After a sign-in everybody is sent to the home page, and not to where they wanted to go.',
    fix: 'Return a URL in every branch; `baseUrl` is the home page.',
  },
}

function threw(call: Call, events: Events, place: Place): Finding {
  const { name, threw: error } = call
  const isEvent = name.startsWith('event ')
  const where = (error && findPlace(error)) ?? findSource(name, place)
  const words: Words = {
    id: isEvent ? 'event-throws' : 'callback-throws',
    what: `${title(name)} throws: ${describeError(error)}`,
    why: isEvent
      ? 'Sign-ins go on; what the event was to do is not done, and the log has an error each time.'
      : `${at(place)}: it fails there${firstCode(events)}.`,
    fix: `Correct it at ${where}.`,
    docs: findPage(name),
    file: where,
  }
  return isEvent ? warning(words) : broken(words)
}

function returnedNothing({ name }: Call, place: Place): Finding {
  const { why = '', fix = '' } = NOTHING[name] ?? {}
  const file = findSource(name, place)
  const what = `${title(name)} returns nothing.`
  return broken({
    id: 'callback-returns-nothing',
    what,
    why: `${at(place)}. ${why}`,
    fix,
    docs: findPage(name),
    file,
  })
}

function refusedPerson({ takes, returned }: Call, events: Events, place: Place): Finding {
  const isEverybody = takes === 0 && returned === false
  const words: Words = {
    id: 'sign-in-refused',
    what: isEverybody
      ? 'The callback `signIn` returns false for every user.'
      : `The callback \`signIn\` ${typeof returned === 'string' ? `sends the person of the emulator to ${JSON.stringify(returned)}` : 'refuses the person of the emulator'}.`,
    why: `${at(place)}: it ends there, and nothing after it was tried${firstCode(events)}.`,
    fix: isEverybody
      ? 'Return true for those who may sign in.'
      : 'If it lets only some people in, name one of them: latchstring doctor --flows --email ada@example.com. Otherwise correct the condition.',
    docs: findPage('signIn'),
    file: findSource('signIn', place),
  }
  return isEverybody ? broken(words) : warning(words)
}

const endsSession = (file: string, place: Place): Finding =>
  broken({
    id: 'jwt-ends-session',
    what: 'The callback `jwt` returns null at a sign-in.',
    why: `${at(place)}: null ends the session, so that nobody is signed in.`,
    fix: 'Return the token at a sign-in, where there is `user`, and null only for sessions that are to end.',
    docs: findPage('jwt'),
    file,
  })

const decodesNothing = (file: string, place: Place): Finding =>
  broken({
    id: 'decode-returns-nothing',
    what: '`jwt.decode` does not read what `jwt.encode` has written.',
    why: `${at(place)}: nobody is signed in.`,
    fix: 'Write both of them, with the same secret and salt, or none.',
    docs: 'docs/sessions.md',
    file,
  })

const lacksId = (name: string, events: Events, file: string, place: Place): Finding =>
  broken({
    id: 'profile-without-id',
    what: `${title(name)} returns no \`id\`.`,
    why: `${at(place)}: without it nobody knows whose account it is${firstCode(events)}.`,
    fix: 'Return `id`, of what the service never changes, such as `sub` or its own id, beside `name`, `email` and `image`.',
    docs: findPage(name),
    file,
  })

const isNothing = (value: unknown): boolean => value === null || value === undefined

/** Steps in which a session is made. */
const SIGN_IN: ReadonlySet<string> = new Set(['callback', 'link', 'code'])

/** What a returned value means that is not what was meant. */
function returnedOther(call: Call, events: Events, place: Place): Finding | undefined {
  const { name, returned } = call
  const file = findSource(name, place)
  // A text is where the person is sent in place of being signed in.
  if (name === 'signIn' && (returned === false || typeof returned === 'string'))
    return refusedPerson(call, events, place)
  if (name === 'jwt' && returned === null && SIGN_IN.has(place.step))
    return endsSession(file, place)
  if (name === 'jwt.decode' && isNothing(returned)) return decodesNothing(file, place)
  const hasId = isObject(returned) && !isNothing(returned['id'])
  return name.startsWith('profile of ') && !hasId ? lacksId(name, events, file, place) : undefined
}

function fromCall(call: Call, events: Events, place: Place): Finding | undefined {
  if (call.threw !== undefined) return threw(call, events, place)
  if (call.isOpen) return undefined
  if (call.returned === undefined && Object.hasOwn(NOTHING, call.name))
    return returnedNothing(call, place)
  return returnedOther(call, events, place)
}

/** What is known of the failure of a step by what the functions of the application did. */
export function findInCalls(events: Events, place: Place): readonly Finding[] {
  const found = new Map<string, Finding>()
  for (const call of events.calls) {
    const finding = fromCall(call, events, place)
    if (finding !== undefined && !found.has(finding.id + call.name))
      found.set(finding.id + call.name, finding)
  }
  return [...found.values()]
}

const entryText = ({ code, message, causes }: Logged): string =>
  [`${code}: ${message}`, ...causes.map((cause) => `cause: ${cause.stack ?? cause.message}`)].join(
    '\n',
  )

/** What is known of a code, and of a cause where the message or the causes tell. */
function explainLogged(logged: Logged): Pick<Finding, 'id' | 'why' | 'fix' | 'docs'> {
  const { code, message, causes } = logged
  const known = Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code] : undefined
  const fix = logged.fix ?? known?.fix ?? 'Correct what the message names.'
  const explained = explainEntry({ code, message, text: entryText(logged) }, fix)
  if (explained !== undefined) return { ...explained, why: explained.cause }
  const why =
    causes.length === 0 ? (known?.cause ?? '') : causes.map((one) => one.message).join(' ')
  return { id: 'flow-failed', why, fix, docs: `docs/errors.md#${code.toLowerCase()}` }
}

/** A failure that only the library knows of. */
export function findInLog(logged: Logged, place: Place): Finding {
  const { code, message, ref, causes } = logged
  const { id, why, fix, docs } = explainLogged(logged)
  const where = causes.map((cause) => findPlace(cause)).find((one) => one !== undefined)
  return broken({
    id,
    what: `${code}: ${message}`,
    why: `${at(place)}${ref === undefined ? '' : ` (ref ${ref})`}. ${why}`,
    fix,
    docs,
    file: where ?? place.file,
  })
}

/** A failure of which nothing is known but what the browser saw. */
export const findInResponse = (says: string, place: Place): Finding =>
  broken({
    id: 'flow-failed',
    what: `${at(place)}: ${says}`,
    why: 'The flow does not go on, and the library has logged no reason.',
    fix: 'Look at the option of that step; the page describes what each is for.',
    docs: 'docs/troubleshooting.md',
    file: place.file,
  })

/** What the application asked for and is left alone decides about what follows. */
export function notKnown({ used, calls }: Events, place: Place): Finding {
  const call =
    calls.find(({ threw: error }) => error instanceof NotAsked) ??
    calls.find(({ threw: error }) => error !== undefined) ??
    calls.at(-1)
  const what = [...new Set(used.map((one) => one.what))].slice(0, 3).join(', ')
  const subject = call === undefined ? 'The application' : title(call.name)
  return note({
    id: 'flow-not-known',
    what: `${subject} asks for ${what}, which is left alone here.`,
    why: `${at(place)}: what it would answer decides what follows, so that nothing after it was tried.`,
    fix: 'Nothing. To try the rest as well, sign in by hand: latchstring dev',
    docs: 'docs/doctor.md#a-whole-sign-in-without-a-browser',
    file: call === undefined ? place.file : findSource(call.name, place),
  })
}

/** A function of the application, or the library, that does not end. */
export function stuck({ calls }: Events, seconds: number, place: Place): Finding {
  const open = calls.findLast(({ isOpen }) => isOpen)
  const file = open === undefined ? place.file : findSource(open.name, place)
  return broken({
    id: 'flow-stuck',
    what: open === undefined ? `${at(place)}: no answer.` : `${title(open.name)} does not end.`,
    why: `${at(place)}: after ${seconds} seconds there was no answer.`,
    fix: `Look at ${file}: what is awaited there never settles.`,
    docs: open === undefined ? 'docs/troubleshooting.md' : findPage(open.name),
    file,
  })
}
