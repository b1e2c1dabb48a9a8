/**
 * The mistakes that a new user made, each planted in an application of Next.js that works: what is changed in it, what the person
 * does then, and what the page or the terminal has to say. `before` is what was said when this was first tried.
 *
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

import { code, services, stores } from './code.mjs'
import { settings } from './settings.mjs'

/** @type {readonly Mistake[]} */
export const mistakes = [...settings, ...services, ...stores, ...code]
