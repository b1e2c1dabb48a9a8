import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../root.mjs'
import { isRedirect } from './subject.mjs'

/**
 * What belongs to a provider beside its module: the emulator of the service with two persons and with how to register an
 * application, and the case of its tests.
 *
 * @typedef {import('./subject.mjs').Problems} Problems
 * @typedef {import('./subject.mjs').Subject} Subject
 */

/** Providers without a service, and where they are proven. @type {object} */
const withoutService = /** @type {object} */ (
  JSON.parse(readFileSync(join(root, 'test/providers/src/without-service.json'), 'utf8'))
)

/** What redirect URIs may have to be during development. @type {ReadonlySet<unknown>} */
const DEVELOPMENT = new Set(['https', 'public', '127.0.0.1'])

/** @type {(value: unknown) => boolean} */
const isHttps = (value) =>
  typeof value === 'string' && value.startsWith('https://') && URL.canParse(value)

/** @type {(value: unknown) => readonly unknown[]} */
const list = (value) => (Array.isArray(value) ? value : [])

/**
 * Members that few have.
 *
 * @type {(where: string, members: Readonly<Record<'development' | 'configuredInCode' | 'searchTerms', unknown>>) => Problems}
 */
function optionalProblems(where, { development, configuredInCode, searchTerms }) {
  return [
    development !== undefined &&
      !DEVELOPMENT.has(development) &&
      `${where}: \`development\` is neither https, public nor 127.0.0.1`,
    configuredInCode !== undefined &&
      configuredInCode !== true &&
      `${where}: \`configuredInCode\` is neither true nor left out`,
    searchTerms !== undefined &&
      (list(searchTerms).length === 0 ||
        !list(searchTerms).every((term) => typeof term === 'string')) &&
      `${where}: \`searchTerms\` is not a list of words`,
  ]
}

/** @type {(subject: Subject) => Problems} */
function registrationProblems({ emulator, registration, provider }) {
  const where = emulator
    ? '`registration` of its service'
    : 'tools/docs/provider-pages/registrations.mjs'
  if (typeof registration !== 'object' || registration === null) return [`${where} is missing`]
  const { console, steps, sources, development, configuredInCode, searchTerms, ...rest } =
    /** @type {Record<string, unknown>} */ (registration)
  const sentences = list(steps)
  return [
    !isHttps(console) && `${where}: \`console\` is not an https address`,
    // At a service that was shut down there may be nothing left to do.
    sentences.length < (provider.deprecated === undefined ? 2 : 1) && `${where} lacks steps`,
    sentences.some((step) => typeof step !== 'string' || !/^[A-Z].*\.$/.test(step)) &&
      `${where} has a step that is not a sentence`,
    (list(sources).length === 0 || !list(sources).every(isHttps)) &&
      `${where} has no \`sources\` with https addresses`,
    ...optionalProblems(where, { development, configuredInCode, searchTerms }),
    Object.keys(rest).length > 0 && `${where} has ${Object.keys(rest).join(', ')} as well`,
  ]
}

/** @type {(subject: Subject) => Problems} */
function emulatorProblems({ file, provider, emulator }) {
  const where = `packages/testing/src/services/${file}.ts`
  if (!emulator) return [`${where} is missing`]
  const persons = emulator.persons ?? { documented: {}, minimal: {} }
  const [documented, minimal] = [persons.documented, persons.minimal].map((person) =>
    JSON.stringify(person),
  )
  return [
    emulator.id !== provider.id && `${where} has the id ${emulator.id}`,
    (documented === undefined || documented === '{}') && `${where} has no documented person`,
    (minimal === undefined || minimal === '{}') && `${where} has no minimal person`,
    documented === minimal && `${where} has the same person twice`,
  ]
}

/** @type {(subject: Subject) => Problems} */
export function companionProblems(subject) {
  const { file, provider, hasCase } = subject
  const tests = join(root, 'packages/core/src/providers', `${file}.test.ts`)
  if (!isRedirect(provider)) {
    const mailEmulator = existsSync(join(root, 'packages/testing/src/mail/services', `${file}.ts`))
    const proven = existsSync(tests) || mailEmulator || Object.hasOwn(withoutService, file)
    return [!proven && 'has neither tests of its own nor an emulator']
  }
  return [
    !hasCase && `test/providers/cases/${file}.ts is missing`,
    ...emulatorProblems(subject),
    ...registrationProblems(subject),
  ]
}
