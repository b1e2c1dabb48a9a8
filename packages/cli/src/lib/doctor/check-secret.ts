import { SECRET_VARIABLES } from '../secrets.ts'
import type { Application } from './application.ts'
import { type Finding, broken, note, warning } from './finding.ts'
import { memberValue } from './value.ts'
import { type NamedVariable, firstVariable } from './variables.ts'

const DOCS = 'docs/deployment.md'

const makeSecret = ({ envFile }: Application): string =>
  `Run: echo "AUTH_SECRET=$(openssl rand -base64 33)" >> ${envFile}`

/** Placeholders of copied files. */
const PLACEHOLDER =
  /^<.*>$|^\$\(|openssl|change[-_ ]?me|your[-_ ]|replace|example|placeholder|^(?:secret|password|x+|\.+|…)$|^(?:super[-_ ]?)?secret[-_ ]|todo/i

/** The same rule as the library has. */
function weakness(secret: string): string | undefined {
  if (new TextEncoder().encode(secret).length < 32) return 'it has fewer than 32 bytes'
  return new Set(secret).size < 10 ? 'it has fewer than 10 different characters' : undefined
}

function missing(application: Application): readonly Finding[] {
  const { production, configured } = application
  if (memberValue(configured?.options, 'secret') !== undefined) return []
  const level = production ? broken : warning
  return [
    level({
      id: 'secret-missing',
      what: 'AUTH_SECRET is not set.',
      why: 'In production every request fails with MissingSecret; a development server makes a secret of its own, and signs everybody out when it stops.',
      fix: makeSecret(application),
      docs: DOCS,
    }),
  ]
}

function checkOne(
  application: Application,
  { name, file, ...variable }: NamedVariable,
): readonly Finding[] {
  const value = variable.value.trim()
  const fix = `Remove the line. ${makeSecret(application)}`
  const place = file === undefined ? {} : { file }
  if (PLACEHOLDER.test(value)) {
    return [
      broken({
        id: 'secret-placeholder',
        what: `${name} is still the placeholder of an example.`,
        why: 'Everybody knows it, and can make sessions with it. A file of variables does not run commands.',
        fix,
        docs: DOCS,
        ...place,
      }),
    ]
  }
  const weak = weakness(value)
  return weak === undefined
    ? []
    : [
        broken({
          id: 'secret-weak',
          what: `${name} can be guessed: ${weak}.`,
          why: 'Production refuses it (WeakSecret), because anyone who guesses it can sign in as any user.',
          fix,
          docs: 'docs/errors.md#weaksecret',
          ...place,
        }),
      ]
}

function checkSource(application: Application): readonly Finding[] {
  const { configured } = application
  if (configured === undefined || memberValue(configured.options, 'secret')?.kind !== 'text') {
    return []
  }
  return [
    warning({
      id: 'secret-in-source',
      what: 'The option `secret` is written into the source.',
      why: 'Anyone who can read the repository can make sessions for any user.',
      fix: `Remove the option, and set AUTH_SECRET. ${makeSecret(application)}`,
      docs: 'docs/sessions.md#change-the-secret',
      file: configured.file,
    }),
  ]
}

function checkOld({ variables }: Application): readonly Finding[] {
  const current = firstVariable(variables, ['AUTH_SECRET'])
  const old = firstVariable(variables, ['NEXTAUTH_SECRET'])
  if (current === undefined || old === undefined || current.value === old.value) return []
  return [
    note({
      id: 'secrets-differ',
      what: 'AUTH_SECRET and NEXTAUTH_SECRET are different, and only AUTH_SECRET is used.',
      why: 'Sessions that were made with the other one cannot be opened: their users are signed out.',
      fix: 'Remove NEXTAUTH_SECRET; to keep its sessions, put it last: AUTH_SECRET=<old> and AUTH_SECRET_1=<new>.',
      docs: 'docs/sessions.md#change-the-secret',
    }),
  ]
}

const isExposed = (name: string): boolean =>
  /^(?:NEXT_PUBLIC|VITE|PUBLIC|NUXT_PUBLIC|EXPO_PUBLIC)_/.test(name) &&
  /AUTH.*SECRET|SECRET.*AUTH|CLIENT_SECRET/.test(name)

function checkExposed({ variables }: Application): readonly Finding[] {
  return [...variables].flatMap(([name, { file }]) =>
    isExposed(name)
      ? [
          broken({
            id: 'secret-exposed',
            what: `${name} is a secret with a public prefix.`,
            why: 'The bundler writes variables with this prefix into the scripts of the browser, where everybody can read them.',
            fix: 'Remove it, set the name without the prefix, and replace the secret: it may have been published.',
            docs: DOCS,
            ...(file === undefined ? {} : { file }),
          }),
        ]
      : [],
  )
}

/** Secrets: missing, weak, of an example, in the source or in scripts of the browser. */
export function checkSecret(application: Application): readonly Finding[] {
  const { variables } = application
  const set = SECRET_VARIABLES.flatMap((name) => firstVariable(variables, [name]) ?? [])
  return [
    ...(set.length === 0 ? missing(application) : []),
    ...set.flatMap((variable) => checkOne(application, variable)),
    ...checkSource(application),
    ...checkOld(application),
    ...checkExposed(application),
  ]
}
