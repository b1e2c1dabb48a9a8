/**
 * The mistakes that a new user made, each planted in an application of Next.js that works: what is changed in it, what the person
 * does then, and what the page or the terminal has to say. `before` is what was said when this was first tried.
 */

import { code, services, stores } from './code.mjs'
import { settings } from './settings.mjs'

/** @type {readonly import('./steps.mjs').Mistake[]} */
export const mistakes = [...settings, ...services, ...stores, ...code]
