/** What a person does in an application that has a mistake. */
/**
 * @typedef {import('./rows.mjs').Page} Page
 * @typedef {import('./rows.mjs').Visit} Visit
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
