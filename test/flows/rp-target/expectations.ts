/** What came of a module. `failed`: something was wrong with the provider, or with the relying party. */
export type Outcome = 'signed in' | 'refused' | 'signed out' | 'logout token refused' | 'failed'

/** What a module asks of a relying party. */
export interface Expectation {
  readonly signIns: number
  readonly signsOut: boolean
  readonly outcomes: readonly Outcome[]
}

/** Modules after which there may be no session. */
const REFUSED: ReadonlySet<string> = new Set([
  'discovery-issuer-mismatch',
  'invalid-aud',
  'invalid-iss',
  'invalid-sig-rs256',
  'missing-iat',
  'missing-sub',
  'nonce-invalid',
  'userinfo-invalid-sub',
])

/** Modules that leave the choice: to try each key, or to take ID tokens without a signature. */
const EITHER: ReadonlySet<string> = new Set(['kid-absent-multiple-jwks', 'idtoken-sig-none'])

/** Modules with a logout token that is not to be believed. */
const FALSE_TOKEN = /^rp-backchannel-rpinitlogout-/

const SIGN_OUT = /^rp-(?:init-logout|backchannel-|frontchannel-)/

function expectedOutcomes(name: string): readonly Outcome[] {
  if (FALSE_TOKEN.test(name)) return ['logout token refused']
  if (SIGN_OUT.test(name)) return ['signed out']
  if (EITHER.has(name)) return ['signed in', 'refused']
  return REFUSED.has(name) ? ['refused'] : ['signed in']
}

/** What a module of the certification plans asks, by its name; one that is not known asks for a sign-in. */
export function expectation(module: string): Expectation {
  const name = module.replace(/^oidcc-client-test-/, '')
  return {
    signIns: name.startsWith('signing-key-rotation') ? 2 : 1,
    signsOut: SIGN_OUT.test(name),
    outcomes: expectedOutcomes(name),
  }
}
