import { rows as overHttp } from '@latchstring/framework-conformance'
import { below } from './below.mjs'
import { browser } from './browser.mjs'
import { changes } from './changes.mjs'
import { contract } from './contract.mjs'
import { features } from './features.mjs'
import { packages } from './packages.mjs'
import { tokens } from './tokens.mjs'
import { units } from './units.mjs'

/** @type {readonly import('../types.d.ts').Row[]} */
export const rows = [
  ...overHttp,
  ...below,
  ...changes,
  ...features,
  ...tokens,
  ...units,
  ...contract,
  ...packages,
  ...browser,
]
