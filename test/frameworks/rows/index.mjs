import { browser } from './browser.mjs'
import { cookies } from './cookies.mjs'
import { forms } from './forms.mjs'
import { guards } from './guards.mjs'
import { http } from './http.mjs'
import { packages } from './packages.mjs'
import { servers } from './servers.mjs'
import { sessions } from './sessions.mjs'

/** @type {readonly import('../types.d.ts').Row[]} */
export const rows = [
  ...http,
  ...cookies,
  ...guards,
  ...sessions,
  ...forms,
  ...servers,
  ...packages,
  ...browser,
]
