/** What a person does in an application that has a mistake. */
/**
 * @typedef {import('../first-sign-in/person.mjs').Page} Page
 * @typedef {ReturnType<typeof import('../first-sign-in/person.mjs').createPerson>} Person
 * @typedef {{ readonly origin: string, readonly person: Person }} Visit
 *
 * @typedef {object} Phase
 * @property {Readonly<Record<string, string | undefined>>} [env]
 * @property {boolean} [isElsewhere] at another port
 * @property {(visit: Visit) => Promise<Page>} visit
 *
 * @typedef {object} Mistake
 * @property {string} title
 * @property {'dev' | 'start'} [mode] the server of Next.js; `dev` unless said otherwise
 * @property {Readonly<Record<string, string | undefined>>} [env] variables in place of those of the application that works
 * @property {string} [config] what is in the parentheses of `Latchstring(…)`
 * @property {Readonly<Record<string, string | undefined>>} [files] other files; `undefined` removes one
 * @property {readonly [browser: string, terminal: string]} before
 * @property {readonly Phase[]} [earlier] what the same person did before, at the application with other settings
 * @property {(visit: Visit) => Promise<Page>} visit what the person does; the last page is looked at
 * @property {RegExp} [page] what the last page says
 * @property {RegExp} [log] what the terminal says
 */

export const SIGN_IN = '/api/auth/signin'

/** @type {(visit: Visit) => Promise<Page>} */
export const openSignIn = ({ origin, person }) => person.open(`${origin}${SIGN_IN}`)

/** @type {(visit: Visit) => Promise<Page>} */
export const openWelcome = ({ origin, person }) => person.open(`${origin}/welcome`)

/** @type {(id: string, fields?: Readonly<Record<string, string>>) => (visit: Visit) => Promise<Page>} */
export const press = (id, fields) => async (visit) =>
  visit.person.submit(await openSignIn(visit), new RegExp(`signin/${id}$`), fields)

/** @type {(id: string, decision: string) => (visit: Visit) => Promise<Page>} a sign-in at the emulator of a service */
export const signIn = (id, decision) => async (visit) =>
  visit.person.submit(await press(id)(visit), /decision$/, { person: 'alan', decision })
